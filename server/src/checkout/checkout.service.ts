import { createHash } from 'node:crypto';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { AccountChanges } from '../account/index.ts';
import { selectAddress } from '../addresses/index.ts';
import { type CartLineRow, selectCart, selectCartProductIds, type UnpaidOrders } from '../cart/index.ts';
import { lockProducts } from '../catalog/index.ts';
import { type DatedExchangeQuote, formatConverted, formatRate, type Geo, toKobo } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import type { RateLimiter } from '../platform/rate-limiter.ts';
import { getRefusalText, isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type Shipment, ShippingError, type ShippingRates } from '../ports/shipping/shipping.port.ts';
import { readSpendable } from '../wallet/index.ts';
import { allocate } from './allocate.rules.ts';
import { computeCredit, computeSubTotal, formatDuration } from './checkout.rules.ts';
import * as store from './checkout.sql.ts';
import { checkCoupon, computeDiscount } from './coupon.rules.ts';
import { selectCheckoutCoupon } from './coupon.sql.ts';
import type {
  Checkout,
  CheckoutQuote,
  DeliveryAddress,
  QuotedItem,
  QuoteRefusal,
  QuoteRequest,
  RateRefusal,
} from './quote.ts';

export type CheckoutParts = {
  db: Database;
  accountChanges: AccountChanges;
  geo: Geo;
  shipping: ShippingRates;
  unpaidOrders: UnpaidOrders;
  rateLimiter: RateLimiter;
  /** How many rates one account may request from the carrier in an hour; stored rates do not count. */
  carrierCallsPerHour: number;
  /** Receives the error when a carrier returns no rate. */
  report(error: unknown): void;
};

/** How long a carrier's rate stays valid: as long as an order may stay unpaid (ORDER-3). */
const RATE_LIFETIME_MS = 30 * 60 * 1000;
const HOUR_SECONDS = 3600;
/** Maximum attempts at a quote when the cart changes during the carrier request. */
const MAX_ATTEMPTS = 3;

/** A quote that still needs a rate from the carrier. */
type NeedsRate = { needsRate: string; shipment: Shipment; country: string };
const isRateNeeded = (result: unknown): result is NeedsRate =>
  typeof result === 'object' && result !== null && 'needsRate' in result;

const toShipment = (address: DeliveryAddress, grams: number): Shipment => ({
  to: {
    countryCode: address.country_code,
    region: address.region,
    city: address.city,
    postalCode: address.postal_code,
    lines: [address.line1, address.line2, address.line3].filter(Boolean),
  },
  grams,
});

/** The weight of goods, without packaging. */
const sumGrams = (lines: readonly { weight_grams: number; quantity: number }[]): number =>
  lines.reduce((sum, { weight_grams, quantity }) => sum + weight_grams * quantity, 0);

/** Cache key of a shipment: a hash of everything that affects the carrier's rate. */
const hashShipment = (shipment: Shipment): string =>
  createHash('sha256').update(JSON.stringify(shipment)).digest('base64url');

/** The refusal when stock does not cover the cart; its text names the first such line. */
const refuseUnavailable = (lines: readonly CartLineRow[]): Refused<'items_unavailable'> | undefined => {
  const unavailableLines = lines.filter(({ stock, quantity }) => stock < quantity);
  const [first] = unavailableLines;
  if (!first) return undefined;
  const describeStock = ({ title, stock }: CartLineRow) =>
    stock === 0 ? `"${title}" is sold out.` : `There are only ${stock} of "${title}" left.`;
  return refuse(
    'items_unavailable',
    { cart_items: unavailableLines.map(describeStock) },
    `${describeStock(first)} Please change your cart.`,
  );
};

