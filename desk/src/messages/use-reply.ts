import { replyToBuyer } from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MessageDetail } from '@sokuwa/contract/messages/messages.schemas.ts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getStoreApi } from '../lib/api.ts';
import { readDraft, removeDraft, storeDraft, useDraftText } from '../lib/drafts.ts';
import { describeError } from '../lib/errors.ts';
import { addReply, hasArrived, parseUnsent, type Unsent } from './message.rules.ts';
import { invalidateThreads, threadQuery } from './messages.queries.ts';

/** What the box and the thread need to write an answer. */
export type ReplyState = {
  text: string;
  setText: (text: string) => void;
  /** The answer that is on its way, or could not be sent. There is one at most. */
  unsent: Unsent | undefined;
  isSending: boolean;
  /** There is no network: it is sent when there is one. */
  isWaiting: boolean;
  isFailed: boolean;
  /** Why it could not be sent; empty if that is not known any more. */
  problem: string;
  send: () => void;
  sendAgain: () => void;
  /** Puts the unsent answer back into the box. */
  edit: () => void;
};

/**
 * Writes the answer in a thread. Both what is being written and what is not sent yet stay on the device until the server has it, also after
 * a reload.
 */
export const useReply = (storeId: number, newest: MessageDetail): ReplyState => {
  const { id } = newest;
  const queryClient = useQueryClient();
  const unsentKey = `unsent reply ${storeId} ${id}`;
  const [text, setText] = useDraftText(`reply ${storeId} ${id}`);
  const [unsent, setUnsent] = useState(() => parseUnsent(readDraft(unsentKey)));
  const forget = () => {
    removeDraft(unsentKey);
    setUnsent(undefined);
  };

  const mutationKey = ['reply', storeId, id];
  const reply = useMutation({
    mutationKey,
    mutationFn: ({ content }: Unsent) => getStoreApi(storeId).call(replyToBuyer, { params: { id }, body: { content } }),
    onSuccess: (sent) => {
      queryClient.setQueryData(threadQuery(storeId, id).queryKey, (thread) => {
        const [first, ...earlier] = thread?.pages ?? [];
        return thread && first && { ...thread, pages: [addReply(first, sent), ...earlier] };
      });
      invalidateThreads(queryClient, storeId);
      forget();
    },
  });
  // Also those that were started before the thread was left and opened again.
  const [isPaused] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.isPaused,
  });
  const start = (answer: Unsent) => {
    storeDraft(unsentKey, answer);
    setUnsent(answer);
    reply.mutate(answer);
  };

  // Its response was lost, or it was sent from another instance of this page.
  const isInThread = unsent !== undefined && hasArrived(unsent, newest);
  useEffect(() => {
    if (!isInThread) return;
    removeDraft(unsentKey);
    setUnsent(undefined);
  }, [isInThread, unsentKey]);

  return {
    text,
    setText,
    unsent,
    isSending: isPaused === false,
    isWaiting: isPaused === true,
    isFailed: unsent !== undefined && isPaused === undefined,
    problem: reply.isError ? describeError(reply.error) : '',
    send: () => {
      const content = text.trim();
      if (content === '' || unsent) return;
      setText('');
      start({ content, after: newest.reply_count });
    },
    sendAgain: () => unsent && start(unsent),
    edit: () => {
      if (!unsent) return;
      setText([unsent.content, text].filter(Boolean).join('\n\n'));
      forget();
    },
  };
};
