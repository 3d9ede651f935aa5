import { replyToMerchant } from '@sokuwa/contract/messages/messages.endpoints.ts';
import { CONTENT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import type { MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { TextArea } from '@sokuwa/ui/text-field.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { tokens } from '../lib/token-store.ts';
import { readDraft, storeDraft } from './drafts.ts';
import { describeReplyFailure, EMPTY_REPLY, type Failure, NO_MERCHANT_TOKEN, NO_TOKEN_TOAST } from './message-texts.ts';
import { inboxKey, messageKey } from './messages.queries.ts';

/** How long the success message of a reply shows (MESSAGE-32). */
const SUCCESS_DISPLAY_MS = 5000;

/** The reply box (MESSAGE-26 to MESSAGE-34). It sends the merchant token; a failure keeps the text. */
export function ReplyBox({ message: { id, with_name } }: { message: MessageDetail }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [content, setContent] = useState(() => readDraft(id));
  const [isBlurred, setIsBlurred] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [sentAt, setSentAt] = useState<number>();
  const box = useRef<HTMLTextAreaElement>(null);
  const isEmpty = content.trim() === '';

  useEffect(() => {
    if (sentAt === undefined) return;
    const timer = setTimeout(() => setSentAt(undefined), SUCCESS_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [sentAt]);

  const changeContent = (text: string) => {
    setContent(text);
    setFailure(undefined);
    storeDraft(id, text);
  };
  const showFailure = (shownFailure: Failure, toastText = shownFailure.text) => {
    setFailure(shownFailure);
    toast.error(toastText);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSentAt(undefined);
    if (isEmpty) return showFailure(EMPTY_REPLY);
    if (tokens.merchant() === null) return showFailure(NO_MERCHANT_TOKEN, NO_TOKEN_TOAST);
    setSending(true);
    setFailure(undefined);
    try {
      const reply = await api.call(replyToMerchant, { params: { id }, body: { content } });
      queryClient.setQueryData<MessageDetail>(messageKey(token, id), (current) =>
        current && !current.replies.some((other) => other.id === reply.id)
          ? { ...current, replies: [...current.replies, reply], reply_count: current.reply_count + 1 }
          : current,
      );
      void queryClient.invalidateQueries({ queryKey: inboxKey(token) });
      changeContent('');
      setIsBlurred(false);
      setSentAt(Date.now());
      toast.success('Reply sent successfully');
    } catch (error) {
      showFailure(describeReplyFailure(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="mt-8 border-line border-t pt-6">
      <TextArea
        ref={box}
        label="Your reply"
        placeholder={`Write to ${with_name}...`}
        value={content}
        maxLength={CONTENT_MAX}
        aria-required
        dir="auto"
        onChange={(event) => changeContent(event.target.value)}
        onFocus={() => setIsBlurred(false)}
        onBlur={() => setIsBlurred(true)}
        // The error replaces the hint in the same space. Otherwise the button would move away from a press that blurs the box.
        hint="Sellers usually answer within a day."
        error={isBlurred && isEmpty && sentAt === undefined ? 'This field is required' : undefined}
      />
      <div className="mt-4 space-y-4">
        {failure && (
          <Alert kind="error">
            <p>{failure.text}</p>
            <p className="text-sm">Error Code: {failure.code}</p>
          </Alert>
        )}
        {sentAt !== undefined && <Alert kind="success">Your reply has been sent successfully!</Alert>}
        <Button type="submit" busy={sending} disabled={content === ''} icon={<Send className="size-5" />}>
          Send Reply
        </Button>
      </div>
    </form>
  );
}
