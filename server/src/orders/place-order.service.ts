import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import { lockAccount, selectContact } from '../account/index.ts';
import { selectQuantities } from '../cart/index.ts';
import { takeStock } from '../catalog/index.ts';
import { type Checkout, type Quote, type QuoteRefusal, takeCoupon } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { takeCredit } from '../wallet/index.ts';
import { type Asked, creditOf, differences, drawOrderId, fingerprintOf, holdsTheSame } from './order.rules.ts';
import { endOrder } from './order.service.ts';
import type { OrderAddress } from './order.sql.ts';
import * as store from './order.sql.ts';
import { addPayment, findPayable, isPaidByWallet, markPaid } from './payment.service.ts';

type Deps = { db: Database; checkout: Checkout; provider: string };
type Request = { account: AccountId; asked: Asked; fingerprint: Buffer; key: string | undefined };
type KeyReused = Refused<'idempotency_key_reused'>;
/** Everything that an order can be refused for. */
export type PlaceRefusal =
  | QuoteRefusal
  | 'token_invalid'
  | 'coupon_used'
  | 'coupon_used_up'
  | 'checkout_changed'
  | 'idempotency_key_reused';

/** The order that the key was answered with. */
const findByKey = async (trx: Database, request: Request): Promise<OrderId | KeyReused | undefined> => {
  const { account, key, fingerprint } = request;
  const known = key === undefined ? undefined : await store.selectKey(trx, account, key);
  if (!known) return undefined;
  if (!known.fingerprint.equals(fingerprint)) return refuse('idempotency_key_reused');
  const order = await store.selectOrder(trx, account, known.order_id);
  // One that was given up before the provider answered was never answered with.
  const answered =
    order !== undefined &&
    (order.status === 'Pending' || isPaidByWallet(order) || (await findPayable(trx, known.order_id)) !== undefined);
  return answered ? known.order_id : undefined;
};

/** Whether the pending order is what is asked for once more: the same request, for a cart that did not change. */
const isSame = async (trx: Database, order: store.OrderRow, { account, fingerprint }: Request): Promise<boolean> => {
  if (!order.fingerprint.equals(fingerprint) || order.expires_at <= new Date()) return false;
  const lines = await store.selectLines(trx, order.id);
  return holdsTheSame(await selectQuantities(trx, account), lines);
};

/**
 * Finds the order that the request made before, if it did. The account must be locked.
 * @returns the order; the pending orders that stand in the way of another one, when it must be made
 */
const findPlaced = async (
  trx: Database,
  request: Request,
): Promise<OrderId | KeyReused | { others: store.OrderRow[] }> => {
  const byKey = await findByKey(trx, request);
  if (byKey !== undefined) return byKey;
  const others = await store.selectPending(trx, request.account);
  for (const order of others) if (await isSame(trx, order, request)) return keep(trx, request, order.id);
  return { others };
};

/** Remembers which order the key was answered with. */
const keep = async (trx: Database, { account, key, fingerprint }: Request, order_id: OrderId): Promise<OrderId> => {
  if (key !== undefined) await store.upsertKey(trx, { account_id: account, key, fingerprint, order_id });
  return order_id;
};

const shipTo = ({ address }: Quote): OrderAddress => {
  const { first_name, last_name, phone_number, line1, line2, line3, country, region, city, postal_code } = address;
  const lines = { address_line1: line1, address_line2: line2, address_line3: line3 };
  return { first_name, last_name, phone_number, ...lines, country, region, city, postal_code };
};

