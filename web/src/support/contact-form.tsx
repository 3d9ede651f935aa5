import { EMAIL_MAX, isEmail, NAME_MAX } from '@sokuwa/contract/account/account.rules.ts';
import { CONTENT_MAX, SUBJECT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import { sendToSupport } from '@sokuwa/contract/support/support.endpoints.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { EmailField } from '@sokuwa/ui/email-field.tsx';
import { TextArea, TextField } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { contactFailure } from './contact-texts.ts';

/** The contact form. It is empty again after a message is sent. */
export function ContactForm() {
  const [sentCount, setSentCount] = useState(0);
  return (
    <div className="min-w-0 max-w-(--container-prose)">
      <Form key={sentCount} isSent={sentCount > 0} onSent={() => setSentCount(sentCount + 1)} />
    </div>
  );
}

const REQUIRED_TEXTS = {
  fullName: 'Please fill in your full name',
  email: 'Please fill in your email address',
  subject: 'Please fill in your subject',
  message: 'Please fill in your message',
};
type Values = Record<keyof typeof REQUIRED_TEXTS, string>;
const NAMES = ['fullName', 'email', 'subject', 'message'] as const;

/** Field errors found before the request (SUPPORT-8, SUPPORT-9). */
const validateFields = (values: Values): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const name of NAMES) if (values[name] === '') errors[name] = REQUIRED_TEXTS[name];
  if (errors.email === undefined && !isEmail(values.email)) errors.email = 'Please enter a valid email address';
  return errors;
};

/** The field errors of the server, by the form's field names. */
const serverFieldErrors = (error: unknown): Record<string, string> => {
  const { full_name, content, ...others } = fieldErrors(error);
  return {
    ...others,
    ...(full_name !== undefined && { fullName: full_name }),
    ...(content !== undefined && { message: content }),
  };
};

function Form({ isSent, onSent }: { isSent: boolean; onSent: () => void }) {
  const api = useApi();
  const [isEdited, setIsEdited] = useState(false);
  const { form, errors, failure, busy } = useForm(async (formValues): Promise<FormErrors | undefined> => {
    setIsEdited(true);
    const text = (name: keyof Values) => getText(formValues, name).trim();
    const values: Values = {
      fullName: text('fullName'),
      email: text('email'),
      subject: text('subject'),
      message: text('message'),
    };
    const fields = validateFields(values);
    if (Object.keys(fields).length > 0) return { fields };
    const { fullName: full_name, email, subject, message: content } = values;
    try {
      await api.call(sendToSupport, { body: { full_name, email, subject, content }, successStatuses: [200, 201] });
    } catch (error) {
      return { failure: <FailureAlert {...contactFailure(error)} />, fields: serverFieldErrors(error) };
    }
    toast.success('Message sent successfully!');
    onSent();
    return undefined;
  });
  return (
    <form {...form} aria-label="Contact Us" className="grid gap-5" onChange={() => setIsEdited(true)}>
      {isSent && !isEdited && (
        <Alert kind="success">
          <p className="font-semibold">Message Delivered Successfully!</p>
          <p>Our team will get back to you soon. Thank you for reaching out!</p>
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          label="Full Name"
          name="fullName"
          autoComplete="name"
          maxLength={2 * NAME_MAX}
          aria-required
          error={errors.fullName}
        />
        <EmailField maxLength={EMAIL_MAX} error={errors.email} />
      </div>
      <TextField
        label="Subject"
        name="subject"
        autoComplete="off"
        maxLength={SUBJECT_MAX}
        aria-required
        error={errors.subject}
      />
      <TextArea label="Message" name="message" rows={7} maxLength={CONTENT_MAX} aria-required error={errors.message} />
      {failure}
      <noscript>
        <Alert kind="warning">This form needs JavaScript. Please turn it on, or write to us by email.</Alert>
      </noscript>
      <div>
        <Button type="submit" size="lg" busy={busy} icon={<Send className="size-5" />}>
          {busy ? 'Sending Message' : 'Send Message'}
        </Button>
      </div>
    </form>
  );
}

function FailureAlert({ text, code }: { text: string; code: string }) {
  return (
    <Alert kind="error">
      <p className="font-semibold">Error Sending Message</p>
      <p>{text}</p>
      <p className="text-sm">Error Code: {code}</p>
    </Alert>
  );
}
