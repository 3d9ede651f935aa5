import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { VisitMessage } from './messages.ts';

const reportPage = (worker: ServiceWorker | null, page: string, loaded: readonly string[]): void =>
  worker?.postMessage({ page, title: document.title, loaded } satisfies VisitMessage);

/** Registers and updates the service worker, and reports client-side navigations to it: it only sees requests. */
export const useWorker = (): void => {
  const router = useRouter();
  useEffect(() => {
    // Private windows and insecure origins have no service workers.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!import.meta.env.PROD || !workers) return;
    const firstVisit = workers.controller === null;
    const start = async () => {
      const registration = await workers.register('/worker.js');
      if (!firstVisit) {
        // Browsers postpone their own update check while the worker is busy. Without a network the update fails; the next
        // page tries again.
        await registration.update().catch(() => {});
        return;
      }
      const { active } = await workers.ready;
      const loaded = ['navigation', 'resource'].flatMap((type) =>
        performance.getEntriesByType(type).map(({ name }) => name),
      );
      reportPage(active, location.pathname + location.search, loaded);
    };
    // The browser may refuse (storage disabled, disk full); the shop works without a worker.
    start().catch((error) => console.warn('Pages are not cached for offline use:', error));
    return router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (fromLocation && fromLocation.href !== toLocation.href)
        reportPage(workers.controller, toLocation.pathname + toLocation.searchStr, []);
    });
  }, [router]);
};