/** Writes the order, reserves its stock and takes its coupon, in the quote's transaction. */
const writeOrder = async (
  trx: Database,
  request: Request,
  quote: Quote,
  provider: string,
): Promise<OrderId | Refused<'checkout_changed' | 'coupon_used' | 'coupon_used_up'>> => {
  const { account, asked, fingerprint } = request;
  const changed = differences(asked, quote);
  const sentences = Object.values(changed).flat();
  if (sentences.length > 0) return { ...refuse('checkout_changed', changed), text: sentences.join(' ') };
  const order = { id: drawOrderId(), total_kobo: quote.total, credit_kobo: creditOf(asked), currency: 'NGN' };
  await store.insertOrder(
    trx,
    {
      ...order,
      account_id: account,
      subtotal_kobo: quote.subTotal,
      shipment_kobo: quote.shipment,
      discount_kobo: quote.discount,
      coupon_id: quote.coupon?.id ?? null,
      coupon_code: quote.coupon?.code ?? null,
      fingerprint,
      customer: JSON.stringify(await selectContact(trx, account)),
      ship_to: JSON.stringify(shipTo(quote)),
      expires_at: new Date(Date.now() + MINUTES_TO_PAY * 60_000),
    },
    quote.items.map(({ product_id, title, picture_key, price, quantity }) => ({
      product_id,
      title,
      picture_key,
      unit_kobo: price,
      quantity,
    })),
  );
  await keep(trx, request, order.id);
  if (!(await takeCredit(trx, { ...order, account_id: account })))
    throw new Error(`the quote of ${order.id} promised credit in vain`);
  if (!(await takeStock(trx, quote.items))) throw new Error(`the quote of ${order.id} promised stock in vain`);
  const coupon = quote.coupon ? await takeCoupon(trx, account, quote.coupon.id) : undefined;
  if (coupon) return coupon;
  await beginPayment(trx, order, provider);
  return order.id;
};

/** Begins to have the order paid, or finds that the wallet has paid it. */
const beginPayment = async (trx: Database, placed: Parameters<typeof addPayment>[1], provider: string) => {
  if (placed.credit_kobo < placed.total_kobo) return addPayment(trx, placed, provider, 1);
  const order = await store.lockOrder(trx, placed.id);
  if (!order) throw new Error(`the order ${placed.id} was written in vain`);
  await store.updateStatus(trx, order.id, 'pay');
  await markPaid(trx, order, await store.selectLines(trx, order.id));
};

/**
 * Places the order that the request describes, once: two presses on an unchanged cart, or two requests with the same
 * key, give the same order (PAYMENT-15, PAYMENT-16; docs/decisions/orders-and-payments.md). A buyer has one order that
 * waits to be paid; one that is asked for differently takes its place, stock and coupon.
 * @param key the header Idempotency-Key
 * @returns the order's id; what stands in the way: then nothing new was created
 */
export const placeOrder = async (
  { db, checkout, provider }: Deps,
  account: AccountId,
  asked: Asked,
  key: string | undefined,
): Promise<OrderId | Refused<PlaceRefusal>> => {
  const request: Request = { account, asked, fingerprint: fingerprintOf(asked), key };
  // What another order holds back must be free before the cart is priced. Where there is none, nothing need be locked: what
  // comes between is found again below, with the account locked.
  const inTheWay = key !== undefined || (await store.selectPending(db, account)).length > 0;
  const clearTheWay = async (trx: Database) => {
    if (!(await lockAccount(trx, account))) return refuse('token_invalid');
    const placed = await findPlaced(trx, request);
    if (typeof placed !== 'object' || isRefused(placed)) return placed;
    for (const order of placed.others)
      await endOrder(trx, order, order.expires_at <= new Date() ? 'expired' : 'replaced');
    return undefined;
  };
  const before = inTheWay ? await db.transaction().execute(clearTheWay) : undefined;
  if (before !== undefined) return before;

  const find = (trx: Database) => findPlaced(trx, request);
  const placed = await checkout.withQuote({ account, addressId: asked.shipping_address_id }, async (trx, quote) => {
    const found = await find(trx);
    if (typeof found !== 'object' || isRefused(found)) return found;
    // Begun at the same moment, for something else: whoever came first has the cart.
    if (found.others.length > 0)
      return { ...refuse('checkout_changed'), text: 'Another order of yours was begun at the same moment.' };
    return writeOrder(trx, request, quote, provider);
  });
  if (!isRefused(placed)) return placed;
  // Refused because the same request, a moment before, took the last of the stock, or was paid and emptied the cart?
  const found = await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, account))) return undefined;
    if (placed.refused !== 'cart_empty') return find(trx);
    const since = new Date(Date.now() - MINUTES_TO_PAY * 60_000);
    return (await store.selectPaidByWallet(trx, account, request.fingerprint, since))?.id;
  });
  return typeof found === 'string' ? found : placed;
};
