import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface FieldText {
  label: ReactNode;
  /** Hides the label visually where the context makes it clear (search, filters). */
  labelHidden?: boolean | undefined;
  /** Help text below the control; replaced by the error. */
  hint?: ReactNode;
  /** What is wrong and how to correct it; marks the control as invalid. */
  error?: string | undefined;
}

/** The box of text fields and selects. */
export const controlClass =
  'h-12 w-full min-w-0 rounded-sm border border-control bg-surface text-base text-body transition-colors duration-(--sk-dur-fast) hover:border-heading focus-visible:border-action focus-visible:shadow-[inset_0_0_0_1px_var(--sk-action),0_0_0_3px_var(--sk-action-quiet)] focus-visible:outline-hidden aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--sk-danger)] aria-invalid:focus-visible:shadow-[inset_0_0_0_1px_var(--sk-danger),0_0_0_3px_var(--sk-danger-quiet)] disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-quiet disabled:text-muted disabled:opacity-100';

/** The attributes that connect a control to the label, hint and error of `Field`. */
export function fieldAria(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  return {
    id,
    ...(error ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-error` } : {}),
    ...(!error && hint ? { 'aria-describedby': `${id}-hint` } : {}),
  };
}

/** A form control with its label above and its hint or error below. */
export function Field({
  id,
  label,
  labelHidden = false,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldText & {
  id: string;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx('min-w-0', className)}>
      {/* The label is in a box of its own: an open list hides this box from screen readers, and the hidden label still
          names its control. */}
      <div>
        <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block font-semibold text-heading text-sm'}>
          {label}
          {required && (
            <span aria-hidden="true" className="text-danger">
              {' '}
              *
            </span>
          )}
        </label>
      </div>
      {children}
      {/* A live region must exist before its text appears, otherwise screen readers do not announce it. It has
          role="status" instead of aria-live, because dialogs do not hide elements with aria-live. */}
      <div role="status">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-danger text-sm">
            <CircleAlert className="mt-0.5 size-4" />
            {error}
          </p>
        )}
      </div>
      {!error && hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
