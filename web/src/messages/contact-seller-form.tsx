import { contactMerchant } from '@sokuwa/contract/messages/messages.endpoints.ts';
import { CONTENT_MAX, SUBJECT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextArea, TextField } from '@sokuwa/ui/text-field.tsx';
import { textLinkClass } from '@sokuwa/ui/text-link-class.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type FormErrors, getText, useForm } from '@sokuwa/ui/use-form.ts';
import { Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../lib/api.ts';
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useToken } from '../lib/token-store.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { contactSellerFailure, type Failure } from './message-texts.ts';

/**
 * Writes to the merchant of a product (MESSAGE-35 to MESSAGE-50).
 * @param prompt the way to sign in, shown where there is no token, or none that is good any more
 */
export function ContactSellerForm({
  product,
  storeName,
  prompt,
}: {
  product: number | undefined;
  storeName: string;
  prompt: ReactNode;
}) {
  const signedIn = useToken() !== null;
  const [ended, setEnded] = useState<Failure>();
  const [sent, setSent] = useState(0);
  if (!signedIn || ended)
    return (
      <div className="grid max-w-(--container-prose) gap-5">
        {ended && <FailureNote failure={ended} />}
        {prompt}
      </div>
    );
  return (
    <div className="max-w-(--container-prose)">
      {/* Another form once one was sent: its fields are empty. */}
      <Form
        key={sent}
        {...{ product, storeName }}
        onSent={() => setSent(sent + 1)}
        onEnded={setEnded}
        sent={sent > 0}
      />
    </div>
  );
}

function FailureNote({ failure: { text, code } }: { failure: Failure }) {
  return (
    <Alert kind="error">
      <p>{text}</p>
      <p className="text-sm">Error Code: {code}</p>
    </Alert>
  );
}

function Form({
  product,
  storeName,
  sent,
  onSent,
  onEnded,
}: {
  product: number | undefined;
  storeName: string;
  /** Whether one was sent just before. */
  sent: boolean;
  onSent: () => void;
  onEnded: (failure: Failure) => void;
}) {
  const api = useApi();
  const [typing, setTyping] = useState(false);
  const draft = (name: string) => `seller ${product} ${name}`;
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const subject = getText(values, 'subject').trim();
    const content = getText(values, 'content').trim();
    const fields = {
      ...(subject === '' && { subject: 'Subject is required' }),
      ...(content === '' && { content: 'Message content is required' }),
    };
    if (Object.keys(fields).length > 0) return { fields };
    if (product === undefined) return { failure: <Alert kind="error">Product ID is required and not found</Alert> };
    try {
      await api.call(contactMerchant, { body: { subject, content, product }, successStatuses: [200, 201] });
    } catch (error) {
      const why = contactSellerFailure(error);
      if (error instanceof ApiError && error.status === 401) onEnded(why);
      return { failure: <FailureNote failure={why} />, fields: fieldErrors(error) };
    }
    for (const name of ['subject', 'content']) keepDraft(draft(name), '');
    toast.success('Message sent successfully');
    onSent();
    return undefined;
  });
  const keep = (name: string) => ({
    name,
    defaultValue: readDraft(draft(name)),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyping(true);
      keepDraft(draft(name), target.value);
    },
  });
  return (
    <form {...form} aria-label={`Write to ${storeName}`} className="grid gap-5">
      {sent && !typing && (
        <Alert kind="success">
          <p className="font-semibold">Message Delivered Successfully!</p>
          <p>
            You find it, and the answer, in your{' '}
            <PageLink path="/inbox" className={textLinkClass}>
              inbox
            </PageLink>
            .
          </p>
        </Alert>
      )}
      <TextField
        label="Subject"
        {...keep('subject')}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        aria-required
        error={errors.subject}
      />
      <TextArea
        label="Message"
        {...keep('content')}
        rows={6}
        maxLength={CONTENT_MAX}
        placeholder={`Write to ${storeName}...`}
        aria-required
        error={errors.content}
      />
      {failure}
      <div>
        <Button type="submit" busy={busy} icon={<Send className="size-5" />}>
          {busy ? 'Sending Message' : 'Send Message'}
        </Button>
      </div>
    </form>
  );
}
