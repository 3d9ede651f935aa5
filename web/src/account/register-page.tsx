import { register } from '@sokuwa/contract/account/account.endpoints.ts';
import { EMAIL_MAX, isEmail, NAME_MAX, PASSWORD_MIN, passwordLength } from '@sokuwa/contract/account/account.rules.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { EmailField } from '@sokuwa/ui/email-field.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { registerError } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, FormPageSuccess, formPageLinkClass } from './form-page.tsx';
import { GoogleSignIn } from './google-sign-in.tsx';
import { PasswordFields } from './password-fields.tsx';
import { useRedirectWhenSignedIn } from './use-redirect-when-signed-in.ts';

/** The registration page. @param next path to return to after the login */
export function RegisterPage({ next }: { next: string | undefined }) {
  useRedirectWhenSignedIn(next);
  const [registered, setRegistered] = useState<string>();
  const search = readReturnSearch({ next });
  if (registered !== undefined)
    return (
      <FormPage>
        <FormPageSuccess
          icon={<MailCheck />}
          title="Verify Your Email"
          action={
            <>
              <Link to="/login" search={search} className={buttonClass()}>
                Back To Login
              </Link>
              <Link to="/confirm-email" search={search} state={{ email: registered }} className={formPageLinkClass}>
                Send the mail again
              </Link>
            </>
          }
        >
          <p>
            A verification email was sent to <strong className="text-heading">{registered}</strong>. Open the link in
            it, and you can log in.
          </p>
          <p className="text-base">No email after a few minutes? Check your spam folder.</p>
        </FormPageSuccess>
      </FormPage>
    );
  return (
    <FormPage>
      <FormPageHeading title="Create an account">
        One account for carts, orders and sellers on {brand.name}.
      </FormPageHeading>
      <RegisterForm next={next} onRegistered={setRegistered} />
      <GoogleSignIn next={next} />
      <p className="mt-6">
        Have an account?{' '}
        <Link to="/login" search={search} className={formPageLinkClass}>
          Log in
        </Link>
      </p>
    </FormPage>
  );
}

const MUST_MATCH = 'Passwords do not match';

/** Validates the form before it is sent (ACCOUNT-41 to ACCOUNT-45). */
const validateFields = (
  input: Record<'first_name' | 'last_name' | 'email' | 'password' | 'confirm_password', string>,
) => ({
  ...(input.first_name === '' && { first_name: 'Enter your first name' }),
  ...(input.last_name === '' && { last_name: 'Enter your last name' }),
  ...(input.email === ''
    ? { email: 'Enter your email address' }
    : !isEmail(input.email) && { email: 'Enter an email address such as name@example.com' }),
  ...(input.password === ''
    ? { password: 'Enter a password' }
    : passwordLength(input.password) < PASSWORD_MIN && {
        password: `Password must be at least ${PASSWORD_MIN} characters`,
      }),
  ...(input.confirm_password === ''
    ? { confirm_password: 'Enter the password again' }
    : input.confirm_password !== input.password && { confirm_password: MUST_MATCH }),
});

function RegisterForm({ next, onRegistered }: { next: string | undefined; onRegistered: (email: string) => void }) {
  const search = readReturnSearch({ next });
  const api = useApi();
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const body = {
      first_name: getText(values, 'first_name').trim(),
      last_name: getText(values, 'last_name').trim(),
      email: getText(values, 'email').trim(),
      password: getText(values, 'password'),
      confirm_password: getText(values, 'confirm_password'),
    };
    const fields = validateFields(body);
    if (Object.keys(fields).length > 0) return { fields };
    try {
      await api.call(register, { query: search, body });
    } catch (error) {
      return toFormErrors(error, body.email, search);
    }
    toast.success('Registration successful');
    onRegistered(body.email);
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          label="First Name"
          name="first_name"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          aria-required
          error={errors.first_name}
        />
        <TextField
          label="Last Name"
          name="last_name"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          aria-required
          error={errors.last_name}
        />
      </div>
      <EmailField maxLength={EMAIL_MAX} error={errors.email} />
      <PasswordFields label="Password" name="password" errors={errors} />
      {failure}
      <Button type="submit" size="lg" block busy={busy}>
        Sign Up
      </Button>
    </form>
  );
}

const toFormErrors = (error: unknown, email: string, search: { next?: string }): FormErrors => {
  const { text, field } = registerError(error);
  if (field === 'password') return { fields: { password: text } };
  if (field === 'email')
    return {
      failure: (
        <FormPageError>
          <p>{text}</p>
          <p className="flex flex-wrap gap-x-5">
            <Link to="/login" search={search} className={textLinkClass}>
              Log in
            </Link>
            <Link to="/confirm-email" search={search} state={{ email }} className={textLinkClass}>
              Send the mail again
            </Link>
          </p>
        </FormPageError>
      ),
      fields: {},
    };
  return { failure: <FormPageError>{text}</FormPageError>, fields: fieldErrors(error) };
};
