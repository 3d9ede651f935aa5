import { lazyWithRetry } from './lazy-with-retry.tsx';
import { isToasterNeeded } from './toast.ts';
import { useAtomValue } from './use-atom-value.ts';

// Without the toaster the page keeps working; no message can be shown about it either.
const Toaster = lazyWithRetry(async () => (await import('./toaster.tsx')).Toaster, '', '');

/** Stands once in the shell; loads and shows the toasts from the first message on. */
export function ToastHost() {
  return useAtomValue(isToasterNeeded, false) && <Toaster />;
}
