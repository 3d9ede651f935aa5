import type { Page } from '../support/fixtures.ts';
import { runCli } from '../support/shoppers.ts';

export const INBOX_URL = '/inbox';
/** The API path of messages, below /backend. */
export const INBOX_API = '/user/messages';
export const messageUrl = (id: string) => `/inbox/message/details/${id}`;

export const messageRows = (page: Page) => page.getByRole('main').locator('a[href^="/inbox/message/details/"]');
export const replyField = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
export const sendReplyButton = (page: Page) => page.getByRole('button', { name: 'Send Reply' });
export const replyItems = (page: Page) => page.getByRole('article').getByRole('listitem');

/** The merchant replies with the operator's command line. */
export const replyAsMerchant = (merchantId: number, messageId: string, text: string) =>
  runCli('messages', 'reply', String(merchantId), messageId, '--text', text);

/** A message as the API sends it. */
export const buildMessage = (parts: object = {}) => ({
  id: 'b4c7b5c4-6a0e-4c37-9d0b-111111111111',
  message_type: 'note',
  sender_name: 'Balogun Textiles',
  is_own: false,
  with_name: 'Balogun Textiles',
  subject: 'Which chest size should I send you?',
  content: 'The kaftan is cut loose.',
  product: null,
  timestamp: '2026-03-14T10:42:00.000Z',
  last_at: '2026-03-14T10:42:00.000Z',
  is_read: true,
  reply_count: 0,
  replies: [],
  earlier: null,
  ...parts,
});
