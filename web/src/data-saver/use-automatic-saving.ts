import { DataSaverContext, useDataSaver } from '@sokuwa/ui/data-saver.ts';
import { useRouter } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { getConnection, readChoice, readCookie, wantsSaving, writeCookie } from './choice.ts';

/** Updates the automatic data saver from browser and network, and disables preloading. */
export const useAutomaticSaving = (): void => {
  const router = useRouter();
  const { site } = useAppContext();
  const { isOn } = use(DataSaverContext);
  const saving = useDataSaver();
  useEffect(() => {
    const update = () => {
      if (readChoice() !== 'auto') return;
      const isSlowStored = readCookie() === 'slow';
      // Turn saving off only when a slow network turned it on: the server may have turned it on for the Save-Data header.
      if (wantsSaving()) {
        if (!isSlowStored) writeCookie('slow');
        isOn.set(true);
      } else if (isSlowStored) {
        writeCookie(undefined);
        isOn.set(false);
      }
    };
    update();
    const network = getConnection();
    network?.addEventListener('change', update);
    return () => network?.removeEventListener('change', update);
  }, [isOn]);
  useEffect(() => {
    site.isDataSaverOn = saving;
    router.options.defaultPreload = saving ? false : 'intent';
  }, [router, site, saving]);
};
