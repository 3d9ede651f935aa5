import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { isPaidStatus, type RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import { selectPosted } from '../ledger/index.ts';
import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { readReturnableCredit } from '../wallet/index.ts';
import { leftOfPayments, refundAmount } from './cancellation.service.ts';
import { selectDisputeState } from './dispute.sql.ts';
import * as mails from './order.mails.ts';
import { goodwillCause, postGoodwill } from './order.postings.ts';
import type { OrderRow } from './order.sql.ts';
import { selectPayments, selectRefundsOf } from './payment.sql.ts';
import { actOnOrder, orderSubject } from './with-order.ts';

export type GoodwillRefund = {
  amount: Kobo;
  to: RefundTarget;
  /** The same key is one refund, however often it is requested. */
  key: string;
};
export type GoodwillRefusal =
  | 'not_found'
  | 'order_not_paid'
  | 'payment_disputed'
  | 'account_deleted'
  | 'refund_too_large'
  | 'idempotency_key_reused';

/** What the buyer has paid for an order and not got back. The order must be locked. */
const readLeft = async (trx: Database, order: OrderRow): Promise<Kobo> => {
  const refunds = (await selectRefundsOf(trx, [order.id])).get(order.id) ?? [];
  return kobo(leftOfPayments(await selectPayments(trx, order.id), refunds) + (await readReturnableCredit(trx, order)));
};

const findRefusal = async (
  trx: Database,
  order: OrderRow,
  { amount, to }: GoodwillRefund,
): Promise<Refused<GoodwillRefusal> | undefined> => {
  if (!isPaidStatus(order.status)) return refuse('order_not_paid');
  if (to === 'wallet' && order.account_id === null) return refuse('account_deleted');
  if ((await selectDisputeState(trx, order.id)) !== 'none') return refuse('payment_disputed');
  return amount > (await readLeft(trx, order)) ? refuse('refund_too_large') : undefined;
};

/**
 * Refunds a part of a paid order, or all of it, without a cancellation: out of goodwill (OPERATOR-5). Safe to repeat with the same key.
 * @returns the amounts that go to the payment method and to the wallet, both 0 for a repetition; order_not_paid; account_deleted for a
 *   refund into a wallet that does not exist; payment_disputed if the bank has paid the buyer back or may do so; refund_too_large for more
 *   than what the buyer has paid and not got back; idempotency_key_reused for the key of a refund of another amount
 */
export const createGoodwillRefund = async (
  db: Database,
  orderId: OrderId,
  refund: GoodwillRefund,
  options: ActOptions,
): Promise<{ toPayment: Kobo; toWallet: Kobo } | Refused<GoodwillRefusal>> => {
  const { amount, to, key } = refund;
  const created = await actOnOrder(db, orderId, options, async (trx, order) => {
    const earlier = await selectPosted(trx, goodwillCause(order.id, key), 'goodwill');
    if (earlier !== undefined) return earlier === amount ? 'repeated' : refuse('idempotency_key_reused');
    const refused = await findRefusal(trx, order, refund);
    if (refused) return refused;
    await postGoodwill(trx, order.id, key, amount);
    const { toPayment, toWallet } = await refundAmount(trx, order, amount, 'goodwill', to);
    if (toWallet > 0) await mails.mailRefunded(trx, order, { amount_kobo: toWallet, reason: 'goodwill' }, 'wallet');
    return acted(
      { toPayment, toWallet },
      {
        action: 'refunds create',
        subject: orderSubject(order.id),
        after: { amount_kobo: amount, to, to_payment_kobo: toPayment, to_wallet_kobo: toWallet },
      },
    );
  });
  if (created === 'repeated') return { toPayment: kobo(0), toWallet: kobo(0) };
  return created ?? refuse('not_found');
};
