import { verifyEmail, verifyEmailWithPassword } from '@sokuwa/contract/account/account.endpoints.ts';
import { ApiError } from '@sokuwa/contract/api-client.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextField } from '@sokuwa/ui/text-field.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { describeVerifyEmailError, isUnusableLink } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, formPageLinkClass } from './form-page.tsx';
import { RedirectToLogin } from './redirect-to-login.tsx';

/**
 * The page of the emailed verification link. It requires a click, because email scanners follow links.
 * @param next path to return to after the login
 */
export function VerifyEmailPage({ uidb64, token, next }: Record<'uidb64' | 'token' | 'next', string | undefined>) {
  const search = readReturnSearch({ next });
  const [verified, setVerified] = useState(false);
  return (
    <FormPage>
      {verified ? (
        <RedirectToLogin title="Email verified" next={next}>
          <p role="status">Email verification successful! You can now login.</p>
        </RedirectToLogin>
      ) : (
        <>
          <FormPageHeading title="Verify your email">
            {uidb64 && token
              ? 'Confirm that this email address is yours. Then you can log in.'
              : 'Open the complete link from the email that we sent you.'}
          </FormPageHeading>
          {uidb64 && token && (
            <VerifyForm uidb64={uidb64} token={token} next={next} onVerified={() => setVerified(true)} />
          )}
          <p className="mt-5 flex flex-wrap gap-x-6">
            <Link to="/confirm-email" search={search} className={formPageLinkClass}>
              Ask for a new link
            </Link>
            <Link to="/login" search={search} className={formPageLinkClass}>
              Back to Login
            </Link>
          </p>
        </>
      )}
    </FormPage>
  );
}

type VerifyFormProps = { uidb64: string; token: string; next: string | undefined; onVerified: () => void };

/** In another browser than the one that registered, the server asks for the password (ACCOUNT-145). */
function VerifyForm({ uidb64, token, next, onVerified }: VerifyFormProps) {
  const api = useApi();
  const [needsPassword, setNeedsPassword] = useState(false);
  const [needsNewLink, setNeedsNewLink] = useState(false);
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const params = { uidb64, token };
    const password = getText(values, 'password');
    if (needsPassword && password === '') return { fields: { password: 'Enter your password' } };
    try {
      if (needsPassword) await api.call(verifyEmailWithPassword, { params, body: { password } });
      else await api.call(verifyEmail, { params, headers: { 'x-same-browser': 'required' } });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'password_required') {
        setNeedsPassword(true);
        return undefined;
      }
      if (code === 'password_wrong') return { fields: { password: describeVerifyEmailError(error) } };
      setNeedsNewLink(isUnusableLink(error));
      return { failure: <FormPageError>{describeVerifyEmailError(error)}</FormPageError> };
    }
    onVerified();
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      {needsPassword && <PasswordStep next={next} error={errors.password} />}
      {failure}
      <Button type="submit" size="lg" block busy={busy} variant={needsNewLink ? 'secondary' : 'primary'}>
        Confirm Email
      </Button>
    </form>
  );
}

function PasswordStep({ next, error }: { next: string | undefined; error: string | undefined }) {
  return (
    <>
      <div role="status" className="grid gap-2">
        <p>
          This is not the browser in which the account was created. Please enter its password, so that we know that the
          account is yours.
        </p>
        <p>
          You do not know the password, or you did not create the account?{' '}
          <Link
            to="/forgot-password"
            search={readReturnSearch({ next })}
            className={`${textLinkClass} inline-flex min-h-11 items-center`}
          >
            Set a new password
          </Link>
        </p>
      </div>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        // The visitor has just pressed the button, and this field is required to continue.
        autoFocus
        aria-required
        error={error}
      />
    </>
  );
}
