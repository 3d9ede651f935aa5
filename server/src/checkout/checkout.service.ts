import { createHash } from 'node:crypto';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { lockAccount } from '../account/index.ts';
import { type ShippingAddress, selectAddress } from '../addresses/index.ts';
import { type CartLineRow, cartProductIds, selectCart, type UnpaidOrders } from '../cart/index.ts';
import { lockProducts } from '../catalog/index.ts';
import { type DatedExchangeQuote, formatConverted, formatRate, type Geo, toKobo } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused, type Refused, refusalText, refuse } from '../platform/refusal.ts';
import { type Shipment, ShippingError, type ShippingRates } from '../ports/shipping/shipping.port.ts';
import { readSpendable } from '../wallet/index.ts';
import { durationText, subTotalOf } from './checkout.rules.ts';
import * as store from './checkout.sql.ts';
import { discountOf, shareOut, whyNot } from './coupon.rules.ts';
import { selectCheckoutCoupon } from './coupon.sql.ts';
import type { Checkout, Quote, QuoteAsk, QuotedItem, QuoteRefusal } from './quote.ts';

export type CheckoutParts = {
  db: Database;
  geo: Geo;
  shipping: ShippingRates;
  unpaidOrders: UnpaidOrders;
  /** Told why a carrier gave no price. */
  report(error: unknown): void;
};

/** Milliseconds for which a carrier's rate counts: as long as an order waits for its payment (ORDER-3). */
const RATE_LIFETIME = 30 * 60 * 1000;
/** How often a quote is begun anew because the cart changed while the carrier was asked. */
const ATTEMPTS = 3;

/** A quote that has all but the carrier's word. */
type NeedsRate = { needsRate: string; shipment: Shipment; country: string };
const needsRate = (result: unknown): result is NeedsRate =>
  typeof result === 'object' && result !== null && 'needsRate' in result;

const shipmentOf = (address: ShippingAddress, lines: readonly CartLineRow[]): Shipment => ({
  to: {
    countryCode: address.country_code,
    region: address.region,
    city: address.city,
    postalCode: address.postal_code,
    lines: [address.line1, address.line2, address.line3].filter(Boolean),
  },
  grams: lines.reduce((sum, { weight_grams, quantity }) => sum + weight_grams * quantity, 0),
});

/** Names a shipment: one that differs in anything that a carrier asks about has another name. */
const keyOf = (shipment: Shipment): string => createHash('sha256').update(JSON.stringify(shipment)).digest('base64url');

/** The refusal of a cart whose lines the stock does not cover, by the first of them. */
const unavailable = (lines: readonly CartLineRow[]): Refused<'items_unavailable'> | undefined => {
  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  const [first] = short;
  if (!first) return undefined;
  const sentence = ({ title, stock }: CartLineRow) =>
    stock === 0 ? `"${title}" is sold out.` : `There are only ${stock} of "${title}" left.`;
  return refuse(
    'items_unavailable',
    { cart_items: short.map(sentence) },
    `${sentence(first)} Please change your cart.`,
  );
};

const itemsOf = (lines: readonly CartLineRow[], discount: Kobo): QuotedItem[] => {
  const totals = lines.map(({ sale_kobo, quantity }) => kobo(sale_kobo * quantity));
  const shares = shareOut(discount, totals);
  return lines.map(({ product_id, title, picture_key, quantity, weight_grams, sale_kobo }, line) => ({
    product_id,
    title,
    picture_key,
    quantity,
    weight_grams,
    price: sale_kobo,
    total: totals[line] ?? kobo(0),
    discount: shares[line] ?? kobo(0),
  }));
};

