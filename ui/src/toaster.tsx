import { Toast, type ToastManager } from '@base-ui/react/toast';
import { useEffect, useState } from 'react';
import { textLinkClass } from './text-link-class.ts';
import { connectToaster, type Toasts } from './toast.ts';
import {
  type ToastKind,
  ToastMark,
  toastClass,
  toastCloseClass,
  toastCloseIcon,
  toastTextClass,
} from './toast-parts.tsx';

const KINDS: readonly string[] = ['success', 'error', 'info', 'loading'] satisfies ToastKind[];

function isKind(type: string | undefined): type is ToastKind {
  return type !== undefined && KINDS.includes(type);
}

const UNDO_TIMEOUT_MS = 8000;

const createToasts = (manager: ToastManager): Toasts => ({
  show(type, text, detail) {
    // Low priority: screen readers announce it without an interruption.
    manager.add({ title: text, description: detail, type, priority: 'low' });
  },
  offerUndo(text, undo) {
    const id = manager.add({
      title: text,
      type: 'success',
      priority: 'low',
      timeout: UNDO_TIMEOUT_MS,
      actionProps: {
        children: 'Undo',
        onClick: () => {
          manager.close(id);
          undo();
        },
      },
    });
  },
  follow(promise, { loading, success, error }) {
    manager
      .promise(promise, {
        loading: { title: loading, timeout: 0 },
        success: (value) => ({ title: typeof success === 'string' ? success : success(value) }),
        error: (reason: unknown) => ({ title: typeof error === 'string' ? error : error(reason) }),
      })
      // The caller handles the rejection; without this it would also be reported as unhandled.
      .catch(() => {});
  },
});

/** Renders the toasts: four seconds each, eight with a way back, at most three at a time, paused on hover. ToastHost loads it lazily. */
export function Toaster() {
  const [manager] = useState(() => Toast.createToastManager());
  // React runs the effects of children first, so the provider below is subscribed before the first toast arrives.
  useEffect(() => {
    connectToaster(createToasts(manager));
    return () => connectToaster(null);
  }, [manager]);
  return (
    <Toast.Provider toastManager={manager} timeout={4000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed top-24 right-4 z-60 flex w-(--container-toast) max-w-[calc(100vw-2rem)] flex-col gap-3 lg:top-28 lg:right-8">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} swipeDirection={['right', 'up']} className={`sk-toast ${toastClass}`}>
      <ToastMark kind={isKind(item.type) ? item.type : 'info'} />
      <div className={toastTextClass}>
        <Toast.Title render={<p />} />
        <Toast.Description render={<p />} className="mt-0.5 font-normal text-secondary" />
      </div>
      {item.actionProps && <Toast.Action aria-hidden={false} className={`min-h-11 shrink-0 px-3 ${textLinkClass}`} />}
      {/* Base UI hides it from screen readers while toasts are stacked; these are not. */}
      <Toast.Close aria-label="Dismiss" aria-hidden={false} className={toastCloseClass}>
        {toastCloseIcon}
      </Toast.Close>
    </Toast.Root>
  ));
}
