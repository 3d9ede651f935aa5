import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Says that there is no network, and that nothing is lost. */
export function NetworkStrip() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-warning-quiet px-(--gutter) py-2 font-medium text-warning text-xs">
          <CloudOff className="size-4" />
          No connection. What you have entered is kept on this device.
        </p>
      )}
    </div>
  );
}
