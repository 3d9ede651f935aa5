/** Characters of a message's subject and of what is written in it; the shop's own bounds. */
export const SUBJECT_MAX = 200;
export const CONTENT_MAX = 5000;
/** Messages on one page of an inbox. */
export const MESSAGES_PAGE = 20;
/** Replies that come with a message in a list, and with the message itself: the newest. */
export const REPLIES_IN_LIST = 3;
export const REPLIES_PAGE = 50;

/** Who began a thread: the shopper asked a merchant, or the merchant wrote to the shopper. Part of addresses. */
export const MESSAGE_TYPES = ['question', 'note'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
