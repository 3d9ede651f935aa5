import type { Message, NewNote } from '@sokuwa/contract/messages/messages.schemas.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { selectPurchase } from '../orders/index.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { presentMessage } from './messages.present.ts';
import { isThreadId, reply, type WriteContext, writeToBuyer } from './messages.service.ts';
import * as store from './messages.sql.ts';

/** Commands that an operator runs on behalf of a merchant. */
type MessageCommands = {
  /** @returns the first page of threads, latest activity first; not_found if there is no such merchant */
  list(merchantId: number): Promise<{ name: string; messages: Message[] } | Refused<'not_found'>>;
  /** @returns the buyer's name; undefined if the merchant has no such thread */
  reply(merchantId: number, id: string, content: string, options: ActOptions): Promise<{ to: string } | undefined>;
  /** @returns the new thread's id (undefined in a dry run); undefined if the merchant has no such paid order */
  send(merchantId: number, note: NewNote, options: ActOptions): Promise<{ id: string | undefined } | undefined>;
};

export const messageCommands = ({
  db,
  accountChanges,
}: Pick<WriteContext, 'db' | 'accountChanges'>): MessageCommands => {
  // Operators are trusted, so no rate limit applies.
  const writing: WriteContext = { db, accountChanges, rateLimiter: new RateLimiter(db, Number.POSITIVE_INFINITY) };
  const viewerOf = (merchantId: number): store.Viewer => ({ side: 'merchant', merchantId: merchantId as MerchantId });
  return {
    list: async (merchantId) => {
      const contact = await selectMerchantContact(db, merchantId as MerchantId);
      if (!contact) return refuse('not_found');
      const rows = await store.selectThreads(db, viewerOf(merchantId), 1);
      return { name: contact.name, messages: rows.map((row) => presentMessage(row, 'merchant')) };
    },
    reply: async (merchantId, id, content, { dryRun, act }) => {
      const thread = isThreadId(id) ? await store.selectThread(db, viewerOf(merchantId), id) : undefined;
      if (!thread) return undefined;
      if (!dryRun && isRefused(await reply({ ...writing, act }, viewerOf(merchantId), id, content))) return undefined;
      return { to: thread.buyer_name };
    },
    send: async (merchantId, note, { dryRun, act }) => {
      if (dryRun) {
        const purchase = await selectPurchase(db, note.order_id as OrderId, merchantId as MerchantId);
        return purchase && { id: undefined };
      }
      const id = await writeToBuyer({ ...writing, act }, merchantId as MerchantId, note);
      return isRefused(id) ? undefined : { id };
    },
  };
};
