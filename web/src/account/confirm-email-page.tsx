import { resendVerification } from '@sokuwa/contract/account/account.endpoints.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { describeResendError } from './account-texts.ts';
import { EmailForm } from './email-form.tsx';
import { FormPage, FormPageHeading, FormPageSuccess, formPageLinkClass } from './form-page.tsx';
import { rememberEmail } from './remembered-email.ts';

/**
 * The page that sends the verification email again.
 * @param next path to return to after the login
 */
export function ConfirmEmailPage({ next }: { next: string | undefined }) {
  const search = readReturnSearch({ next });
  const api = useApi();
  const [sent, setSent] = useState<string>();
  return (
    <FormPage>
      {sent === undefined ? (
        <>
          <FormPageHeading title="Confirm your email">We will send you the verification email again.</FormPageHeading>
          <EmailForm
            button="Confirm"
            send={(email) => {
              rememberEmail(email);
              return api.call(resendVerification, { query: search, body: { email } });
            }}
            getErrorText={describeResendError}
            onSent={(email) => {
              toast.success('Verification link sent successfully. Please check your mail!');
              setSent(email);
            }}
          />
          <p className="mt-5">
            Already verified?{' '}
            <Link to="/login" search={search} className={formPageLinkClass}>
              Log in
            </Link>
          </p>
        </>
      ) : (
        <FormPageSuccess
          icon={<MailCheck />}
          title="Check your email"
          action={
            <Link to="/login" search={search} className={buttonClass()}>
              Back To Login
            </Link>
          }
        >
          <p>
            A verification email was sent to <strong className="text-heading">{sent}</strong>. Its link is valid for one
            day, and links that we sent before still work too.
          </p>
        </FormPageSuccess>
      )}
    </FormPage>
  );
}
