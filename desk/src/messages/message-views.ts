import { useSearch } from '@tanstack/react-router';

/** The views of the inbox, as `view` of its address. */
export const MESSAGE_VIEWS = ['unanswered', 'all', 'done'] as const;
export type MessageView = (typeof MESSAGE_VIEWS)[number];
export const VIEW_NAMES: Record<MessageView, string> = { unanswered: 'Unanswered', all: 'All', done: 'Done' };

export type MessagesSearch = { view?: MessageView | undefined; search?: string | undefined };

/** What the list shows, which links between threads keep. */
export const useMessagesSearch = (): MessagesSearch => {
  const { view, search } = useSearch({ from: '/store/$storeId/messages' });
  return { view, search };
};
