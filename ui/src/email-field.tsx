import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** Where somebody types their own e-mail address: known to the browser, without capitals or corrections. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      {...props}
    />
  );
}
