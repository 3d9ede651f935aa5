import { EMAIL_MAX, isEmail } from '@sokuwa/contract/account/account.rules.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { EmailField } from '@sokuwa/ui/email-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { FormPageError } from './form-page.tsx';
import { useRememberedEmail } from './remembered-email.ts';

const INVALID_EMAIL =
  'The email address provided is invalid. Please enter a valid email address in the format "name@example.com".';

/**
 * A form with only an email field, which sends a mail.
 * @param send requests the mail
 * @param getErrorText returns the error text of a failed request
 */
export function EmailForm({
  button,
  send,
  getErrorText,
  onSent,
}: {
  button: string;
  send: (email: string) => Promise<unknown>;
  getErrorText: (error: unknown) => string;
  onSent: (email: string) => void;
}) {
  const field = useRememberedEmail();
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const email = getText(values, 'email').trim();
    if (!isEmail(email)) {
      toast.error('Invalid email address format');
      return { fields: { email: INVALID_EMAIL } };
    }
    try {
      await send(email);
    } catch (error) {
      return { failure: <FormPageError>{getErrorText(error)}</FormPageError> };
    }
    onSent(email);
    return undefined;
  });
  return (
    <form {...form} className="mt-7 grid gap-5">
      <EmailField ref={field} maxLength={EMAIL_MAX} error={errors.email} />
      {failure}
      <Button type="submit" size="lg" block busy={busy}>
        {button}
      </Button>
    </form>
  );
}
