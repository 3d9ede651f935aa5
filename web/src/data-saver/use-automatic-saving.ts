import { DataSaverContext } from '@sokuwa/ui/data-saver.ts';
import { useRouter } from '@tanstack/react-router';
import { use, useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { connection, readChoice, readCookie, wantsSaving, writeCookie } from './choice.ts';

/** Updates the automatic data saver from browser and network, and disables preloading. */
export const useAutomaticSaving = (): void => {
  const router = useRouter();
  const { site } = useAppContext();
  const [saving, change] = use(DataSaverContext);
  useEffect(() => {
    const follow = () => {
      if (readChoice() !== 'auto') return;
      const slow = readCookie() === 'slow';
      // The header alone may have asked for it: what the server decided is undone only where the network was the reason.
      if (wantsSaving()) {
        if (!slow) writeCookie('slow');
        change(true);
      } else if (slow) {
        writeCookie(undefined);
        change(false);
      }
    };
    follow();
    const network = connection();
    network?.addEventListener('change', follow);
    return () => network?.removeEventListener('change', follow);
  }, [change]);
  useEffect(() => {
    site.isDataSaverOn = saving;
    router.options.defaultPreload = saving ? false : 'intent';
  }, [router, site, saving]);
};
