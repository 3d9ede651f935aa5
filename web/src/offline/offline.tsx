import { formatLocalDay, formatLocalTime } from '@sokuwa/ui/format-date.ts';
import { WifiOff } from 'lucide-react';
import { describeOfflineState } from './offline-state.ts';
import { useFullPageLinks } from './use-full-page-links.ts';
import { useOfflineState } from './use-offline-state.ts';
import { useWorker } from './use-worker.ts';

const formatTime = (epochMs: number): string => {
  const instant = new Date(epochMs).toISOString();
  return `${formatLocalDay(instant)}, ${formatLocalTime(instant)}`;
};

/** Starts the service worker and shows the offline bar: at the top on phones, in a corner on wide screens. */
export function Offline() {
  useWorker();
  const state = useOfflineState();
  useFullPageLinks(state?.reason === 'offline');
  // A live region must exist before its text changes.
  return (
    <div role="status" className="sticky top-0 z-40 lg:fixed lg:top-auto lg:bottom-6 lg:left-6">
      {state && (
        <div className="flex items-center gap-3 bg-warning-quiet py-1 pr-2 pl-4 text-warning text-sm lg:rounded-md lg:shadow-md">
          <WifiOff className="size-5 shrink-0" />
          <p className="min-w-0 flex-1">{describeOfflineState(state, formatTime)}</p>
          <button
            type="button"
            className="min-h-11 shrink-0 rounded-sm px-3 font-semibold underline underline-offset-4"
            onClick={() => location.reload()}
          >
            Try Again
          </button>
        </div>
      )}
    </div>
  );
}