/** Makes a quote out of what the database holds, or says what a carrier has to be asked first. @param shown what totals are converted to */
const readQuote = async (
  db: Database,
  unpaidOrders: UnpaidOrders,
  { account, addressId }: QuoteAsk,
  shown: DatedExchangeQuote,
): Promise<Quote | NeedsRate | Refused<QuoteRefusal>> => {
  const address = await selectAddress(db, account, addressId);
  if (!address) return refuse('not_found');
  const lines = await selectCart(db, account, unpaidOrders);
  if (lines.length === 0) return refuse('cart_empty');
  const short = unavailable(lines);
  if (short) return short;
  const shipment = shipmentOf(address, lines);
  const key = keyOf(shipment);
  const now = new Date();
  const rate = await store.selectRate(db, account, key, new Date(now.getTime() - RATE_LIFETIME));
  if (!rate) return { needsRate: key, shipment, country: address.country };
  const subTotal = subTotalOf(lines);
  const coupon = await selectCheckoutCoupon(db, account, unpaidOrders);
  const idle = coupon && whyNot(coupon, subTotal, coupon.used, now);
  const discount = coupon && !idle ? discountOf(coupon, subTotal) : kobo(0);
  const total = kobo(subTotal - discount + rate.kobo);
  return {
    items: itemsOf(lines, discount),
    address,
    subTotal,
    discount,
    shipment: rate.kobo,
    total,
    credit: kobo(Math.min(total, await readSpendable(db, account, unpaidOrders.orders))),
    coupon: coupon && !idle ? { id: coupon.id, code: coupon.code } : null,
    idleCoupon: coupon && idle ? { code: coupon.code, reason: refusalText(idle) } : null,
    converted: formatConverted(total, shown),
    exchangeRate: formatRate(shown),
    exchangeRateDate: shown.asOf,
    duration: durationText(rate.minDays, rate.maxDays),
  };
};

/** What a carrier asks for a shipment, in kobo. */
const askCarrier = async (
  { shipping, geo, report }: CheckoutParts,
  { needsRate: key, shipment, country }: NeedsRate,
): Promise<store.StoredRate | Refused<'country_not_served' | 'shipment_too_heavy' | 'carrier_unavailable'>> => {
  try {
    const rate = await shipping.rate(shipment);
    if (rate === 'too_heavy') return refuse('shipment_too_heavy');
    if (rate === 'not_served')
      return refuse(
        'country_not_served',
        undefined,
        `We do not deliver to ${country} yet. Please choose another address.`,
      );
    const worth = await geo.rate(rate.currency);
    if (!worth) throw new ShippingError(`the carrier asks for ${rate.currency}, which has no exchange rate here`);
    const { minDays, maxDays } = rate;
    return { key, kobo: toKobo(rate.amount, worth.microNaira), minDays, maxDays };
  } catch (error) {
    if (!(error instanceof ShippingError)) throw error;
    report(error);
    return refuse('carrier_unavailable');
  }
};

/** Does `attempt`, and asks the carrier whenever that finds that it must be asked. */
const withRates = async <T>(
  parts: CheckoutParts,
  account: AccountId,
  attempt: () => Promise<T | NeedsRate>,
): Promise<T | Refused<QuoteRefusal>> => {
  for (let n = 0; n < ATTEMPTS; n++) {
    const result = await attempt();
    if (!needsRate(result)) return result;
    const rate = await askCarrier(parts, result);
    if (isRefused(rate)) return rate;
    if (!(await store.upsertRate(parts.db, account, rate, new Date()))) return refuse('token_invalid');
  }
  parts.report(new Error(`the cart of account ${account} changed each time that a carrier was asked about it`));
  return refuse('carrier_unavailable');
};

/** Opens the one place where totals are made. */
export const openCheckout = (parts: CheckoutParts): Checkout => ({
  quote: async (ask) => {
    const shown = await parts.geo.quote(ask.country);
    if (!shown) return refuse('unknown_country');
    return withRates(parts, ask.account, () => readQuote(parts.db, parts.unpaidOrders, ask, shown));
  },
  withQuote: async <T>(ask: QuoteAsk, use: (trx: Database, quote: Quote) => Promise<T>) => {
    // Before the transaction: what holds a connection must not wait for another one.
    const shown = await parts.geo.quote(ask.country);
    if (!shown) return refuse('unknown_country');
    return withRates<T | Refused<QuoteRefusal>>(parts, ask.account, async () => {
      const undone: { result?: T & Refused } = {};
      try {
        return await parts.db.transaction().execute(async (trx) => {
          if (!(await lockAccount(trx, ask.account))) return refuse('token_invalid');
          await lockProducts(trx, cartProductIds(ask.account));
          const quote = await readQuote(trx, parts.unpaidOrders, ask, shown);
          if (isRefused(quote) || needsRate(quote)) return quote;
          const result = await use(trx, quote);
          if (!isRefused(result)) return result;
          undone.result = result;
          throw new Error(`undone: ${result.refused}`);
        });
      } catch (error) {
        if (undone.result) return undone.result;
        throw error;
      }
    });
  },
});
