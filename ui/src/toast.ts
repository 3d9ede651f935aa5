import { createAtom } from '@tanstack/react-store';

// Toasts: `toast.success('Saved')`. The layout renders <ToastHost /> once. Base UI's toasts, and what is done with them, are loaded with the
// first one, so that they add almost nothing to the first view.

/** A function creates the text from the result of the promise. */
export interface PromiseTexts<T> {
  loading: string;
  success: string | ((value: T) => string);
  error: string | ((reason: unknown) => string);
}

/** What the toaster does; see `toast` below. */
export interface Toasts {
  show(kind: 'success' | 'error' | 'info', text: string, detail?: string): void;
  offerUndo(text: string, undo: () => void): void;
  follow<T>(promise: Promise<T>, texts: PromiseTexts<T>): void;
}

type ToastCall = (toasts: Toasts) => void;

let shown: Toasts | null = null;
const queuedCalls: ToastCall[] = [];

/** Whether a toast was requested: the toaster is loaded from then on. */
export const isToasterNeeded = createAtom(false);

function withToasts(call: ToastCall) {
  // On the server the queue would be shared by all visitors.
  if (typeof window === 'undefined') return;
  if (shown) {
    call(shown);
    return;
  }
  queuedCalls.push(call);
  isToasterNeeded.set(true);
}

/** Called by the toaster with its toasts once it is mounted, and with null when it is unmounted. */
export function connectToaster(next: Toasts | null) {
  shown = next;
  if (shown) for (const call of queuedCalls.splice(0)) call(shown);
}

export const toast = {
  success: (text: string) => withToasts(({ show }) => show('success', text)),
  error: (text: string) => withToasts(({ show }) => show('error', text)),
  /** @param detail a second line */
  info: (text: string, detail?: string) => withToasts(({ show }) => show('info', text, detail)),
  /** What was done, with a button that takes it back; it stays for eight seconds. */
  undoable: (text: string, undo: () => void) => withToasts((toasts) => toasts.offerUndo(text, undo)),
  /** Shows `loading` until the promise settles, then its outcome in the same toast. @returns the promise */
  promise<T>(promise: Promise<T>, texts: PromiseTexts<T>): Promise<T> {
    withToasts(({ follow }) => follow(promise, texts));
    return promise;
  },
};
