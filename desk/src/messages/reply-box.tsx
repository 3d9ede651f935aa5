import { CONTENT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import type { Message } from '@sokuwa/contract/messages/messages.schemas.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { Send } from 'lucide-react';
import { useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';
import { fillPlaceholders } from './message.rules.ts';
import { SavedReplies } from './saved-replies.tsx';
import type { ReplyState } from './use-reply.ts';

/** Where the answer is written. Ctrl+Enter sends it, because Enter makes a new line. */
export function ReplyBox({
  storeId,
  thread,
  reply,
  name,
}: {
  storeId: number;
  thread: Pick<Message, 'with_name' | 'order_id'>;
  reply: ReplyState;
  name: string;
}) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, setText, send, unsent, isFailed, isSending } = reply;
  const firstName = name.split(' ')[0];
  const submit = () => {
    send();
    box.current?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SavedReplies
        storeId={storeId}
        onChoose={({ content }) => {
          setText([text.trimEnd(), fillPlaceholders(content, thread)].filter(Boolean).join('\n\n'));
          box.current?.focus();
        }}
      />
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Your answer to {name}
        </label>
        <textarea
          ref={box}
          id={id}
          rows={1}
          maxLength={CONTENT_MAX}
          placeholder={`Answer ${firstName}`}
          aria-keyshortcuts="Control+Enter"
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
          className={cx(
            controlClass,
            'field-sizing-content h-auto max-h-48 min-h-(--ctl) flex-1 resize-none py-[calc((var(--ctl)-1.25rem)/2-1px)] leading-5',
          )}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Send />}
          busy={isSending}
          disabled={text.trim() === '' || (unsent !== undefined && !isSending)}
          title="Send (Ctrl+Enter)"
        >
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <p id={`${id}-hint`} className={isFailed && text !== '' ? 'mt-1 text-muted text-xs' : 'sr-only'}>
        {isFailed ? 'The answer above is not sent yet. Send it, or edit it, first.' : 'Ctrl+Enter sends it.'}
      </p>
    </form>
  );
}
