/**
 * A program that makes an order need an operator in the shop of DATA_DIR, for the journeys: `trouble-order.ts <trouble> <order-id>`.
 * `held`: less than the total arrives for an order that is not paid. `stuck`: the provider cannot make a refund of 100 naira of a paid order.
 * `disputed`, `lost`: the buyer asks the bank for the money back, with or without success.
 */
import { kobo } from '@sokuwa/contract/money.ts';
import { postRefundOwed } from '../orders/order.postings.ts';
import { settlePayment } from '../orders/payment.service.ts';
import { insertRefund, selectPayments, updateRefund } from '../orders/payment.sql.ts';
import { withOrder } from '../orders/with-order.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { withRunningShop } from './running-shop.ts';

const MISSING = 50_000;
const REFUNDED = kobo(10_000);
const DAY_MS = 86_400_000;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

const [, , trouble = '', orderId = ''] = process.argv;

const findPayment = async (db: Database) => {
  const [payment] = await selectPayments(db, orderId as OrderId);
  if (!payment) throw new Error(`nobody has begun to pay for the order ${orderId}`);
  return payment;
};

const hold = async (db: Database): Promise<void> => {
  const { reference, amount_kobo, currency } = await findPayment(db);
  const received = { requested: amount_kobo, amount: amount_kobo - MISSING, currency };
  await settlePayment({ db, log: console }, { reference, status: 'success', ...received });
};

const stick = async (db: Database): Promise<void> => {
  await withOrder(db, orderId as OrderId, async (trx) => {
    const payment = await findPayment(trx);
    const refund = { reference: `${payment.reference}.1`, amount_kobo: REFUNDED, reason: 'goodwill' } as const;
    await insertRefund(trx, refund);
    await postRefundOwed(trx, payment, refund);
    await updateRefund(trx, refund.reference, ['requested'], {
      ...{ status: 'stuck', refused_for: 'Insufficient balance' },
    });
  });
};

const dispute = async (db: Database, isLost: boolean): Promise<void> => {
  const { reference } = await findPayment(db);
  const state = isLost
    ? { status: 'resolved', resolution: 'merchant-accepted' }
    : { status: 'awaiting-merchant-feedback', due_at: daysFromNow(1) };
  await db
    .insertInto('dispute')
    // The provider of the sandbox does not know it, so it is not asked.
    .values({ id: `D-${orderId}`, reference, ...state, ask_at: daysFromNow(365) })
    .execute();
};

await withRunningShop(async (db) => {
  if (trouble === 'held') await hold(db);
  else if (trouble === 'stuck') await stick(db);
  else if (trouble === 'disputed' || trouble === 'lost') await dispute(db, trouble === 'lost');
  else throw new Error(`not a trouble: ${trouble}`);
});
