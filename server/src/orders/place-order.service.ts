import { MINUTES_TO_PAY } from '@sokuwa/contract/orders/orders.rules.ts';
import { type AccountChanges, selectContact } from '../account/index.ts';
import { selectQuantities } from '../cart/index.ts';
import { lockProducts, selectHandlingDays, takeStock } from '../catalog/index.ts';
import { type Checkout, type CheckoutQuote, lockCoupons, type QuoteRefusal, redeemCoupon } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse, refuseTooMany } from '../platform/refusal.ts';
import { MIN_PAYMENT } from '../ports/payments/payments.port.ts';
import { takeCredit } from '../wallet/index.ts';
import { applyCancellation } from './cancellation.service.ts';
import { expectDelivery, toOrderAddress } from './delivery.rules.ts';
import {
  cartMatchesLines,
  creditOf,
  findDifferences,
  fingerprintOf,
  generateOrderId,
  type OrderRequest,
} from './order.rules.ts';
import * as store from './order.sql.ts';
import { addPayment, findPayable, isPaidByWallet, markPaid } from './payment.service.ts';

type Deps = {
  accountChanges: AccountChanges;
  checkout: Checkout;
  provider: string;
  limits: OrderLimits;
  /** Of merchants without a rate of their own. */
  commissionPerMille: number;
};
/** `ordersPerHour` includes RATE_LIMIT_FACTOR. */
type OrderLimits = { ordersPerHour: number; maxUnpaidUnits: number };
type PlaceRequest = { accountId: AccountId; requested: OrderRequest; fingerprint: Buffer; key: string | undefined };
type KeyReused = Refused<'idempotency_key_reused'>;
/** Reasons why an order is refused. */
export type PlaceRefusal =
  | QuoteRefusal
  | 'token_invalid'
  | 'coupon_used'
  | 'coupon_used_up'
  | 'checkout_changed'
  | 'idempotency_key_reused'
  | 'too_many_requests'
  | 'too_many_units'
  | 'payment_too_small';

/** The order that the idempotency key belongs to. */
const findByKey = async (trx: Database, request: PlaceRequest): Promise<OrderId | KeyReused | undefined> => {
  const { accountId, key, fingerprint } = request;
  const storedRequest = key === undefined ? undefined : await store.selectKey(trx, accountId, key);
  if (!storedRequest) return undefined;
  if (!storedRequest.fingerprint.equals(fingerprint)) return refuse('idempotency_key_reused');
  const order = await store.selectOrder(trx, accountId, storedRequest.order_id);
  // The client never received an order that was cancelled before the provider opened its payment.
  const isReusable =
    order !== undefined &&
    (order.status === 'Pending' ||
      isPaidByWallet(order) ||
      (await findPayable(trx, storedRequest.order_id)) !== undefined);
  return isReusable ? storedRequest.order_id : undefined;
};

/** Whether the request repeats a pending order: equal fingerprint, unexpired order, unchanged cart. */
const isRepeat = async (
  trx: Database,
  order: store.OrderRow,
  { accountId, fingerprint }: PlaceRequest,
): Promise<boolean> => {
  if (!order.fingerprint.equals(fingerprint) || order.expires_at <= new Date()) return false;
  const lines = await store.selectLines(trx, order.id);
  return cartMatchesLines(await selectQuantities(trx, accountId), lines);
};

/**
 * Finds the order that an identical earlier request created. The account must be locked.
 * @returns the order; otherwise the other pending orders, which a new order replaces
 */
const findPlaced = async (
  trx: Database,
  request: PlaceRequest,
): Promise<OrderId | KeyReused | { others: store.OrderRow[] }> => {
  const byKey = await findByKey(trx, request);
  if (byKey !== undefined) return byKey;
  const others = await store.lockPending(trx, request.accountId);
  for (const order of others) if (await isRepeat(trx, order, request)) return storeKey(trx, request, order.id);
  return { others };
};

/** Stores which order belongs to the idempotency key. */
const storeKey = async (
  trx: Database,
  { accountId, key, fingerprint }: PlaceRequest,
  orderId: OrderId,
): Promise<OrderId> => {
  if (key !== undefined) await store.upsertKey(trx, { account_id: accountId, key, fingerprint, order_id: orderId });
  return orderId;
};

