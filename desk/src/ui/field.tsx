import { cx } from '@sokuwa/ui/cx.ts';
import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';

/** What surrounds a control. */
export type FieldText = {
  label: ReactNode;
  /** Hides the label visually where the context makes it clear, as in tables. */
  labelHidden?: boolean | undefined;
  /** Says beside the label that the field may stay empty. */
  optional?: boolean | undefined;
  /** Help below the control. */
  hint?: ReactNode;
  /** What is wrong and how to correct it; marks the control as invalid. */
  error?: string | undefined;
  className?: string | undefined;
};

/** The box of text fields and selects. 16 px on phones, because iOS zooms into smaller text. */
export const controlClass =
  'block h-(--ctl) w-full min-w-0 rounded-sm border border-control bg-surface px-3 text-base text-body transition-colors duration-(--sk-dur-fast) hover:border-heading focus:border-action focus:shadow-[0_0_0_1px_var(--sk-action)] focus:outline-hidden aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--sk-danger)] data-changed:border-action data-changed:bg-action-quiet disabled:cursor-not-allowed disabled:bg-quiet disabled:text-muted lg:text-sm';

const describedBy = (id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) => {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    ...(error ? { 'aria-invalid': true as const } : {}),
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
  };
};

/** A form control with its label above, its error and its hint below. */
export function Field({
  id,
  label,
  labelHidden = false,
  optional = false,
  hint,
  error,
  className,
  children,
}: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : labelClass}>
        {label}
        {optional && <span className="font-normal text-muted"> optional</span>}
      </label>
      {children}
      {/* A live region must exist before its text appears, otherwise screen readers do not announce it. */}
      <div role="status">
        {error && (
          <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 font-medium text-danger text-xs">
            <CircleAlert className="mt-px size-4" />
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The text above a control. */
export const labelClass = 'mb-1 block font-semibold text-heading text-xs';

export type TextFieldProps = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix' | 'className'> & {
    /** Joined to the control on the left, such as ₦. */
    prefix?: ReactNode;
    /** Joined to the control on the right, such as kg. */
    suffix?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

const affixClass = 'flex shrink-0 items-center border border-control bg-quiet px-3 text-secondary';

/** A single-line text field. A password field has a button that shows the password. */
export function TextField({
  label,
  labelHidden,
  optional,
  hint,
  error,
  className,
  prefix,
  suffix,
  type = 'text',
  id: givenId,
  ...input
}: TextFieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  return (
    <Field {...{ id, label, labelHidden, optional, hint, error, className }}>
      <div className="relative flex">
        {prefix !== undefined && <span className={cx(affixClass, 'rounded-l-sm border-r-0')}>{prefix}</span>}
        <input
          {...input}
          id={id}
          {...describedBy(id, { hint, error })}
          type={isPassword && revealed ? 'text' : type}
          className={cx(
            controlClass,
            isPassword && 'pr-11',
            prefix !== undefined && 'rounded-l-none',
            suffix !== undefined && 'rounded-r-none',
          )}
        />
        {suffix !== undefined && <span className={cx(affixClass, 'rounded-r-sm border-l-0')}>{suffix}</span>}
        {isPassword && (
          <button
            type="button"
            aria-label={revealed ? 'Hide password' : 'Show password'}
            aria-pressed={revealed}
            aria-controls={id}
            onClick={() => setRevealed(!revealed)}
            className="absolute inset-y-0.5 right-0.5 flex w-10 items-center justify-center rounded-sm text-heading"
          >
            {revealed ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </button>
        )}
      </div>
    </Field>
  );
}

export type SelectFieldProps = FieldText &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & {
    options: readonly { value: string; label: string }[];
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser's own select, which is best on phones. */
export function SelectField({
  label,
  labelHidden,
  optional,
  hint,
  error,
  className,
  options,
  id: givenId,
  ...select
}: SelectFieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Field {...{ id, label, labelHidden, optional, hint, error, className }}>
      <select {...select} id={id} {...describedBy(id, { hint, error })} className={controlClass}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

export type TextAreaProps = FieldText &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { ref?: Ref<HTMLTextAreaElement> };

/** A multi-line text field. */
export function TextArea({
  label,
  labelHidden,
  optional,
  hint,
  error,
  className,
  id: givenId,
  rows = 3,
  ...area
}: TextAreaProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Field {...{ id, label, labelHidden, optional, hint, error, className }}>
      <textarea
        {...area}
        id={id}
        {...describedBy(id, { hint, error })}
        rows={rows}
        className={cx(controlClass, 'h-auto min-h-16 resize-y py-2')}
      />
    </Field>
  );
}

const checkClass = 'size-5 shrink-0 cursor-pointer accent-action focus-visible:outline-3 focus-visible:outline-focus';

/** A checkbox or radio button with its label beside it. */
export function Choice({
  label,
  hint,
  type = 'checkbox',
  className,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  type?: 'checkbox' | 'radio';
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <label className={cx('flex min-h-(--ctl) cursor-pointer items-start gap-2.5 py-2', className)}>
      <input {...input} type={type} className={checkClass} />
      <span>
        {label}
        {hint && <span className="block text-muted text-xs">{hint}</span>}
      </span>
    </label>
  );
}

/** A checkbox of a row, whose name only screen readers get. The area that can be touched is larger than the box. */
export function RowCheckbox({
  label,
  isPartial = false,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & { label: string; isPartial?: boolean }) {
  return (
    <label className="-m-3 inline-grid size-11 cursor-pointer place-items-center align-middle">
      <input
        {...input}
        type="checkbox"
        aria-label={label}
        className={checkClass}
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
      />
    </label>
  );
}
