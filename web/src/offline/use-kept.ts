import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { type Kept, readKept } from './kept.ts';
import type { WorkerMessage } from './messages.ts';

/** Interval of the reachability check. */
const NEXT_LOOK = 6000;

const atStart = (): Kept | null =>
  readKept(document.documentElement.dataset.kept) ?? (navigator.onLine ? null : { why: 'offline' });

/**
 * Why the page shows cached data; null when it does not. When the shop is reachable again, all queries are refetched.
 */
export const useKept = (): Kept | null => {
  const router = useRouter();
  const { api, queryClient } = useAppContext();
  const [kept, setKept] = useState(atStart);
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const lose = () => setKept((known) => known ?? { why: 'offline' });
    const regain = () => {
      delete document.documentElement.dataset.kept;
      setKept(null);
    };
    const listen = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kept) setKept(data.kept);
      else regain();
    };
    addEventListener('offline', lose);
    addEventListener('online', regain);
    worker?.addEventListener('message', listen);
    return () => {
      removeEventListener('offline', lose);
      removeEventListener('online', regain);
      worker?.removeEventListener('message', listen);
    };
  }, []);
  const away = kept !== null;
  useEffect(() => {
    if (!away) return;
    // After the `online` event the first request may still fail, so check repeatedly. The worker reports any response.
    const looking = setInterval(() => {
      if (navigator.onLine) api.call(listCategories, {}).catch(() => {});
    }, NEXT_LOOK);
    return () => {
      clearInterval(looking);
      queryClient.invalidateQueries().catch(() => {});
      router.invalidate().catch(() => {});
    };
  }, [away, api, queryClient, router]);
  return kept;
};
