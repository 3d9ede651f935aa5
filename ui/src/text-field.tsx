import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText, fieldAria } from './field.tsx';

export interface TextFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** Before the text: "₦", "+234" or an icon of 20 px. */
  prefix?: ReactNode;
  /** Less padding, for two fields side by side in a narrow column. */
  dense?: boolean | undefined;
  /** Why it cannot be filled yet; disables the field and replaces the placeholder. */
  disabledReason?: string | undefined;
  ref?: React.Ref<HTMLInputElement>;
}

/** A single-line text field. A password field has a button that shows the password. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  prefix,
  dense = false,
  disabledReason,
  className,
  type = 'text',
  id: givenId,
  ...input
}: TextFieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  return (
    <Field {...{ id, label, labelHidden, hint, error, className, required: input.required }}>
      <div className="relative">
        {prefix !== undefined && (
          <span
            aria-hidden="true"
            className={cx(
              'pointer-events-none absolute inset-y-0 left-0 flex items-center justify-center text-muted',
              dense ? 'w-8' : 'w-11',
            )}
          >
            {prefix}
          </span>
        )}
        <input
          {...input}
          {...fieldAria(id, { hint, error })}
          type={isPassword && revealed ? 'text' : type}
          {...(disabledReason ? { disabled: true, placeholder: disabledReason } : {})}
          className={cx(
            controlClass,
            'read-only:bg-quiet',
            dense ? 'pr-2' : isPassword ? 'pr-12' : 'pr-4',
            prefix === undefined ? 'pl-4' : dense ? 'pl-8' : 'pl-11',
          )}
        />
        {isPassword && (
          <button
            type="button"
            aria-label={revealed ? 'Hide password' : 'Show password'}
            aria-pressed={revealed}
            aria-controls={id}
            disabled={input.disabled}
            onClick={() => setRevealed(!revealed)}
            className="absolute inset-y-0.5 right-0.5 flex w-11 items-center justify-center rounded-sm text-heading"
          >
            {revealed ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </button>
        )}
      </div>
    </Field>
  );
}

export interface TextAreaProps extends FieldText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: React.Ref<HTMLTextAreaElement>;
}

/** A multi-line text field. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  className,
  id: givenId,
  rows = 4,
  ...area
}: TextAreaProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Field {...{ id, label, labelHidden, hint, error, className, required: area.required }}>
      <textarea
        {...area}
        {...fieldAria(id, { hint, error })}
        rows={rows}
        className={cx(controlClass, 'block h-auto min-h-24 px-4 py-3')}
      />
    </Field>
  );
}
