import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { IS_REACHABLE, type WorkerMessage } from './messages.ts';
import { type OfflineState, parseOfflineState } from './offline-state.ts';

const REACHABILITY_CHECK_MS = 6000;

const readInitialState = (): OfflineState | null =>
  parseOfflineState(document.documentElement.dataset.offline) ?? (navigator.onLine ? null : { reason: 'offline' });

/** Why the page shows cached data; null when it does not. When the shop is reachable again, all queries are refetched. */
export const useOfflineState = (): OfflineState | null => {
  const router = useRouter();
  const { api, queryClient } = useAppContext();
  const [state, setState] = useState(readInitialState);
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const setOffline = () => setState((current) => current ?? { reason: 'offline' });
    const setOnline = () => {
      delete document.documentElement.dataset.offline;
      setState(null);
    };
    const handleMessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.state) setState(data.state);
      else setOnline();
    };
    addEventListener('offline', setOffline);
    addEventListener('online', setOnline);
    worker?.addEventListener('message', handleMessage);
    return () => {
      removeEventListener('offline', setOffline);
      removeEventListener('online', setOnline);
      worker?.removeEventListener('message', handleMessage);
    };
  }, []);
  const isOffline = state !== null;
  useEffect(() => {
    if (!isOffline) return;
    // The worker reports any response, but may have done so before this page listened. It does not notice that the network is gone.
    const askWorker = () => {
      if (navigator.onLine) navigator.serviceWorker?.controller?.postMessage(IS_REACHABLE);
    };
    askWorker();
    // After the `online` event the first request may still fail, so check repeatedly.
    const timer = setInterval(() => {
      if (navigator.onLine) api.call(listCategories, {}).then(askWorker, askWorker);
    }, REACHABILITY_CHECK_MS);
    return () => {
      clearInterval(timer);
      queryClient.invalidateQueries().catch(() => {});
      router.invalidate().catch(() => {});
    };
  }, [isOffline, api, queryClient, router]);
  return state;
};
