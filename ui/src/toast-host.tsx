import { lazyWithRetry } from './lazy-with-retry.tsx';
import { isToasterNeeded } from './toast.ts';
import { useAtomValue } from './use-atom-value.ts';

// If loading fails, the page works without toasts, and no error is shown.
const Toaster = lazyWithRetry(async () => (await import('./toaster.tsx')).Toaster, '', '');

/** Part of the layout, once. Loads the toaster with the first message, and shows the toasts. */
export function ToastHost() {
  return useAtomValue(isToasterNeeded, false) && <Toaster />;
}
