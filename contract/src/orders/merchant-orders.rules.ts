import { isOrderId, normalizeOrderId } from './orders.rules.ts';

/** What a merchant ships of an order goes `to_ship`, `shipped`, `delivered`; or it is `cancelled`. */
export const FULFILMENT_STATUSES = ['to_ship', 'shipped', 'delivered', 'cancelled'] as const;

/** Orders in a response of the merchant's list. */
export const DEFAULT_MERCHANT_ORDERS = 50;
export const MAX_MERCHANT_ORDERS = 100;

/** How the list is sorted: by when they were paid, newest first, or by `ship_by`, those that are due first. */
export const MERCHANT_ORDER_SORTS = ['newest', 'due'] as const;

/** Lines of a CSV file, without its header. */
export const MAX_ORDER_FILE_LINES = 100_000;

/** Parcels of one request. */
export const MAX_PARCELS = 100;

/** Why a parcel of several is refused: as the call for one. */
export const PARCEL_REFUSALS = [
  'invalid_input',
  'not_found',
  'unknown_carrier',
  'order_disputed',
  'nothing_to_ship',
  'too_many_pieces',
] as const;

/** Characters of a search. */
export const MAX_ORDER_SEARCH = 100;

export type MerchantOrderId = {
  orderId: string;
  /** The number of the fulfilment in the order, if the id names it. */
  number: number | undefined;
};

/**
 * Reads the id of a merchant's order: that of the whole order, or of the merchant's part of it, such as 7F3KQ2M9XW4T-1, as a person may write
 * them (ORDER-47).
 * @returns undefined for anything else
 */
export const parseMerchantOrderId = (text: string): MerchantOrderId | undefined => {
  const [, beginning = '', digits = ''] = /^(.*)-(\d{1,3})\s*$/s.exec(text) ?? [];
  const ofFulfilment = normalizeOrderId(beginning);
  if (isOrderId(ofFulfilment)) return { orderId: ofFulfilment, number: Number(digits) };
  const orderId = normalizeOrderId(text);
  return isOrderId(orderId) ? { orderId, number: undefined } : undefined;
};
