import { ADDRESS_LINE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import { TextField, type TextFieldProps } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import type { FormEvent } from 'react';

/**
 * A line of an address, which carriers print on a label: what is longer is cut, and that is said (ADDRESS-11,
 * ADDRESS-12).
 */
export function AddressLine({ label, ...field }: TextFieldProps & { label: string }) {
  const cut = ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    // A word that is being composed is not there yet.
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
    if (input.value.length <= ADDRESS_LINE_MAX) return;
    // Half a character at the end would be none.
    input.value = input.value.slice(0, ADDRESS_LINE_MAX).replace(/[\uD800-\uDBFF]$/, '');
    toast.error(`${label} exceeds the maximum length of ${ADDRESS_LINE_MAX} characters.`);
  };
  return <TextField {...field} label={label} onInput={cut} onCompositionEnd={cut} />;
}