const toQuotedItems = (lines: readonly CartLineRow[], discount: Kobo, shipmentFee: Kobo): QuotedItem[] => {
  const totals = lines.map(({ sale_kobo, quantity }) => kobo(sale_kobo * quantity));
  const discounts = allocate(discount, totals);
  const shipments = allocate(
    shipmentFee,
    lines.map(({ weight_grams, quantity }) => weight_grams * quantity),
  );
  return lines.map(({ productId, title, picture_key, quantity, weight_grams, sale_kobo }, line) => ({
    productId,
    title,
    picture_key,
    quantity,
    weight_grams,
    price: sale_kobo,
    total: totals[line] ?? kobo(0),
    discount: discounts[line] ?? kobo(0),
    shipment: shipments[line] ?? kobo(0),
  }));
};

/** The stored rate of a shipment, unless it is too old. */
const readRate = async (
  db: Database,
  accountId: AccountId,
  shipment: Shipment,
  country: string,
  now: Date,
): Promise<store.StoredRate | NeedsRate> => {
  const key = hashShipment(shipment);
  const rate = await store.selectRate(db, accountId, key, new Date(now.getTime() - RATE_LIFETIME_MS));
  return rate ?? { needsRate: key, shipment, country };
};

/**
 * Builds a quote from the database, or returns the shipment that needs a carrier rate.
 * @param exchangeQuote the exchange rate for converted totals
 */
const readQuote = async (
  db: Database,
  unpaidOrders: UnpaidOrders,
  { accountId, addressId }: QuoteRequest,
  exchangeQuote: DatedExchangeQuote,
): Promise<CheckoutQuote | NeedsRate | Refused<QuoteRefusal>> => {
  const address = await selectAddress(db, accountId, addressId);
  if (!address) return refuse('not_found');
  const lines = await selectCart(db, accountId, unpaidOrders);
  if (lines.length === 0) return refuse('cart_empty');
  const refusal = refuseUnavailable(lines);
  if (refusal) return refusal;
  const shipment = toShipment(address, sumGrams(lines));
  const now = new Date();
  const rate = await readRate(db, accountId, shipment, address.country, now);
  if (isRateNeeded(rate)) return rate;
  const subTotal = computeSubTotal(lines);
  const coupon = await selectCheckoutCoupon(db, accountId, unpaidOrders);
  const couponRefusal = coupon && checkCoupon(coupon, subTotal, coupon.used, now);
  const discount = coupon && !couponRefusal ? computeDiscount(coupon, subTotal) : kobo(0);
  const total = kobo(subTotal - discount + rate.kobo);
  return {
    items: toQuotedItems(lines, discount, rate.kobo),
    address,
    subTotal,
    discount,
    shipmentFee: rate.kobo,
    total,
    credit: computeCredit(total, await readSpendable(db, accountId, unpaidOrders.orders)),
    coupon: coupon && !couponRefusal ? { id: coupon.id, code: coupon.code } : null,
    invalidCoupon: coupon && couponRefusal ? { code: coupon.code, reason: getRefusalText(couponRefusal) } : null,
    converted: formatConverted(total, exchangeQuote),
    exchangeRate: formatRate(exchangeQuote),
    exchangeRateDate: exchangeQuote.asOf,
    exchangeQuote,
    duration: formatDuration(rate.minDays, rate.maxDays),
    weightGrams: shipment.grams,
    carrierDays: { min: rate.minDays, max: rate.maxDays },
  };
};

/**
 * Requests a shipment's rate from the carrier and converts it to kobo.
 * @returns the rate; too_many_requests when the account has requested too many (CHECKOUT-61); or the reason why there
 *   is none
 */
const requestRate = async (
  { shipping, geo, report, rateLimiter, carrierCallsPerHour }: CheckoutParts,
  accountId: AccountId,
  { needsRate: key, shipment, country }: NeedsRate,
): Promise<
  store.StoredRate | Refused<'country_not_served' | 'shipment_too_heavy' | 'carrier_unavailable' | 'too_many_requests'>
