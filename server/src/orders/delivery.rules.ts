import { REFUND_BUSINESS_DAYS } from '@sokuwa/contract/orders/orders.rules.ts';
import type { ShippingAddress } from '../addresses/index.ts';
import type { OrderRow } from './order.sql.ts';

/** A first and a last day, YYYY-MM-DD. */
export type DayRange = { from: string; to: string };
/** Least and most days. */
type Days = { min: number; max: number };

const isWeekend = (date: Date): boolean => date.getUTCDay() % 6 === 0;

/** The day that is this many working days later (Monday to Friday; public holidays count as working days). @returns YYYY-MM-DD, in UTC */
export const addWorkingDays = (start: Date, days: number): string => {
  const date = new Date(start);
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (!isWeekend(date)) left--;
  }
  return date.toISOString().slice(0, 10);
};

const addDays = (start: Date, { min, max }: Days): DayRange => ({
  from: addWorkingDays(start, min),
  to: addWorkingDays(start, max),
});

/**
 * When an order should have arrived (ORDER-61).
 * @param carrier working days from dispatch to delivery
 * @param handling days that the merchants of the order take to dispatch: the fastest and the slowest of them
 */
export const expectDelivery = (placedAt: Date, carrier: Days, handling: Days): DayRange =>
  addDays(placedAt, { min: handling.min + carrier.min, max: handling.max + carrier.max });

/** The working days from a time to another one. */
const countWorkingDays = (start: Date, end: Date): number => {
  const last = end.toISOString().slice(0, 10);
  let days = 0;
  while (addWorkingDays(start, days + 1) <= last) days++;
  return days;
};

/**
 * The days on which an order should arrive if it is paid now: a payment that takes days delays them.
 * @returns nothing for an order of release 1.0, whose days are not known
 */
export const delayDelivery = (
  { created_at, expected_from, expected_to }: Pick<OrderRow, 'created_at' | 'expected_from' | 'expected_to'>,
  paidAt: Date,
): Partial<Pick<OrderRow, 'expected_from' | 'expected_to'>> => {
  if (expected_from === null || expected_to === null) return {};
  const delay = countWorkingDays(created_at, paidAt);
  return {
    expected_from: addWorkingDays(new Date(expected_from), delay),
    expected_to: addWorkingDays(new Date(expected_to), delay),
  };
};

/** When a refund to the payment method should have arrived (RETURN-5). */
export const expectRefund = (requestedAt: Date): DayRange => addDays(requestedAt, REFUND_BUSINESS_DAYS);

/** An address as an order stores it. */
export const toOrderAddress = (address: Omit<ShippingAddress, 'id' | 'is_default'>): Delivery['ship_to'] => {
  const { first_name, last_name, phone_number, line1, line2, line3 } = address;
  const { country, region, city, postal_code, country_code } = address;
  const lines = { address_line1: line1, address_line2: line2, address_line3: line3 };
  return { first_name, last_name, phone_number, ...lines, country, region, city, postal_code, country_code };
};

/** What is known about an order's delivery, of orders of release 1.1 and later. */
export type Delivery = { weight_grams: number; ship_to: NonNullable<OrderRow['ship_to']> & { country_code: string } };

/**
 * The delivery of an order whose address can be changed (ORDER-64): it is paid and nothing of it is shipped.
 * @returns undefined if it cannot be changed, or if it is an order of release 1.0, whose weight is not known
 */
export const findChangeableDelivery = (
  { status, weight_grams, ship_to }: Pick<OrderRow, 'status' | 'weight_grams' | 'ship_to'>,
  parcels: readonly unknown[],
): Delivery | undefined => {
  if (status !== 'Paid' || parcels.length > 0 || weight_grams === null || ship_to?.country_code === undefined)
    return undefined;
  return { weight_grams, ship_to: { ...ship_to, country_code: ship_to.country_code } };
};