/** The columns of the quote's exchange rate. The order stores it, so that its converted prices never change (ORDER-35). */
const toExchangeRateColumns = ({ exchangeQuote: { currency, decimals, microNaira, asOf } }: CheckoutQuote) => ({
  converted_currency: currency,
  converted_decimals: decimals,
  converted_micro_naira: Number(microNaira),
  converted_as_of: asOf,
});

/**
 * Inserts the order and reserves stock, coupon and wallet credit, in the quote's transaction.
 * @param replaced pending orders that it replaces
 */
const writeOrder = async (
  trx: Database,
  request: PlaceRequest,
  quote: CheckoutQuote,
  replaced: readonly store.OrderRow[],
  { provider, commissionPerMille }: Pick<Deps, 'provider' | 'commissionPerMille'>,
): Promise<OrderId | Refused<'checkout_changed' | 'coupon_used' | 'coupon_used_up' | 'payment_too_small'>> => {
  const { accountId, requested, fingerprint } = request;
  const changes = findDifferences(requested, quote);
  const sentences = Object.values(changes).flat();
  if (sentences.length > 0) return { ...refuse('checkout_changed', changes), text: sentences.join(' ') };
  const due = quote.total - creditOf(requested);
  if (due > 0 && due < MIN_PAYMENT) return refuse('payment_too_small');
  for (const order of replaced)
    await applyCancellation(trx, order, order.expires_at <= new Date() ? 'expired' : 'replaced');
  const productIds = quote.items.map(({ productId }) => productId);
  const holdEnd = await store.selectHoldEnd(trx, accountId, productIds);
  const expected = expectDelivery(new Date(), quote.carrierDays, await selectHandlingDays(trx, productIds));
  const order = { id: generateOrderId(), total_kobo: quote.total, credit_kobo: creditOf(requested), currency: 'NGN' };
  await store.insertOrder(
    trx,
    {
      ...order,
      account_id: accountId,
      subtotal_kobo: quote.subTotal,
      shipment_kobo: quote.shipmentFee,
      discount_kobo: quote.discount,
      estimated_delivery: quote.duration,
      coupon_id: quote.coupon?.id ?? null,
      coupon_code: quote.coupon?.code ?? null,
      ...toExchangeRateColumns(quote),
      fingerprint,
      customer: JSON.stringify(await selectContact(trx, accountId)),
      ship_to: JSON.stringify(toOrderAddress(quote.address)),
      weight_grams: quote.weightGrams,
      expected_from: expected.from,
      expected_to: expected.to,
      expires_at: holdEnd ?? new Date(Date.now() + MINUTES_TO_PAY * 60_000),
    },
    quote.items.map(({ productId, title, picture_key, price, quantity, discount, shipment }) => ({
      product_id: productId,
      title,
      picture_key,
      unit_kobo: price,
      quantity,
      discount_kobo: discount,
      shipment_kobo: shipment,
    })),
    commissionPerMille,
  );
  await storeKey(trx, request, order.id);
  if (!(await takeCredit(trx, { ...order, account_id: accountId })))
    throw new Error(`the quote of ${order.id} includes credit that the wallet cannot pay`);
  if (!(await takeStock(trx, quote.items)))
    throw new Error(`the quote of ${order.id} includes stock that is not available`);
  const coupon = quote.coupon ? await redeemCoupon(trx, accountId, quote.coupon.id) : undefined;
  if (coupon) return coupon;
  await beginPayment(trx, order, provider);
  return order.id;
};

/** Creates the first payment attempt, or marks the order when the wallet covers the total. */
const beginPayment = async (trx: Database, inserted: Parameters<typeof addPayment>[1], provider: string) => {
  if (inserted.credit_kobo < inserted.total_kobo) return addPayment(trx, inserted, provider, 1);
  const order = await store.lockOrder(trx, inserted.id);
  if (!order) throw new Error(`the order ${inserted.id} is missing after its insert`);
  await store.updateStatus(trx, order.id, 'pay');
  await markPaid(trx, order, await store.selectLines(trx, order.id));
};

