import { ChevronDown } from 'lucide-react';
import { type SelectHTMLAttributes, useId } from 'react';
import { cx } from './cx.ts';
import { controlClass, Field, type FieldText, fieldAria } from './field.tsx';

export interface SelectProps extends FieldText, SelectHTMLAttributes<HTMLSelectElement> {
  /** The text of the first, empty option. */
  placeholder?: string | undefined;
  /** Why nothing can be chosen yet ("Choose a region first"); disables the field. */
  disabledReason?: string | undefined;
  /** Shows the label inside the box, above the value: for toolbars. */
  labelInside?: boolean | undefined;
  ref?: React.Ref<HTMLSelectElement>;
}

/** A native select, styled as a field; `children` are its options. */
export function Select({
  label,
  labelHidden,
  hint,
  error,
  placeholder,
  disabledReason,
  labelInside = false,
  className,
  id: givenId,
  children,
  ...select
}: SelectProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const disabled = disabledReason !== undefined || select.disabled;
  return (
    <Field
      {...{ id, label, labelHidden: labelHidden || labelInside, hint, error, className, required: select.required }}
    >
      <div className="relative">
        {labelInside && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-4 top-1 truncate text-2xs text-secondary leading-4"
          >
            {label}
          </span>
        )}
        <select
          {...select}
          {...fieldAria(id, { hint, error })}
          disabled={disabled}
          {...(disabledReason === undefined ? {} : { value: '', onChange: () => {} })}
          className={cx(controlClass, 'appearance-none truncate pr-11 pl-4', labelInside && 'pt-4 text-sm')}
        >
          {disabledReason === undefined ? (
            placeholder !== undefined && <option value="">{placeholder}</option>
          ) : (
            <option value="">{disabledReason}</option>
          )}
          {disabledReason === undefined && children}
        </select>
        <ChevronDown
          className={cx(
            'pointer-events-none absolute top-3.5 right-3.5 size-5',
            disabled ? 'text-muted' : 'text-heading',
          )}
        />
      </div>
    </Field>
  );
}
