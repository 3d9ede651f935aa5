/** Maximum characters of a message's subject and content. */
export const SUBJECT_MAX = 200;
export const CONTENT_MAX = 5000;
/** Threads per page of an inbox. */
export const MESSAGES_PAGE_SIZE = 20;
/** Characters of a search. */
export const MAX_MESSAGE_SEARCH = 100;
/** Replies that a merchant can save, and characters of their titles. */
export const MAX_SAVED_REPLIES = 50;
export const SAVED_REPLY_TITLE_MAX = 60;
/** Number of newest replies returned with a thread: in a list, and in its detail. */
export const REPLIES_IN_LIST = 3;
export const REPLIES_PAGE_SIZE = 50;

/** Who started a thread: a shopper (`question`) or a merchant (`note`). Part of URLs. */
export const MESSAGE_TYPES = ['question', 'note'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
