import { CONTENT_MAX, SAVED_REPLY_TITLE_MAX } from '@sokuwa/contract/messages/messages.rules.ts';
import type { SavedReply, SavedReplyText } from '@sokuwa/contract/messages/messages.schemas.ts';
import {
  changeSavedReply,
  createSavedReply,
  deleteSavedReply,
} from '@sokuwa/contract/messages/saved-replies.endpoints.ts';
import { Dialog } from '@sokuwa/ui/dialog.tsx';
import { toast } from '@sokuwa/ui/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getStoreApi } from '../lib/api.ts';
import { describeError, fieldErrorsOf } from '../lib/errors.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { savedRepliesQuery } from './messages.queries.ts';

const NO_TEXT: SavedReplyText = { title: '', content: '' };

/** Adds, changes and deletes saved replies. */
export function SavedRepliesDialog({
  storeId,
  replies,
  onClose,
}: {
  storeId: number;
  replies: readonly SavedReply[];
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  /** The reply that is being changed; without an id it is a new one. */
  const [edited, setEdited] = useState<SavedReplyText & { id?: number }>();
  const remove = useMutation({
    mutationFn: ({ id }: SavedReply) => getStoreApi(storeId).call(deleteSavedReply, { params: { replyId: id } }),
    onSuccess: (left, deleted) => {
      queryClient.setQueryData(savedRepliesQuery(storeId).queryKey, left);
      // What was deleted is in the form, so that it can be saved again.
      setEdited({ title: deleted.title, content: deleted.content });
      toast.success('Deleted. “Save” brings it back.');
    },
    onError: (error) => {
      toast.error(describeError(error));
      void queryClient.invalidateQueries(savedRepliesQuery(storeId));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Saved replies"
      description="Pressed above an answer, a reply is put into it. {name} becomes the buyer’s first name, {order} the number of the order."
    >
      {edited ? (
        <ReplyForm key={edited.id} storeId={storeId} edited={edited} onClose={() => setEdited(undefined)} />
      ) : (
        <>
          <ul>
            {replies.map((reply) => (
              <li key={reply.id} className="flex items-center gap-1 border-line border-t py-1">
                <button type="button" className="min-h-11 min-w-0 flex-1 text-left" onClick={() => setEdited(reply)}>
                  <span className="sr-only">Change </span>
                  <b className="block truncate font-semibold">{reply.title}</b>
                  <span className="block truncate text-muted text-xs">{reply.content}</span>
                </button>
                <IconButton
                  label={`Delete ${reply.title}`}
                  icon={<Trash2 />}
                  busy={remove.isPending && remove.variables.id === reply.id}
                  onClick={() => remove.mutate(reply)}
                />
              </li>
            ))}
          </ul>
          <Button variant="primary" icon={<Plus />} className="mt-3" onClick={() => setEdited(NO_TEXT)}>
            New reply
          </Button>
        </>
      )}
    </Dialog>
  );
}

function ReplyForm({
  storeId,
  edited: { id, ...text },
  onClose,
}: {
  storeId: number;
  edited: SavedReplyText & { id?: number };
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { title: text.title, content: text.content },
  });
  const save = useMutation({
    mutationFn: (body: SavedReplyText) =>
      id === undefined
        ? getStoreApi(storeId).call(createSavedReply, { body })
        : getStoreApi(storeId).call(changeSavedReply, { params: { replyId: id }, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(savedRepliesQuery(storeId));
      toast.success('Saved.');
      onClose();
    },
    onError: (error) => {
      for (const field of ['title', 'content'] as const) {
        const [message] = fieldErrorsOf(error)[field] ?? [];
        if (message) setError(field, { message });
      }
    },
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={handleSubmit((body) => save.mutate(body))}>
      {save.isError && <Note tone="bad">{describeError(save.error)}</Note>}
      <TextField
        label="Title"
        maxLength={SAVED_REPLY_TITLE_MAX}
        error={formState.errors.title?.message}
        {...register('title', { validate: (title) => title.trim() !== '' || 'Write a title.' })}
      />
      <TextArea
        label="Reply"
        rows={5}
        maxLength={CONTENT_MAX}
        error={formState.errors.content?.message}
        {...register('content', { validate: (content) => content.trim() !== '' || 'Write the reply.' })}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
