import { confirmPasswordReset } from '@sokuwa/contract/account/account.endpoints.ts';
import { PASSWORD_MIN } from '@sokuwa/contract/account/account.rules.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { TextField } from '../ui/text-field.tsx';
import { textLinkClass } from '../ui/text-link.ts';
import { toast } from '../ui/toast.ts';
import { type FormProblems, textOf, useForm } from '../ui/use-form.ts';
import { isDeadLink, resetFailure } from './account-texts.ts';
import { useLoginSoon } from './entry-hooks.ts';
import { EntryDone, EntryFailure, EntryHead, EntryPage, entryLinkClass } from './entry-page.tsx';
import { tokens } from './token-store.ts';

type MailedLink = { uid: string | undefined; token: string | undefined };

/** Where the mailed link leads: a new password. */
export function ResetPasswordPage({ uid, token }: MailedLink) {
  const [done, setDone] = useState(false);
  useLoginSoon(done);
  return (
    <EntryPage>
      {done ? (
        <EntryDone
          icon={<CircleCheck />}
          title="Password changed"
          action={
            <Link to="/login" className={buttonClass()}>
              Log in
            </Link>
          }
        >
          <p>Your new password is set, and every device that was signed in is signed out.</p>
        </EntryDone>
      ) : (
        <>
          <EntryHead title="Set a new password">It ends every sign-in that your account has now.</EntryHead>
          <ResetForm uid={uid} token={token} onDone={() => setDone(true)} />
          <p className="mt-5">
            <Link to="/login" className={entryLinkClass}>
              Back to Login
            </Link>
          </p>
        </>
      )}
    </EntryPage>
  );
}

const EMPTY = 'Please fill in all password fields.';
const DIFFER = 'Passwords do not match. Check your passwords and try again.';
const NO_LINK = 'UID and token are required to reset the password.';

function ResetForm({ uid, token, onDone }: MailedLink & { onDone: () => void }) {
  const { api } = useRouter().options.context;
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormProblems | undefined> => {
    const password = textOf(values, 'new_password');
    const again = textOf(values, 'confirm_password');
    if (password === '' || again === '')
      return { fields: password === '' ? { new_password: EMPTY } : { confirm_password: EMPTY } };
    if (password !== again) return { fields: { confirm_password: DIFFER } };
    if (!uid || !token) return { failure: <Failure text={NO_LINK} dead /> };
    try {
      await api.call(confirmPasswordReset, { body: { uid, token, new_password: password } });
    } catch (error) {
      return { failure: <Failure text={resetFailure(error)} dead={isDeadLink(error)} /> };
    }
    // It has ended with all the others; the login would take it for a sign-in.
    const ended = tokens.get();
    if (ended !== null) tokens.drop(ended);
    toast.success('Password reset was successful! You can now log in.');
    onDone();
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      <TextField
        label="New Password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters`}
        aria-required
        error={errors.new_password}
      />
      <TextField
        label="Confirm New Password"
        name="confirm_password"
        type="password"
        autoComplete="new-password"
        aria-required
        error={errors.confirm_password}
      />
      {failure}
      <Button type="submit" size="lg" block busy={busy}>
        Reset Password
      </Button>
    </form>
  );
}

function Failure({ text, dead }: { text: string; dead: boolean }) {
  return (
    <EntryFailure>
      <p>{text}</p>
      {dead && (
        <p>
          <Link to="/forgot-password" className={textLinkClass}>
            Ask for a new link
          </Link>
        </p>
      )}
    </EntryFailure>
  );
}
