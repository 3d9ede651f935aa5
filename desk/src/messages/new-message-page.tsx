import { contactBuyer } from '@sokuwa/contract/messages/messages.endpoints.ts';
import { CONTENT_MAX, SUBJECT_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { removeDraft, useFormDraft, withDraft } from '../lib/drafts.ts';
import { describeError, fieldErrorsOf, isNotFound } from '../lib/errors.ts';
import { orderQuery } from '../orders/index.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { EmptyPanel, ErrorPanel, LoadingRows } from '../ui/state-panels.tsx';
import { AboutCard, AboutPane } from './about.tsx';
import { invalidateThreads } from './messages.queries.ts';
import { ThreadFrame, ThreadHead } from './thread-page.tsx';

/** A message to the buyer of an order, which begins a thread. */
export function NewMessagePage({ storeId, orderId }: { storeId: number; orderId: string }) {
  const order = useQuery({ ...orderQuery(storeId, orderId), enabled: orderId !== '' });
  if (order.data) {
    // The address may name the merchant's part of the order.
    const { buyer_name, order_id } = order.data;
    const name = buyer_name || 'Deleted account';
    return (
      <ThreadFrame aside={<AboutPane storeId={storeId} name={name} order_id={order_id} product={null} />}>
        <ThreadHead storeId={storeId} name={name} subject="New message" />
        <AboutCard storeId={storeId} order_id={order_id} product={null} />
        <NewMessageForm storeId={storeId} orderId={order_id} name={name} />
      </ThreadFrame>
    );
  }
  return (
    <ThreadFrame>
      <h2 className="sr-only">New message</h2>
      {order.isLoading && <LoadingRows label="Loading the order" />}
      {(orderId === '' || isNotFound(order.error)) && (
        <EmptyPanel
          picture="search"
          icon={Send}
          title="Your store has no such order"
          action={
            <Link to="/store/$storeId/orders" params={{ storeId: String(storeId) }} className={buttonClass()}>
              All orders
            </Link>
          }
        >
          Open an order, and write to its buyer from there.
        </EmptyPanel>
      )}
      {order.isError && !isNotFound(order.error) && (
        <ErrorPanel what="The order" error={order.error} onRetry={() => void order.refetch()} />
      )}
    </ThreadFrame>
  );
}

function NewMessageForm({ storeId, orderId, name }: { storeId: number; orderId: string; name: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const draftKey = `message ${storeId} ${orderId}`;
  const { register, handleSubmit, formState, setError, subscribe } = useForm({
    defaultValues: withDraft(draftKey, { subject: `Your order ${orderId}`, content: '' }),
  });
  useFormDraft({ subscribe }, draftKey);
  const { errors } = formState;
  const send = useMutation({
    mutationFn: (values: { subject: string; content: string }) =>
      getStoreApi(storeId).call(contactBuyer, { body: { order_id: orderId, ...values } }),
    onSuccess: async ({ id }) => {
      removeDraft(draftKey);
      invalidateThreads(queryClient, storeId);
      toast.success('Sent. The buyer gets a mail if it stays unread.');
      await navigate({
        to: '/store/$storeId/messages/$threadId',
        params: { storeId: String(storeId), threadId: id },
        replace: true,
      });
    },
    onError: (error) => {
      for (const field of ['subject', 'content'] as const) {
        const [message] = fieldErrorsOf(error)[field] ?? [];
        if (message) setError(field, { message });
      }
    },
  });
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-3 rounded-md border border-line bg-surface p-4"
      onSubmit={handleSubmit((values) => send.mutate(values))}
    >
      {send.isError && <Note tone="bad">{describeError(send.error)}</Note>}
      <TextField
        label="Subject"
        maxLength={SUBJECT_MAX}
        error={errors.subject?.message}
        {...register('subject', { validate: (text) => text.trim() !== '' || 'Write a subject.' })}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={CONTENT_MAX}
        aria-keyshortcuts="Control+Enter"
        error={errors.content?.message}
        hint={`${name} reads it in the inbox on Sokuwa, and answers there.`}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
        {...register('content', { validate: (text) => text.trim() !== '' || 'Write your message.' })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to="/store/$storeId/orders/$orderId"
          params={{ storeId: String(storeId), orderId }}
          className={buttonClass()}
        >
          Back to the order
        </Link>
        <Button type="submit" variant="primary" icon={<Send />} busy={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}
