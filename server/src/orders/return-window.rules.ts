import {
  FAULT_RETURN_DAYS,
  isMissing,
  NOT_RECEIVED_DAYS,
  PERISHABLE_RETURN_HOURS,
  RETURN_DAYS,
  type ReturnReason,
} from '@sokuwa/contract/returns/returns.rules.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const windowHours = (perishable: boolean, reason: ReturnReason): number => {
  if (perishable) return PERISHABLE_RETURN_HOURS;
  return DAY_HOURS * (reason === 'changed_mind' ? RETURN_DAYS : FAULT_RETURN_DAYS);
};

/**
 * Until when pieces of a parcel can be returned for a reason (RETURN-9), or be reported as not received (RETURN-23).
 * @param deliveredAt when the parcel arrived
 * @param perishable whether the product spoils
 */
export const returnableUntil = (deliveredAt: Date, perishable: boolean, reason: ReturnReason): Date =>
  isMissing(reason)
    ? releasableFrom(deliveredAt, perishable)
    : new Date(deliveredAt.getTime() + HOUR_MS * windowHours(perishable, reason));

/**
 * From when a parcel that has not arrived can be reported (RETURN-23): the day on which everything of the order should have arrived.
 * @param expectedTo that day as YYYY-MM-DD; null for orders that do not know it
 */
export const reportableFrom = (shippedAt: Date, expectedTo: string | null): Date =>
  expectedTo === null
    ? new Date(shippedAt.getTime() + HOUR_MS * DAY_HOURS * NOT_RECEIVED_DAYS)
    : new Date(`${expectedTo}T00:00:00Z`);

/** Days from delivery before which a merchant is paid for nothing: the delivery is its own word, and buyers need time to contradict it. */
export const MIN_RELEASE_DAYS = 7;

/** When the merchant can be paid for pieces of a parcel: they cannot be returned any more, for whichever reason (PAYOUT-1). */
export const releasableFrom = (deliveredAt: Date, perishable: boolean): Date => {
  const windowEnd = returnableUntil(deliveredAt, perishable, 'changed_mind').getTime();
  return new Date(Math.max(windowEnd, deliveredAt.getTime() + HOUR_MS * DAY_HOURS * MIN_RELEASE_DAYS));
};
