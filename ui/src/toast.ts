import type { ToastManager } from '@base-ui/react/toast';
import { createAtom } from '@tanstack/react-store';

// Toasts: `toast.success('Saved')`. The layout renders <ToastHost /> once. Base UI's toasts are loaded with the first one, so
// that they add nothing to the first view.

type ManagerCall = (manager: ToastManager) => void;

let manager: ToastManager | null = null;
const queuedCalls: ManagerCall[] = [];

/** Whether a toast was requested: the toaster is loaded from then on. */
export const isToasterNeeded = createAtom(false);

/** Makes a call to the manager of the toasts, as soon as it is loaded. */
export function withManager(call: ManagerCall) {
  // On the server the queue would be shared by all visitors.
  if (typeof window === 'undefined') return;
  if (manager) {
    call(manager);
    return;
  }
  queuedCalls.push(call);
  isToasterNeeded.set(true);
}

/** Called by the toaster with its manager once it is mounted, and with null when it is unmounted. */
export function connectToaster(next: ToastManager | null) {
  manager = next;
  if (manager) for (const call of queuedCalls.splice(0)) call(manager);
}

/** A function creates the text from the result of the promise. */
interface PromiseTexts<T> {
  loading: string;
  success: string | ((value: T) => string);
  error: string | ((reason: unknown) => string);
}

function show(type: 'success' | 'error' | 'info', text: string, detail?: string) {
  // Low priority: screen readers announce it without an interruption.
  withManager((m) => m.add({ title: text, description: detail, type, priority: 'low' }));
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  /** @param detail a second line */
  info: (text: string, detail?: string) => show('info', text, detail),
  /** Shows `loading` until the promise settles, then its outcome in the same toast. @returns the promise */
  promise<T>(promise: Promise<T>, texts: PromiseTexts<T>): Promise<T> {
    const { success, error } = texts;
    withManager((m) => {
      m.promise(promise, {
        loading: { title: texts.loading, timeout: 0 },
        success: (value: T) => ({ title: typeof success === 'string' ? success : success(value) }),
        error: (reason: unknown) => ({ title: typeof error === 'string' ? error : error(reason) }),
        // The caller handles the rejection; without this it would also be reported as unhandled.
      }).catch(() => {});
    });
    return promise;
  },
};