> => {
  const limit = { action: 'carrier rate', maxAttempts: carrierCallsPerHour, windowSeconds: HOUR_SECONDS };
  const throttled = await rateLimiter.consume({ limit, key: `account ${accountId}` });
  if (throttled) return throttled;

  try {
    const rate = await shipping.rate(shipment);
    if (rate === 'too_heavy') return refuse('shipment_too_heavy');
    if (rate === 'not_served')
      return refuse(
        'country_not_served',
        undefined,
        `We do not deliver to ${country} yet. Please choose another address.`,
      );
    const exchangeRate = await geo.rate(rate.currency);
    if (!exchangeRate)
      throw new ShippingError(`the carrier quotes in ${rate.currency}, which has no exchange rate in the shop`);
    const { minDays, maxDays } = rate;
    return { key, kobo: toKobo(rate.amount, exchangeRate.microNaira), minDays, maxDays };
  } catch (error) {
    if (!(error instanceof ShippingError)) throw error;
    report(error);
    return refuse('carrier_unavailable');
  }
};

/** Runs `attempt`; when it needs a rate, requests and stores one, and runs it again. */
const withRates = async <T>(
  parts: CheckoutParts,
  accountId: AccountId,
  attempt: () => Promise<T | NeedsRate>,
): Promise<T | Refused<RateRefusal>> => {
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const result = await attempt();
    if (!isRateNeeded(result)) return result;
    const rate = await requestRate(parts, accountId, result);
    if (isRefused(rate)) return rate;
    const now = new Date();
    const since = new Date(now.getTime() - RATE_LIFETIME_MS);
    const stored = await parts.accountChanges.run(accountId, (trx) =>
      store.upsertRate(trx, accountId, rate, now, since),
    );
    if (isRefused(stored)) return stored;
  }
  parts.report(new Error(`the cart of account ${accountId} changed during every carrier request`));
  return refuse('carrier_unavailable');
};

/** Creates the checkout, the only place that computes order totals. */
export const openCheckout = (parts: CheckoutParts): Checkout => ({
  quoteDelivery: (accountId, to, grams) =>
    withRates(parts, accountId, () => readRate(parts.db, accountId, toShipment(to, grams), to.country, new Date())),
  quote: async (request) => {
    const exchangeQuote = await parts.geo.quote(request.country);
    if (!exchangeQuote) return refuse('unknown_country');
    return withRates(parts, request.accountId, () => readQuote(parts.db, parts.unpaidOrders, request, exchangeQuote));
  },
  withQuote: async <T>(
    request: QuoteRequest,
    use: (trx: Database, quote: CheckoutQuote) => Promise<T>,
    beforeQuote?: (trx: Database) => Promise<T | undefined>,
  ) => {
    // Load it before the transaction: waiting for a second connection while holding one can exhaust the pool.
    const exchangeQuote = await parts.geo.quote(request.country);
    if (!exchangeQuote) return refuse('unknown_country');
    const runOnce = async (trx: Database): Promise<T | NeedsRate | Refused<QuoteRefusal>> => {
      const earlier = await beforeQuote?.(trx);
      if (earlier !== undefined) return earlier;
      await lockProducts(trx, selectCartProductIds(request.accountId));
      const quote = await readQuote(trx, parts.unpaidOrders, request, exchangeQuote);
      return isRefused(quote) || isRateNeeded(quote) ? quote : use(trx, quote);
    };
    return withRates<T | Refused<QuoteRefusal>>(parts, request.accountId, async () => {
      const rolledBack: { result?: (T & Refused) | NeedsRate | Refused<QuoteRefusal> } = {};
      try {
        return await parts.accountChanges.run(request.accountId, async (trx) => {
          const result = await runOnce(trx);
          if (!isRefused(result) && !isRateNeeded(result)) return result;
          rolledBack.result = result;
          throw new Error('rolled back');
        });
      } catch (error) {
        if (rolledBack.result) return rolledBack.result;
        throw error;
      }
    });
  },
});
