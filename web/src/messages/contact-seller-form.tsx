import { ApiError } from '@sokuwa/contract/api-client.ts';
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
import { useApi } from '../lib/app-context.ts';
import { fieldErrors } from '../lib/field-errors.ts';
import { PageLink } from '../lib/page-link.tsx';
import { useToken } from '../lib/token-store.ts';
import { readDraft, storeDraft } from './drafts.ts';
import { describeContactFailure, type Failure } from './message-texts.ts';

/**
 * The form for a message to the merchant of a product (MESSAGE-35 to MESSAGE-50).
 * @param prompt the sign-in prompt, shown without a token and when the session has ended
 */
export function ContactSellerForm({
  productId,
  storeName,
  orderId,
  prompt,
}: {
  productId: number | undefined;
  storeName: string;
  /** The buyer's order that the message is about. */
  orderId?: string;
  prompt: ReactNode;
}) {
  const token = useToken();
  const [ended, setEnded] = useState<{ failure: Failure; token: string | null }>();
  // A new sign-in, also in another tab, shows the form again.
  if (ended && token !== null && token !== ended.token) setEnded(undefined);
  const [sentCount, setSentCount] = useState(0);
  if (token === null || ended)
    return (
      <div className="grid max-w-(--container-prose) gap-5">
        {ended && <FailureNote failure={ended.failure} />}
        {prompt}
      </div>
    );
  return (
    <div className="max-w-(--container-prose)">
      {/* A new key empties the fields after a message is sent. */}
      <Form
        key={sentCount}
        {...{ productId, storeName, orderId }}
        onSent={() => setSentCount(sentCount + 1)}
        onSessionEnd={(failure) => setEnded({ failure, token })}
        isSent={sentCount > 0}
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
  productId,
  storeName,
  orderId,
  isSent,
  onSent,
  onSessionEnd,
}: {
  productId: number | undefined;
  storeName: string;
  orderId: string | undefined;
  /** Whether a message has just been sent. */
  isSent: boolean;
  onSent: () => void;
  onSessionEnd: (failure: Failure) => void;
}) {
  const api = useApi();
  const [isEdited, setIsEdited] = useState(false);
  const draftKey = (field: string) => `${orderId === undefined ? '' : `order ${orderId} `}seller ${productId} ${field}`;
  const initialTexts: Record<string, string> = orderId === undefined ? {} : { subject: `About order ${orderId}` };
  const { form, errors, failure, busy } = useForm(async (values): Promise<FormErrors | undefined> => {
    const subject = getText(values, 'subject').trim();
    const content = getText(values, 'content').trim();
    const fields = {
      ...(subject === '' && { subject: 'Subject is required' }),
      ...(content === '' && { content: 'Message content is required' }),
    };
    if (Object.keys(fields).length > 0) return { fields };
    if (productId === undefined) return { failure: <Alert kind="error">Product ID is required and not found</Alert> };
    try {
      await api.call(contactMerchant, {
        body: { subject, content, product: productId, ...(orderId !== undefined && { order_id: orderId }) },
        successStatuses: [200, 201],
      });
    } catch (error) {
      const sendFailure = describeContactFailure(error);
      if (error instanceof ApiError && error.status === 401) onSessionEnd(sendFailure);
      return { failure: <FailureNote failure={sendFailure} />, fields: fieldErrors(error) };
    }
    for (const name of ['subject', 'content']) storeDraft(draftKey(name), '');
    toast.success('Message sent successfully');
    onSent();
    return undefined;
  });
  const fieldProps = (name: string) => ({
    name,
    defaultValue: readDraft(draftKey(name)) || (initialTexts[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => {
      setIsEdited(true);
      storeDraft(draftKey(name), target.value);
    },
  });
  return (
    <form {...form} aria-label={`Write to ${storeName}`} className="grid gap-5">
      {isSent && !isEdited && (
        <Alert kind="success">
          <p className="font-semibold">Message Delivered Successfully!</p>
          <p>
            Your message and any reply are in your{' '}
            <PageLink path="/inbox" className={textLinkClass}>
              inbox
            </PageLink>
            .
          </p>
        </Alert>
      )}
      <TextField
        label="Subject"
        {...fieldProps('subject')}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        aria-required
        error={errors.subject}
      />
      <TextArea
        label="Message"
        {...fieldProps('content')}
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