/** Refuses an order that would reserve more unpaid units than an account may have (ORDER-54). */
const refuseTooManyUnits = (requested: OrderRequest, maxUnits: number): Refused<'too_many_units'> | undefined => {
  const units = requested.cart_items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (units <= maxUnits || creditOf(requested) >= requested.total) return undefined;
  const text = `An order that is not paid yet can reserve ${maxUnits} items, and this one has ${units}. Please split it into several orders.`;
  return refuse('too_many_units', undefined, text);
};

/** Refuses an order if the account has placed too many within an hour (ORDER-55). The account must be locked. */
const refuseFrequentOrders = async (
  trx: Database,
  accountId: AccountId,
  ordersPerHour: number,
): Promise<Refused<'too_many_requests'> | undefined> => {
  const ends = await store.selectOrderLimitEnd(trx, accountId, ordersPerHour);
  if (!ends) return undefined;
  const seconds = (ends.getTime() - Date.now()) / 1000;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const text = `You have placed many orders. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  return refuseTooMany(seconds, text);
};

/**
 * Locks what cancelling the replaced orders and writing the new one lock: first all products, then the coupons, so that accounts
 * that exchange them do not wait for each other. Carts and quotes count what these orders reserve as available, so they are
 * cancelled only when nothing can refuse the new one any more.
 */
const lockReplaced = async (trx: Database, accountId: AccountId, orders: readonly store.OrderRow[]): Promise<void> => {
  const lines = await store.selectLinesOf(
    trx,
    orders.map(({ id }) => id),
  );
  const ordered = [...lines.values()].flat().flatMap(({ product_id }) => product_id ?? []);
  await lockProducts(trx, [...ordered, ...(await selectQuantities(trx, accountId)).keys()]);
  await lockCoupons(
    trx,
    accountId,
    orders.flatMap(({ coupon_id }) => coupon_id ?? []),
  );
};

/** Refusals that no other request for the same order can have caused. */
const FINAL_REFUSALS: readonly PlaceRefusal[] = ['token_invalid', 'too_many_units', 'idempotency_key_reused'];

/**
 * Places an order, idempotently: the same request for an unchanged cart, or with the same key, returns the same order
 * (PAYMENT-15, PAYMENT-16; docs/decisions/orders-and-payments.md). A buyer has at most one pending order; a different
 * request replaces it in the same transaction: if it is refused, the pending order stays.
 * @param key the header Idempotency-Key
 * @param country the country to whose currency prices are converted; default: the shop's default country
 * @returns the order's id; a refusal if no order was created
 */
export const placeOrder = async (
  deps: Deps,
  accountId: AccountId,
  requested: OrderRequest,
  key: string | undefined,
  country?: string,
): Promise<OrderId | Refused<PlaceRefusal>> => {
  const { accountChanges, checkout, limits } = deps;
  const request: PlaceRequest = { accountId, requested, fingerprint: fingerprintOf(requested), key };
  const find = (trx: Database) => findPlaced(trx, request);
  let replaced: readonly store.OrderRow[] = [];
  const findOrLock = async (trx: Database) => {
    const found = await find(trx);
    if (typeof found !== 'object' || isRefused(found)) return found;
    const limited =
      refuseTooManyUnits(requested, limits.maxUnpaidUnits) ??
      (await refuseFrequentOrders(trx, accountId, limits.ordersPerHour));
    if (limited) return limited;
    replaced = found.others;
    if (replaced.length > 0) await lockReplaced(trx, accountId, replaced);
    return undefined;
  };
  const placed = await checkout.withQuote<OrderId | Refused<PlaceRefusal>>(
    { accountId, addressId: requested.shipping_address_id, country },
    (trx, quote) => writeOrder(trx, request, quote, replaced, deps),
    findOrLock,
  );
  if (!isRefused(placed) || FINAL_REFUSALS.includes(placed.refused)) return placed;
  // An equal request may have placed the order before the quote was refused, or its payment has emptied the cart.
  const found = await accountChanges.run(accountId, async (trx) => {
    if (placed.refused !== 'cart_empty') return find(trx);
    const since = new Date(Date.now() - MINUTES_TO_PAY * 60_000);
    return (await store.selectOrderPaidByWallet(trx, accountId, request.fingerprint, since))?.id;
  });
  return typeof found === 'string' ? found : placed;
};
