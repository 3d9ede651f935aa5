/** Where a shipment goes; names as their owner would write them. */
export type Destination = {
  /** Two capitals. */
  countryCode: string;
  region: string;
  city: string;
  postalCode: string;
  /** Street and house, one to three lines of 45 characters at most; none is empty. */
  lines: string[];
};

export type Shipment = {
  to: Destination;
  /** What the goods weigh in all, without boxes. */
  grams: number;
};

export type ShippingRate = {
  /** Plain decimal text, above zero: '42.50'. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** Working days from dispatch to the door, at least and at most. */
  minDays: number;
  maxDays: number;
};

/** Why a shipment has no price; an expected answer. */
export type NoRate = 'not_served' | 'too_heavy';

/** Who carries parcels, and for how much. */
export interface ShippingRates {
  /**
   * The cheapest way to send a shipment from the shop.
   * @throws ShippingError when the carrier is away or answers nonsense; the buyer can try again
   */
  rate(shipment: Shipment): Promise<ShippingRate | NoRate>;
}

/** Its message is for the operator's log; it holds no credentials. */
export class ShippingError extends Error {}
