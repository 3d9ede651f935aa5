import { PASSWORD_MIN } from '@sokuwa/contract/account/account.rules.ts';
import { TextField } from '@sokuwa/ui/text-field.tsx';

type PasswordFieldsProps = {
  label: string;
  name: string;
  /** Errors by field name; the second field is `confirm_password`. */
  errors: Record<string, string | undefined>;
};

/** The fields of a new password and its confirmation. */
export function PasswordFields({ label, name, errors }: PasswordFieldsProps) {
  const passwordProps = { type: 'password', autoComplete: 'new-password', 'aria-required': true } as const;
  return (
    <>
      <TextField
        label={label}
        name={name}
        hint={`At least ${PASSWORD_MIN} characters`}
        error={errors[name]}
        {...passwordProps}
      />
      <TextField
        label={`Confirm ${label}`}
        name="confirm_password"
        error={errors.confirm_password}
        {...passwordProps}
      />
    </>
  );
}
