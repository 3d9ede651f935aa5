/** The destination of a shipment. */
export type Destination = {
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  region: string;
  city: string;
  postalCode: string;
  /** One to three address lines of 1 to 45 characters. */
  lines: string[];
};

export type Shipment = {
  to: Destination;
  /** Total weight of the goods, without packaging. */
  grams: number;
};

export type ShippingRate = {
  /** Positive decimal text: '42.50'. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** Minimum and maximum working days from dispatch to delivery. */
  minDays: number;
  maxDays: number;
};

/** Why a shipment has no rate. */
export type NoRate = 'not_served' | 'too_heavy';

/** A carrier's rates. */
export interface ShippingRates {
  /**
   * The cheapest rate for a shipment.
   * @throws ShippingError when the carrier is unavailable or its response invalid; the buyer can retry
   */
  rate(shipment: Shipment): Promise<ShippingRate | NoRate>;
}

/** The message is for the log and contains no credentials. */
export class ShippingError extends Error {}
