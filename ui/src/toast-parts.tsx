import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export type ToastKind = 'success' | 'error' | 'info' | 'loading';

export const toastClass =
  'relative flex w-full items-start gap-3 overflow-hidden rounded-md border border-line bg-surface py-3 pr-1 pl-5 text-body shadow-md';

const EDGES: Record<ToastKind, string> = {
  success: 'bg-success',
  error: 'bg-danger',
  info: 'bg-info',
  loading: 'bg-line-strong',
};

/** The coloured edge and the icon of a kind of toast. */
export function ToastMark({ kind }: { kind: ToastKind }) {
  return (
    <>
      <span aria-hidden="true" className={cx('absolute inset-y-0 left-0 w-1.25', EDGES[kind])} />
      <span className="mt-0.5">
        {kind === 'success' && <CircleCheck className="size-5 text-success" />}
        {kind === 'error' && <CircleAlert className="size-5 text-danger" />}
        {kind === 'info' && <Info className="size-5 text-info" />}
        {kind === 'loading' && <Spinner className="size-5 text-action" />}
      </span>
    </>
  );
}

export const toastTextClass = 'min-w-0 flex-1 py-0.5 font-medium text-[0.9375rem] leading-5 wrap-anywhere';

// A hit area of 44 px; the negative margins keep the height of the toast at that of its text.
export const toastCloseClass =
  '-my-2.5 flex size-11 shrink-0 items-center justify-center rounded-sm text-secondary hover:bg-quiet';

export const toastCloseIcon = <X className="size-4" />;
