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
import { keepDraft, readDraft } from './drafts.ts';
import { EMPTY_REPLY, type Failure, NO_MERCHANT_TOKEN, NO_TOKEN_TOAST, replyFailure } from './message-texts.ts';
import { inboxKey, messageKey } from './messages.queries.ts';

/** Milliseconds for which the note of a sent reply shows (MESSAGE-32). */
const SUCCESS_SHOWN = 5000;

/** The reply box (MESSAGE-26 to MESSAGE-34). It sends the merchant token; a failure keeps the text. */
export function ReplyBox({ message: { id, with_name } }: { message: MessageDetail }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [content, setContent] = useState(() => readDraft(id));
  const [left, setLeft] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [sentAt, setSentAt] = useState<number>();
  const box = useRef<HTMLTextAreaElement>(null);
  const empty = content.trim() === '';

  useEffect(() => {
    if (sentAt === undefined) return;
    const timer = setTimeout(() => setSentAt(undefined), SUCCESS_SHOWN);
    return () => clearTimeout(timer);
  }, [sentAt]);

  const write = (text: string) => {
    setContent(text);
    setFailure(undefined);
    keepDraft(id, text);
  };
  const fail = (why: Failure, said = why.text) => {
    setFailure(why);
    toast.error(said);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSentAt(undefined);
    if (empty) return fail(EMPTY_REPLY);
    if (tokens.merchant() === null) return fail(NO_MERCHANT_TOKEN, NO_TOKEN_TOAST);
    setSending(true);
    setFailure(undefined);
    try {
      const reply = await api.call(replyToMerchant, { params: { id }, body: { content } });
      queryClient.setQueryData<MessageDetail>(messageKey(token, id), (now) =>
        now && !now.replies.some((one) => one.id === reply.id)
          ? { ...now, replies: [...now.replies, reply], reply_count: now.reply_count + 1 }
          : now,
      );
      void queryClient.invalidateQueries({ queryKey: inboxKey(token) });
      write('');
      setLeft(false);
      setSentAt(Date.now());
      toast.success('Reply sent successfully');
    } catch (error) {
      fail(replyFailure(error));
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
        onChange={(event) => write(event.target.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        // The error takes the hint's room: the button must not move from under the press that leaves the box.
        hint="Sellers usually answer within a day."
        error={left && empty && sentAt === undefined ? 'This field is required' : undefined}
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
