import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

/** The visitor's own email address: with autofill, without capitalization or spelling corrections. */
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
