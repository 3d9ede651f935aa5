import type { ToastManager } from '@base-ui/react/toast';
import { createAtom } from '@tanstack/react-store';

/**
 * Short messages at the edge of the page. `<ToastHost />` stands once in the shell; the library behind it is loaded
 * with the first toast, so that it adds nothing to the first view.
 */

type Use = (manager: ToastManager) => void;

let manager: ToastManager | null = null;
const waiting: Use[] = [];

/** Whether a toast was requested: the toaster is loaded from then on. */
export const isToasterNeeded = createAtom(false);

function withManager(use: Use) {
  // On the server nobody would see it, and the queue would leak from one visitor to the next.
  if (typeof window === 'undefined') return;
  if (manager) {
    use(manager);
    return;
  }
  waiting.push(use);
  isToasterNeeded.set(true);
}

/** Called by the toaster with its manager once it is mounted, and with null when it is unmounted. */
export function connectToaster(next: ToastManager | null) {
  manager = next;
  if (manager) for (const use of waiting.splice(0)) use(manager);
}

/** A text may be made from what the promise gave. */
interface PromiseTexts<T> {
  loading: string;
  success: string | ((value: T) => string);
  error: string | ((reason: unknown) => string);
}

function show(type: 'success' | 'error' | 'info', text: string) {
  // Screen readers finish what they say first: none of it is worth an interruption.
  withManager((m) => m.add({ title: text, type, priority: 'low' }));
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
  /** Says `loading` until the promise settles, then the outcome in the same toast. Gives the promise back. */
  promise<T>(promise: Promise<T>, texts: PromiseTexts<T>): Promise<T> {
    const { success, error } = texts;
    withManager((m) => {
      m.promise(promise, {
        loading: { title: texts.loading, timeout: 0 },
        success: (value: T) => ({ title: typeof success === 'string' ? success : success(value) }),
        error: (reason: unknown) => ({ title: typeof error === 'string' ? error : error(reason) }),
        // The caller has the promise itself; a second rejection here would be an unhandled one.
      }).catch(() => {});
    });
    return promise;
  },
};
