import type { Message, NewNote } from '@sokuwa/contract/messages/messages.schemas.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { selectPurchase } from '../orders/index.ts';
import type { Database, DryRunOption } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused } from '../platform/refusal.ts';
import { presentMessage } from './messages.present.ts';
import { isThreadId, reply, type Writing, writeToBuyer } from './messages.service.ts';
import * as store from './messages.sql.ts';

/** What an operator does in a merchant's name. */
type MessageCommands = {
  /** @returns the messages written in last, newest first; undefined without such a merchant */
  list(merchantId: number): Promise<{ name: string; messages: Message[] } | undefined>;
  /** @returns whom it went to; undefined without such a message of the merchant's */
  reply(merchantId: number, id: string, content: string, options: DryRunOption): Promise<{ to: string } | undefined>;
  /** @returns the message's id, where it was written; undefined without such an order, paid for, of the merchant's */
  send(merchantId: number, note: NewNote, options: DryRunOption): Promise<{ id: string | undefined } | undefined>;
};

export const messageCommands = (db: Database): MessageCommands => {
  // Limits are for those who could be anybody.
  const writing: Writing = { db, rateLimiter: new RateLimiter(db, Number.POSITIVE_INFINITY) };
  const as = (merchantId: number): store.Viewer => ({ side: 'merchant', merchantId: merchantId as MerchantId });
  return {
    list: async (merchantId) => {
      const contact = await selectMerchantContact(db, merchantId as MerchantId);
      if (!contact) return undefined;
      const rows = await store.selectThreads(db, as(merchantId), 1);
      return { name: contact.name, messages: rows.map((row) => presentMessage(row, 'merchant')) };
    },
    reply: async (merchantId, id, content, { dryRun }) => {
      const thread = isThreadId(id) ? await store.selectThread(db, as(merchantId), id) : undefined;
      if (!thread) return undefined;
      if (!dryRun && isRefused(await reply(writing, as(merchantId), id, content))) return undefined;
      return { to: thread.buyer_name };
    },
    send: async (merchantId, note, { dryRun }) => {
      if (dryRun) {
        const bought = await selectPurchase(db, note.order_id as OrderId, merchantId as MerchantId);
        return bought && { id: undefined };
      }
      const id = await writeToBuyer(writing, merchantId as MerchantId, note);
      return isRefused(id) ? undefined : { id };
    },
  };
};
