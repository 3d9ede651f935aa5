import type { Database, DryRunOption } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { makeRefundsJob } from './order.job-kinds.ts';
import { arrivedInFull, isForeign } from './order.rules.ts';
import { withOrder } from './order.service.ts';
import { payOrder } from './payment.service.ts';
import * as store from './payment.sql.ts';
import { intoWallet } from './refund.service.ts';

/** How money goes back: as it came, into the buyer's wallet, or outside the shop, of which it only takes note. */
export type Way = 'provider' | 'wallet' | 'hand';
/** Why an operator can't settle it so; the three of `payOrder` say why the order can't be had for the money. */
export type Unsettled = 'not held' | 'foreign' | 'no wallet' | 'paid twice' | 'cancelled' | 'too late';

/** What an operator does about held payments and stuck refunds. */
export type PaymentOperator = {
  /** Held payments and stuck refunds, the oldest first, 200 at most. */
  list(): Promise<store.HeldRow[]>;
  /**
   * Takes a held payment for its order, as if it had been paid in full.
   * @returns the order; or why not, and nothing is changed then: `not held`, or why the order can't be had any more
   */
  accept(reference: string, options: DryRunOption): Promise<{ order: OrderId } | Unsettled>;
  /**
   * Gives a held payment back, whole, or a stuck refund, once more.
   * @returns how much of it, in the subunit of the currency that it came in; or why not, and nothing is changed then
   */
  payBack(
    reference: string,
    way: Way,
    options: DryRunOption,
  ): Promise<{ order: OrderId; amount: number; currency: string } | Unsettled>;
};

export const paymentOperator = (db: Database): PaymentOperator => {
  /** With the payment as it is, once nobody else settles it. */
  const withPayment = async <T>(
    reference: string,
    options: DryRunOption,
    change: (trx: Database, order: Parameters<typeof payOrder>[1], payment: store.PaymentRow) => Promise<T>,
  ): Promise<T | 'not held'> => {
    const known = await store.selectPayment(db, reference);
    if (!known) return 'not held';
    const result = await withOrder(
      db,
      known.order_id,
      async (trx, order) => {
        const payment = await store.lockPayment(trx, reference);
        return payment && change(trx, order, payment);
      },
      options,
    );
    return result ?? 'not held';
  };
  return {
    list: () => store.selectHeld(db),
    accept: (reference, options) =>
      withPayment(reference, options, async (trx, order, payment) => {
        if (payment.status !== 'held') return 'not held';
        const gone = await payOrder(trx, order);
        if (gone) return gone;
        await store.updatePayment(trx, reference, { status: 'success', held_for: null });
        return { order: order.id };
      }),
    payBack: (reference, way, options) =>
      withPayment(reference, options, async (trx, order, payment) => {
        const isHeld = payment.status === 'held';
        if (!isHeld && (await store.selectRefund(trx, reference))?.status !== 'stuck') return 'not held';
        if (way !== 'hand' && isForeign(payment)) return 'foreign';
        if (way === 'wallet' && order.account_id === null) return 'no wallet';
        // A refund's row holds kobo, the order's worth, whatever the operator gives back outside the shop.
        const { paid_amount: amount, paid_currency: currency } = payment;
        const asItCame = isHeld && amount !== null && currency !== null && { amount, currency };
        if (isHeld) {
          await store.updatePayment(trx, reference, { status: 'success', held_for: null });
          await store.insertRefund(trx, { reference, amount_kobo: arrivedInFull(payment), reason: 'not as asked' });
        }
        const refund = await store.selectRefund(trx, reference);
        if (!refund) throw new Error(`the refund of ${reference} is gone while its payment is locked`);
        if (way === 'provider') {
          await store.updateRefundAsRequested(trx, reference);
          await enqueue(trx, makeRefundsJob, {});
        } else {
          const status = way === 'hand' ? 'by hand' : 'wallet';
          await store.updateRefund(trx, reference, ['requested', 'stuck'], { status });
          if (way === 'wallet') await intoWallet(trx, order, refund);
        }
        return { order: order.id, ...(asItCame || { amount: refund.amount_kobo, currency: payment.currency }) };
      }),
  };
};
