import { confirmPasswordReset } from '@sokuwa/contract/account/account.endpoints.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { readReturnSearch } from '../lib/login-redirect.ts';
import { tokens } from '../lib/token-store.ts';
import { describeResetPasswordError, isRefusedPassword, isUnusableLink } from './account-texts.ts';
import { FormPage, FormPageError, FormPageHeading, formPageLinkClass } from './form-page.tsx';
import { PasswordFields } from './password-fields.tsx';
import { RedirectToLogin } from './redirect-to-login.tsx';

/** The parameters of the emailed link. `next` is the path to return to after the login. */
type MailedLink = Record<'uid' | 'token' | 'next', string | undefined>;

/** The page of the mailed reset link. */
export function ResetPasswordPage({ uid, token, next }: MailedLink) {
  const search = readReturnSearch({ next });
  const [done, setDone] = useState(false);
  return (
    <FormPage>
      {done ? (
        <RedirectToLogin title="Password changed" next={next}>
          <p>Your new password is set, and every device that was signed in is signed out.</p>
        </RedirectToLogin>
      ) : (
        <>
          <FormPageHeading title="Set a new password">This signs you out on every device.</FormPageHeading>
          <ResetForm {...{ uid, token, next }} onDone={() => setDone(true)} />
          <p className="mt-5">
            <Link to="/login" search={search} className={formPageLinkClass}>
              Back to Login
            </Link>
          </p>
        </>
      )}
    </FormPage>
  );
}

const PASSWORD_MISSING = 'Please fill in all password fields.';
const PASSWORDS_DIFFER = 'Passwords do not match. Check your passwords and try again.';
const LINK_MISSING = 'UID and token are required to reset the password.';

function ResetForm({ uid, token, next, onDone }: MailedLink & { onDone: () => void }) {
  const api = useApi();
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const password = getText(values, 'new_password');
    const confirmation = getText(values, 'confirm_password');
    if (password === '' || confirmation === '')
      return { fields: password === '' ? { new_password: PASSWORD_MISSING } : { confirm_password: PASSWORD_MISSING } };
    if (password !== confirmation) return { fields: { confirm_password: PASSWORDS_DIFFER } };
    if (!uid || !token) return { failure: <Failure text={LINK_MISSING} next={next} needsNewLink /> };
    try {
      await api.call(confirmPasswordReset, { body: { uid, token, new_password: password } });
    } catch (error) {
      const text = describeResetPasswordError(error);
      if (isRefusedPassword(error)) return { fields: { new_password: text } };
      return { failure: <Failure text={text} next={next} needsNewLink={isUnusableLink(error)} /> };
    }
    // The reset has ended this session too, so remove its token before the login page sees it.
    const endedToken = tokens.get();
    if (endedToken !== null) tokens.remove(endedToken);
    toast.success('Password reset was successful! You can now log in.');
    onDone();
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      <PasswordFields label="New Password" name="new_password" errors={errors} />
      {failure}
      <Button type="submit" size="lg" block busy={busy}>
        Reset Password
      </Button>
    </form>
  );
}

function Failure({ text, next, needsNewLink }: { text: string; next: string | undefined; needsNewLink: boolean }) {
  return (
    <FormPageError>
      <p>{text}</p>
      {needsNewLink && (
        <p>
          <Link to="/forgot-password" search={readReturnSearch({ next })} className={textLinkClass}>
            Ask for a new link
          </Link>
        </p>
      )}
    </FormPageError>
  );
}
