import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId, useState } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText, fieldAria } from './field.tsx';

export interface TextFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** Before the text: ₦, +234, an icon of 20 px. */
  prefix?: ReactNode;
  /** Less room around the text, for a pair in a narrow column. */
  dense?: boolean | undefined;
  /** Why it can't be filled yet; disables the field and takes the placeholder's place. */
  disabledReason?: string | undefined;
  ref?: React.Ref<HTMLInputElement>;
}

/** One line of text. A password field gets a button that shows what was typed. */
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
  const madeId = useId();
  const id = givenId ?? madeId;
  const [shown, setShown] = useState(false);
  const password = type === 'password';
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
          type={password && shown ? 'text' : type}
          {...(disabledReason ? { disabled: true, placeholder: disabledReason } : {})}
          className={cx(
            controlClass,
            'read-only:bg-quiet',
            dense ? 'pr-2' : password ? 'pr-12' : 'pr-4',
            prefix === undefined ? 'pl-4' : dense ? 'pl-8' : 'pl-11',
          )}
        />
        {password && (
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            aria-controls={id}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 flex w-11 items-center justify-center rounded-sm text-heading"
          >
            {shown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </button>
        )}
      </div>
    </Field>
  );
}

export interface TextAreaProps extends FieldText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: React.Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
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
  const madeId = useId();
  const id = givenId ?? madeId;
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
