import type { MessageType } from '@sokuwa/contract/messages/messages.rules.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { OrderId } from './order-tables.ts';
import type { AccountId, MerchantId } from './tables.ts';

/** A thread's id: a UUID. */
export type ThreadId = string & { readonly of: 'thread' };
/** Who writes in a thread. */
export type Side = 'buyer' | 'merchant';

/** The tables of messages and of what support is written (server/migrations/0012 and 0013). */
export type MessageTables = {
  seller_token: { merchant_id: MerchantId; token_hash: Buffer; created_at: Generated<Date> };
  message_thread: {
    id: Generated<ThreadId>;
    type: MessageType;
    account_id: AccountId;
    merchant_id: MerchantId;
    subject: string;
    product_id: number | null;
    product_title: string | null;
    order_id: OrderId | null;
    last_n: Generated<number>;
    last_at: Generated<Date>;
    buyer_last: Generated<number>;
    merchant_last: Generated<number>;
    buyer_read: Generated<number>;
    merchant_read: Generated<number>;
    buyer_mailed: Generated<number>;
    merchant_mailed: Generated<number>;
    changed: Generated<number>;
  };
  message_post: {
    thread_id: ThreadId;
    n: number;
    side: Side;
    content: string;
    created_at: Generated<Date>;
  };
  support_message: {
    id: GeneratedAlways<string>;
    full_name: string;
    email: string;
    subject: string;
    content: string;
    created_at: Generated<Date>;
    delivered_at: Date | null;
  };
};
