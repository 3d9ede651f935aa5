import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ShippingAddress } from '../addresses/index.ts';
import type { DatedExchangeQuote } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import type { Refused } from '../platform/refusal.ts';

/** One line of the quote, at the current price. */
export type QuotedItem = {
  productId: ProductId;
  title: string;
  /** Key of the product picture in the media store. */
  picture_key: string | null;
  quantity: number;
  weight_grams: number;
  /** Unit price. */
  price: Kobo;
  /** Price times quantity, before the discount. */
  total: Kobo;
  /** This line's share of the discount; the shares of all lines add up to it exactly. */
  discount: Kobo;
  /** This line's share of the delivery price by weight; the shares of all lines add up to it exactly. */
  shipment: Kobo;
};

/** The current price of a cart delivered to an address. total = subTotal - discount + shipmentFee. */
export type CheckoutQuote = {
  items: QuotedItem[];
  address: ShippingAddress;
  subTotal: Kobo;
  discount: Kobo;
  shipmentFee: Kobo;
  total: Kobo;
  /** The part of the total that the buyer's wallet can pay (`computeCredit`). */
  credit: Kobo;
  /** The coupon that gives the discount; null if none does. */
  coupon: { id: number; code: string } | null;
  /** The checkout's coupon when it is currently not valid, with the reason; else null. */
  invalidCoupon: { code: string; reason: string } | null;
  /** The total as text in the visitor's currency: 'US$8.15'. */
  converted: string;
  /** 'US$1 = ₦1,528'. */
  exchangeRate: string;
  /** The time of the exchange rate. */
  exchangeRateDate: Date;
  /** The exchange rate of the converted total. */
  exchangeQuote: DatedExchangeQuote;
  /** '3 to 5 working days'. */
  duration: string;
  /** Weight of the goods, without packaging. */
  weightGrams: number;
  /** Working days from dispatch to delivery. */
  carrierDays: { min: number; max: number };
};

/** Where something is delivered to. */
export type DeliveryAddress = Pick<
  ShippingAddress,
  'country_code' | 'country' | 'region' | 'city' | 'postal_code' | 'line1' | 'line2' | 'line3'
>;

export type QuoteRequest = {
  accountId: AccountId;
  /** The client's input, not validated. */
  addressId: string;
  /** The country whose currency totals are converted to; empty means the shop's default country. */
  country?: string | undefined;
};

/**
 * Reasons to refuse a quote: `quoteRefusals` of the contract, token_invalid for a deleted account, and
 * too_many_requests for an account that stays locked or has requested too many rates.
 */
export type QuoteRefusal = RateRefusal | 'not_found' | 'unknown_country' | 'cart_empty' | 'items_unavailable';
/** Reasons why a delivery has no price. */
export type RateRefusal =
  | 'token_invalid'
  | 'too_many_requests'
  | 'country_not_served'
  | 'shipment_too_heavy'
  | 'carrier_unavailable';

/** Computes totals, both for the displayed shipment rate and for the placed order. */
export interface Checkout {
  /**
   * The price of a delivery. The carrier may be asked for it, so do not call this in a transaction.
   * @param grams weight of the goods
   * @returns the price and the working days from dispatch to delivery; or why there is none
   */
  quoteDelivery(
    accountId: AccountId,
    to: DeliveryAddress,
    grams: number,
  ): Promise<{ kobo: Kobo; minDays: number; maxDays: number } | Refused<RateRefusal>>;
  /** Quotes the cart without locks; prices can change at any time after. */
  quote(request: QuoteRequest): Promise<CheckoutQuote | Refused<QuoteRefusal>>;
  /**
   * Runs `use` with a current quote in one transaction. The account and then the cart's products, by id, stay locked, so
   * cart, prices and stock cannot change; stock covers every item. The carrier is called before the transaction, and its
   * rate is valid for 30 minutes, so the displayed rate is the one charged. Any refusal rolls the transaction back.
   * @param use writes the order
   * @param beforeQuote runs first in the transaction, with the account locked, and again after a carrier call. A result
   *   other than undefined is returned, without a quote
   */
  withQuote<T>(
    request: QuoteRequest,
    use: (trx: Database, quote: CheckoutQuote) => Promise<T>,
    beforeQuote?: (trx: Database) => Promise<T | undefined>,
  ): Promise<T | Refused<QuoteRefusal>>;
}
