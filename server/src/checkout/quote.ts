import type { Kobo } from '@sokuwa/contract/money.ts';
import type { ShippingAddress } from '../addresses/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import type { Refused } from '../platform/refusal.ts';

/** One line of what would be ordered, at the price of now. */
export type QuotedItem = {
  product_id: ProductId;
  title: string;
  /** Key of its picture in the media store. */
  picture_key: string | null;
  quantity: number;
  weight_grams: number;
  /** For one, and for all before the coupon. */
  price: Kobo;
  total: Kobo;
  /** What of the coupon's discount falls to this line; over all lines it is the discount, to the kobo. */
  discount: Kobo;
};

/** What a cart costs at an address, now. total = subTotal - discount + shipment. */
export type Quote = {
  items: QuotedItem[];
  address: ShippingAddress;
  subTotal: Kobo;
  discount: Kobo;
  shipment: Kobo;
  total: Kobo;
  /** What the buyer's wallet could pay of the total: all of it, or all that is in the wallet. */
  credit: Kobo;
  /** The coupon that gives the discount; null without one that does. */
  coupon: { id: number; code: string } | null;
  /** A coupon that the checkout keeps and that gives nothing just now, with the reason; else null. */
  idleCoupon: { code: string; reason: string } | null;
  /** The total as text in the visitor's currency: 'US$8.15'. */
  converted: string;
  /** 'US$1 = ₦1,528'. */
  exchangeRate: string;
  /** The instant that the rate is of. */
  exchangeRateDate: Date;
  /** '3 to 5 working days'. */
  duration: string;
};

export type QuoteAsk = {
  account: AccountId;
  /** As the client sent it. */
  addressId: string;
  /** Whose currency totals are converted to; empty means the shop's default country. */
  country?: string | undefined;
};

/** Why there is no quote; `quoteRefusals` in the contract, and token_invalid for an account that was deleted meanwhile. */
export type QuoteRefusal =
  | 'token_invalid'
  | 'not_found'
  | 'unknown_country'
  | 'cart_empty'
  | 'items_unavailable'
  | 'country_not_served'
  | 'shipment_too_heavy'
  | 'carrier_unavailable';

/** Prices checkouts: the one place where totals are made, for the rate that is shown and for the order that is placed. */
export interface Checkout {
  /** What the cart costs now. Nothing is locked: the next moment may bring another price. */
  quote(ask: QuoteAsk): Promise<Quote | Refused<QuoteRefusal>>;
  /**
   * Runs `use` in one transaction with the quote of this moment. The account and then the cart's products, in the order
   * of their ids, are locked until it ends, so neither cart nor prices nor stock can change under `use`; the stock covers
   * every item. A carrier is asked before the transaction, never within, and what it said counts for half an hour, so
   * that a rate that was shown is the one that is charged.
   * @param use writes the order. A refusal that it returns, or an error that it throws, undoes all that it wrote
   */
  withQuote<T>(ask: QuoteAsk, use: (trx: Database, quote: Quote) => Promise<T>): Promise<T | Refused<QuoteRefusal>>;
}
