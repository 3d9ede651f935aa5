import { requestPasswordReset } from '@sokuwa/contract/account/account.endpoints.ts';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { describeResetRequestError } from './account-texts.ts';
import { EmailForm } from './email-form.tsx';
import { FormPage, FormPageHeading, FormPageSuccess, formPageLinkClass } from './form-page.tsx';

/**
 * The forgotten-password page.
 * @param next path to return to after the login
 */
export function ForgotPasswordPage({ next }: { next: string | undefined }) {
  const search = readReturnSearch({ next });
  const api = useApi();
  const [sent, setSent] = useState<string>();
  return (
    <FormPage>
      {sent === undefined ? (
        <>
          <FormPageHeading title="Forgot your password?">
            Enter the email address of your account. We send you a link that sets a new password.
          </FormPageHeading>
          <EmailForm
            button="Request Reset Link"
            send={(email) => api.call(requestPasswordReset, { query: search, body: { email } })}
            getErrorText={describeResetRequestError}
            onSent={(email) => {
              toast.success('Password reset link sent successfully. Please check your mail!');
              setSent(email);
            }}
          />
          <p className="mt-5">
            <Link to="/login" search={search} className={formPageLinkClass}>
              Back to Login
            </Link>
          </p>
        </>
      ) : (
        <FormPageSuccess
          icon={<MailCheck />}
          title="Check Your Inbox"
          action={
            <Link to="/" className={buttonClass()}>
              Back To Home
            </Link>
          }
        >
          <p>
            A link that sets a new password was sent to <strong className="text-heading">{sent}</strong>. It is valid
            for one hour, and links that we sent before still work too.
          </p>
        </FormPageSuccess>
      )}
    </FormPage>
  );
}
