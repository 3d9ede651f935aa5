import type { newNote, newQuestion } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { z } from 'zod';
import type { AccountChanges, ChangeRefused, PersonalDataReaders } from '../account/index.ts';
import { selectProductSeller } from '../catalog/index.ts';
import { selectOrderedProduct, selectPurchase } from '../orders/index.ts';
import { type Act, merchantSubject, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId, ProductId, ThreadId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import type { RateLimit, RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { queueWebhook } from '../webhooks/index.ts';
import { unreadMailJob } from './messages.job-kinds.ts';
import type { Side } from './messages.sql.ts';
import * as store from './messages.sql.ts';

type ThreadContext = Pick<WriteContext, 'db' | 'accountChanges'>;
export type WriteContext = {
  db: Database;
  accountChanges: AccountChanges;
  rateLimiter: RateLimiter;
  /** The operator who writes for a merchant. */
  act?: Act;
};

/** Rate limit of posts per account and per merchant. */
const LIMIT: RateLimit = { action: 'message', maxAttempts: 30, windowSeconds: 60 };
/** An identical message within this time is an accidental double submit and is ignored (docs/decisions/messages.md). */
const DUPLICATE_WINDOW_SECONDS = 60;
/** Delay before the recipient of an unread message gets a mail. */
const UNREAD_MAIL_DELAY_MS = 10 * 60 * 1000;

const THREAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether the text can be a thread id. All are UUIDs, so any other text is not found without a query. */
export const isThreadId = (id: string): id is ThreadId => THREAD_ID.test(id);

/** Runs a change of the buyer's threads. For a merchant, a deleted buyer is `not_found` instead of `token_invalid`. */
const writeAs = async <T>(
  { accountChanges }: Pick<WriteContext, 'accountChanges'>,
  side: Side,
  accountId: AccountId,
  write: (trx: Database) => Promise<T>,
): Promise<T | ChangeRefused | Refused<'not_found'>> => {
  const result = await accountChanges.run(accountId, write);
  const isGone = isRefused(result) && result.refused === 'token_invalid';
  return isGone && side === 'merchant' ? refuse('not_found') : result;
};

const throttle = (
  { rateLimiter }: WriteContext,
  viewer: store.Viewer,
): Promise<Refused<'too_many_requests'> | undefined> =>
  rateLimiter.consume({
    limit: LIMIT,
    key: viewer.side === 'buyer' ? `account ${viewer.accountId}` : `merchant ${viewer.merchantId}`,
  });

/** Writes into the audit log that an operator writes for a merchant. The log has no texts of people. */
const recordPost = async (
  trx: Database,
  { act }: WriteContext,
  action: string,
  { id, merchant_id }: store.LockedThread,
): Promise<void> => {
  if (act) await recordAudit(trx, act, { action, subject: merchantSubject(merchant_id), after: { message: id } });
};

/** Writes a post, notifies connected clients and the merchant's programs, and schedules the mail for an unread post. The account must be locked. */
const writePost = async (
  trx: Database,
  thread: store.LockedThread,
  n: number,
  side: Side,
  content: string,
): Promise<store.PostRow> => {
  const post = await store.insertPost(trx, thread, n, side, content);
  await store.notifyChange(trx, thread.account_id);
  if (side === 'buyer')
    await queueWebhook(trx, thread.merchant_id, 'message.received', {
      message_id: thread.id,
      message_type: thread.type,
      post: n,
      product_id: thread.product_id,
      order_id: thread.order_id,
      sent_at: new Date(post.at).toISOString(),
    });
  await enqueue(
    trx,
    unreadMailJob,
    { thread: thread.id, n },
    { startAfter: new Date(Date.now() + UNREAD_MAIL_DELAY_MS) },
  );
  return post;
};

type NewThread = { subject: string; content: string } & Pick<
  store.LockedThread,
  'account_id' | 'merchant_id' | 'type'
> &
  Pick<store.LockedThread, 'product_id' | 'product_title' | 'order_id'>;

/** Starts a thread, or returns an identical one that was started within DUPLICATE_WINDOW_SECONDS. */
const startThread = (
  writing: WriteContext,
  { content, ...start }: NewThread,
): Promise<ThreadId | ChangeRefused | Refused<'not_found'>> => {
  const side = start.type === 'question' ? 'buyer' : 'merchant';
  return writeAs(writing, side, start.account_id, async (trx) => {
    const duplicate = await store.selectDuplicateThread(trx, start, content, DUPLICATE_WINDOW_SECONDS);
    if (duplicate) return duplicate;
    const thread = await store.insertThread(trx, start);
    await writePost(trx, thread, 0, side, content);
    await recordPost(trx, writing, 'messages send', thread);
    return thread.id;
  });
};

/**
 * Starts a thread from a buyer to the merchant who sells a product (MESSAGE-35), or who sold it in an order of the buyer (MESSAGE-61).
 * @returns the thread's id; not_found if the product is not for sale or not of that order; too_many_requests beyond 30 posts a minute
 */
export const askMerchant = async (
  writing: WriteContext,
  account_id: AccountId,
  { subject, content, product, order_id }: z.output<typeof newQuestion>,
): Promise<ThreadId | ChangeRefused | Refused<'not_found'>> => {
  const throttled = await throttle(writing, { side: 'buyer', accountId: account_id });
  if (throttled) return throttled;
  const productId = product as ProductId;
  const orderId = (order_id as OrderId | undefined) ?? null;
  const seller = orderId
    ? await selectOrderedProduct(writing.db, account_id, orderId, productId)
    : await selectProductSeller(writing.db, productId);
  if (!seller) return refuse('not_found');
  const { merchant_id, title } = seller;
  return startThread(writing, {
    type: 'question',
    account_id,
    merchant_id,
    subject,
    content,
    product_id: productId,
    product_title: title,
    order_id: orderId,
  });
};

/**
 * Starts a thread from a merchant to the buyer of a paid order that contains one of the merchant's products.
 * @returns the thread's id; not_found for any other order
 */
export const writeToBuyer = async (
  writing: WriteContext,
  merchantId: MerchantId,
  { order_id, subject, content }: z.output<typeof newNote>,
): Promise<ThreadId | ChangeRefused | Refused<'not_found'>> => {
  const throttled = await throttle(writing, { side: 'merchant', merchantId });
  if (throttled) return throttled;
  const purchase = await selectPurchase(writing.db, order_id as OrderId, merchantId);
  if (!purchase) return refuse('not_found');
  const { accountId, productId, title } = purchase;
  return startThread(writing, {
    type: 'note',
    account_id: accountId,
    merchant_id: merchantId,
    subject,
    content,
    product_id: productId,
    product_title: title,
    order_id: order_id as store.LockedThread['order_id'],
  });
};

/**
 * Changes a thread in a transaction that locks its account first, then the thread.
 * @returns not_found if the thread is not the viewer's
 */
const changeThread = async <T>(
  writing: ThreadContext,
  viewer: store.Viewer,
  id: string,
  change: (trx: Database, thread: store.LockedThread) => Promise<T>,
): Promise<T | ChangeRefused | Refused<'not_found'>> => {
  const parties = isThreadId(id) ? await store.selectParties(writing.db, id) : undefined;
  if (!parties) return refuse('not_found');
  const isOwn =
    viewer.side === 'buyer' ? parties.account_id === viewer.accountId : parties.merchant_id === viewer.merchantId;
  if (!isOwn) return refuse('not_found');
  return writeAs(writing, viewer.side, parties.account_id, async (trx) => {
    const thread = await store.lockThread(trx, id);
    return thread ? change(trx, thread) : refuse('not_found');
  });
};

/**
 * Adds a reply to a thread. If the side's last reply has the same text and is less than a minute old, returns that reply.
 * @returns the stored reply
 */
export const reply = async (
  writing: WriteContext,
  viewer: store.Viewer,
  id: string,
  content: string,
): Promise<store.PostRow | ChangeRefused | Refused<'not_found'>> => {
  const throttled = await throttle(writing, viewer);
  if (throttled) return throttled;
  return changeThread(writing, viewer, id, async (trx, thread) => {
    const last = await store.selectLastPost(trx, thread, viewer.side, DUPLICATE_WINDOW_SECONDS);
    if (last && last.n > 0 && last.content === content) return last;
    await recordPost(trx, writing, 'messages reply', thread);
    return writePost(trx, thread, thread.last_n + 1, viewer.side, content);
  });
};

/** Marks all posts of a thread as read by the viewer. @param type the thread's required type; any type if omitted */
export const markRead = (
  writing: ThreadContext,
  viewer: store.Viewer,
  id: string,
  type?: string,
): Promise<{ unread: number } | ChangeRefused | Refused<'not_found'>> =>
  changeThread(writing, viewer, id, async (trx, thread) => {
    if (type !== undefined && type !== thread.type) return refuse('not_found');
    const isRead =
      viewer.side === 'buyer' ? thread.merchant_last <= thread.buyer_read : thread.buyer_last <= thread.merchant_read;
    if (!isRead) {
      await store.updateRead(trx, thread, viewer.side);
      await store.notifyChange(trx, thread.account_id);
    }
    return { unread: await store.countUnread(trx, viewer) };
  });

/**
 * Marks a thread as done for the merchant, so that it waits for no answer until the buyer writes again, or undoes that.
 * @returns since when it waits
 */
export const markDone = (
  writing: ThreadContext,
  merchantId: MerchantId,
  id: string,
  isDone: boolean,
): Promise<{ unansweredSince: Date | null } | ChangeRefused | Refused<'not_found'>> =>
  changeThread(writing, { side: 'merchant', merchantId }, id, async (trx, thread) => ({
    unansweredSince: await store.updateUnanswered(trx, thread, isDone),
  }));

export const messageReaders = {
  messages: (db, { id }) => store.selectThreadsForExport(db, id),
} satisfies Partial<PersonalDataReaders>;
