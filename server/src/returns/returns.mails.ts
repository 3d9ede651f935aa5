import { formatNaira } from '@sokuwa/contract/money.ts';
import { describeTarget, describeToBuyer, describeToMerchant } from '@sokuwa/contract/returns/returns.texts.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { queueMail } from '../mail/index.ts';
import type { OrderRow } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { queueWebhook } from '../webhooks/index.ts';
import { selectReturnedOrders } from './returned-orders.ts';
import { amountOf, merchantNameOf, presentReturn } from './returns.present.ts';
import { type FullReturn, selectReturn } from './returns.sql.ts';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const targetOf = ({ to_payment_kobo, to_wallet_kobo, refund_to }: FullReturn): string =>
  to_payment_kobo === null || to_wallet_kobo === null
    ? describeTarget({ toPayment: refund_to === 'original', toWallet: refund_to === 'wallet' })
    : describeTarget({ toPayment: to_payment_kobo > 0, toWallet: to_wallet_kobo > 0 });

/** Notifies the programs of the merchant that a return was requested. */
export const reportRequest = async (
  trx: Database,
  orderId: OrderId,
  id: string,
  fulfilmentId: string,
): Promise<void> => {
  const row = await selectReturn(trx, 'operator', id);
  if (!row || row.merchant_id === null) return;
  const presented = presentReturn(row, (await selectReturnedOrders(trx, [orderId]))(orderId));
  await queueWebhook(trx, row.merchant_id, 'return.requested', {
    return_id: id,
    order_id: orderId,
    fulfilment_id: fulfilmentId,
    lines: presented.lines.map(({ position, product_name: title, quantity }) => ({ position, title, quantity })),
    reason: row.reason,
    requested_at: presented.created_at,
  });
};

/**
 * Mails the buyer and the merchant what has happened to a return and what happens next. Every step calls it, in its transaction. Who
 * deleted the account, or has no address, gets none; a merchant gets none of an own step.
 */
export const notifyOfStep = async (trx: Database, order: OrderRow, id: string): Promise<void> => {
  const row = await selectReturn(trx, 'operator', id);
  const last = row?.steps.at(-1);
  if (!row || !last) throw new Error(`the return ${id} has no step`);
  const returned = (await selectReturnedOrders(trx, [order.id]))(order.id);
  const deadline = row.decide_by ?? row.appeal_by;
  const facts = {
    status: row.status,
    by: last.taken_by,
    merchant: merchantNameOf(row),
    reason: row.reason,
    deadline: deadline ? day.format(deadline) : '',
    amount: formatNaira(amountOf(row, returned)),
    target: targetOf(row),
  };
  const shared = {
    order_id: order.id,
    return_id: id,
    pieces: presentReturn(row, returned).lines.map(({ product_name, quantity }) => ({ title: product_name, quantity })),
    note: last.note,
  };
  if (order.customer) {
    const { email: to, first_name } = order.customer;
    await queueMail(trx, { kind: 'return_to_buyer', to, first_name, ...shared, ...describeToBuyer(facts) });
  }
  if (row.merchant_id === null || last.taken_by === 'merchant') return;
  const merchant = await selectMerchantContact(trx, row.merchant_id);
  if (merchant?.email) {
    const { email: to, name: store_name } = merchant;
    await queueMail(trx, { kind: 'return_to_merchant', to, store_name, ...shared, ...describeToMerchant(facts) });
  }
};
