import { verifyEmail } from '@sokuwa/contract/account/account.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { type FormErrors, useForm } from '@sokuwa/ui/use-form.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeVerifyEmailError, isUnusableLink } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, formPageLinkClass } from './form-page.tsx';
import { RedirectToLogin } from './redirect-to-login.tsx';

/**
 * The page of the mailed verification link. It needs a click, because mail scanners follow links.
 * @param next path to return to after the login
 */
export function VerifyEmailPage({ uidb64, token, next }: Record<'uidb64' | 'token' | 'next', string | undefined>) {
  const search = next === undefined ? {} : { next };
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
          {uidb64 && token && <ConfirmForm uidb64={uidb64} token={token} onVerified={() => setVerified(true)} />}
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

function ConfirmForm({ uidb64, token, onVerified }: { uidb64: string; token: string; onVerified: () => void }) {
  const api = useApi();
  const [needsNewLink, setNeedsNewLink] = useState(false);
  const { form, failure, busy } = useForm(async (): Promise<FormErrors | undefined> => {
    try {
      await api.call(verifyEmail, { params: { uidb64, token } });
    } catch (error) {
      setNeedsNewLink(isUnusableLink(error));
      return { failure: <FormPageError>{describeVerifyEmailError(error)}</FormPageError> };
    }
    onVerified();
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      {failure}
      <Button type="submit" size="lg" block busy={busy} variant={needsNewLink ? 'secondary' : 'primary'}>
        Confirm Email
      </Button>
    </form>
  );
}
