import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import { lockAccount, selectContact } from '../account/index.ts';
import { selectQuantities } from '../cart/index.ts';
import { takeStock } from '../catalog/index.ts';
import { type Checkout, type CheckoutQuote, type QuoteRefusal, redeemCoupon } from '../checkout/index.ts';
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
type Request = { account: AccountId; requested: Asked; fingerprint: Buffer; key: string | undefined };
type KeyReused = Refused<'idempotency_key_reused'>;
/** Reasons why an order is refused. */
export type PlaceRefusal =
  | QuoteRefusal
  | 'token_invalid'
  | 'coupon_used'
  | 'coupon_used_up'
  | 'checkout_changed'
  | 'idempotency_key_reused';

/** The order that the idempotency key belongs to. */
const findByKey = async (trx: Database, request: Request): Promise<OrderId | KeyReused | undefined> => {
  const { account, key, fingerprint } = request;
  const stored = key === undefined ? undefined : await store.selectKey(trx, account, key);
  if (!stored) return undefined;
  if (!stored.fingerprint.equals(fingerprint)) return refuse('idempotency_key_reused');
  const order = await store.selectOrder(trx, account, stored.order_id);
  // The client never received an order that was cancelled before the provider opened its payment.
  const isReusable =
    order !== undefined &&
    (order.status === 'Pending' || isPaidByWallet(order) || (await findPayable(trx, stored.order_id)) !== undefined);
  return isReusable ? stored.order_id : undefined;
};

/** Whether the request repeats the pending order: equal fingerprint, unexpired order, unchanged cart. */
const isSame = async (trx: Database, order: store.OrderRow, { account, fingerprint }: Request): Promise<boolean> => {
  if (!order.fingerprint.equals(fingerprint) || order.expires_at <= new Date()) return false;
  const lines = await store.selectLines(trx, order.id);
  return holdsTheSame(await selectQuantities(trx, account), lines);
};

/**
 * Finds the order that an identical earlier request created. The account must be locked.
 * @returns the order; otherwise the other pending orders, which a new order replaces
 */
const findPlaced = async (
  trx: Database,
  request: Request,
): Promise<OrderId | KeyReused | { others: store.OrderRow[] }> => {
  const byKey = await findByKey(trx, request);
  if (byKey !== undefined) return byKey;
  const others = await store.selectPending(trx, request.account);
  for (const order of others) if (await isSame(trx, order, request)) return storeKey(trx, request, order.id);
  return { others };
};

/** Stores which order belongs to the idempotency key. */
const storeKey = async (trx: Database, { account, key, fingerprint }: Request, order_id: OrderId): Promise<OrderId> => {
  if (key !== undefined) await store.upsertKey(trx, { account_id: account, key, fingerprint, order_id });
  return order_id;
};

const shipTo = ({ address }: CheckoutQuote): OrderAddress => {
  const { first_name, last_name, phone_number, line1, line2, line3, country, region, city, postal_code } = address;
  const lines = { address_line1: line1, address_line2: line2, address_line3: line3 };
  return { first_name, last_name, phone_number, ...lines, country, region, city, postal_code };
};

/** Inserts the order and reserves stock, coupon and wallet credit, in the quote's transaction. */
const writeOrder = async (
  trx: Database,
  request: Request,
  quote: CheckoutQuote,
  provider: string,
): Promise<OrderId | Refused<'checkout_changed' | 'coupon_used' | 'coupon_used_up'>> => {
  const { account, requested, fingerprint } = request;
  const changed = differences(requested, quote);
  const sentences = Object.values(changed).flat();
  if (sentences.length > 0) return { ...refuse('checkout_changed', changed), text: sentences.join(' ') };
  const order = { id: drawOrderId(), total_kobo: quote.total, credit_kobo: creditOf(requested), currency: 'NGN' };
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
    quote.items.map(({ productId, title, picture_key, price, quantity }) => ({
      product_id: productId,
      title,
      picture_key,
      unit_kobo: price,
      quantity,
    })),
  );
  await storeKey(trx, request, order.id);
  if (!(await takeCredit(trx, { ...order, account_id: account })))
    throw new Error(`the quote of ${order.id} includes credit that the wallet cannot pay`);
  if (!(await takeStock(trx, quote.items)))
    throw new Error(`the quote of ${order.id} includes stock that is not available`);
  const coupon = quote.coupon ? await redeemCoupon(trx, account, quote.coupon.id) : undefined;
  if (coupon) return coupon;
  await beginPayment(trx, order, provider);
  return order.id;
};

/** Creates the first payment attempt, or marks the order as paid when the wallet covers the total. */
const beginPayment = async (trx: Database, placed: Parameters<typeof addPayment>[1], provider: string) => {
  if (placed.credit_kobo < placed.total_kobo) return addPayment(trx, placed, provider, 1);
  const order = await store.lockOrder(trx, placed.id);
  if (!order) throw new Error(`the order ${placed.id} is missing after its insert`);
  await store.updateStatus(trx, order.id, 'pay');
  await markPaid(trx, order, await store.selectLines(trx, order.id));
};

/**
 * Places an order, idempotently: the same request for an unchanged cart, or with the same key, returns the same order
 * (PAYMENT-15, PAYMENT-16; docs/decisions/orders-and-payments.md). A buyer has at most one pending order; a different
 * request replaces it and releases its stock and coupon.
 * @param key the header Idempotency-Key
 * @returns the order's id; a refusal if no order was created
 */
export const placeOrder = async (
  { db, checkout, provider }: Deps,
  account: AccountId,
  requested: Asked,
  key: string | undefined,
): Promise<OrderId | Refused<PlaceRefusal>> => {
  const request: Request = { account, requested, fingerprint: fingerprintOf(requested), key };
  // Pending orders must release their reservations before the cart is priced. Without one, this step is skipped; the
  // check below, with the account locked, detects an order that was created concurrently.
  const mayHavePending = key !== undefined || (await store.selectPending(db, account)).length > 0;
  const cancelPending = async (trx: Database) => {
    if (!(await lockAccount(trx, account))) return refuse('token_invalid');
    const placed = await findPlaced(trx, request);
    if (typeof placed !== 'object' || isRefused(placed)) return placed;
    for (const order of placed.others)
      await endOrder(trx, order, order.expires_at <= new Date() ? 'expired' : 'replaced');
    return undefined;
  };
  const earlier = mayHavePending ? await db.transaction().execute(cancelPending) : undefined;
  if (earlier !== undefined) return earlier;

  const find = (trx: Database) => findPlaced(trx, request);
  const placed = await checkout.withQuote(
    { accountId: account, addressId: requested.shipping_address_id },
    async (trx, quote) => {
      const found = await find(trx);
      if (typeof found !== 'object' || isRefused(found)) return found;
      // A concurrent request for a different order was first.
      if (found.others.length > 0)
        return { ...refuse('checkout_changed'), text: 'Another order of yours was begun at the same moment.' };
      return writeOrder(trx, request, quote, provider);
    },
  );
  if (!isRefused(placed)) return placed;
  // An identical concurrent request may be the cause: it took the last stock, or was paid and emptied the cart.
  const found = await db.transaction().execute(async (trx) => {
    if (!(await lockAccount(trx, account))) return undefined;
    if (placed.refused !== 'cart_empty') return find(trx);
    const since = new Date(Date.now() - MINUTES_TO_PAY * 60_000);
    return (await store.selectPaidByWallet(trx, account, request.fingerprint, since))?.id;
  });
  return typeof found === 'string' ? found : placed;
};
