import { ADDRESS_LINE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import { TextField, type TextFieldProps } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import type { FormEvent } from 'react';

/**
 * An address line with a maximum length: longer text is truncated, with a toast (ADDRESS-11, ADDRESS-12).
 */
export function AddressLine({ label, ...field }: TextFieldProps & { label: string }) {
  const truncate = ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    // Ignore input during IME composition.
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
    if (input.value.length <= ADDRESS_LINE_MAX) return;
    // Do not cut a surrogate pair in half.
    input.value = input.value.slice(0, ADDRESS_LINE_MAX).replace(/[\uD800-\uDBFF]$/, '');
    toast.error(`${label} exceeds the maximum length of ${ADDRESS_LINE_MAX} characters.`);
  };
  return <TextField {...field} label={label} onInput={truncate} onCompositionEnd={truncate} />;
}
