/** An exchange rate. */
type Rate = {
  /** ISO 4217. */
  readonly currency: string;
  /** Decimals (ISO 4217): 2 for most, 0 for JPY and XOF, 3 for KWD. */
  readonly decimals: number;
  /** Naira per unit, as decimal text without loss: '2048.2573726542'. */
  readonly nairaPerUnit: string;
};

export type LatestRates = {
  /** Time of the rates, not of the request. */
  readonly asOf: Date;
  /** Name of the source, stored with the rates. */
  readonly source: string;
  /** One per currency, including the naira with '1'. */
  readonly rates: Rate[];
};

/** A source of exchange rates. */
export interface RatesSource {
  /**
   * Loads the newest rates.
   * @throws when the source is unavailable or its response invalid; the stored rates stay
   */
  latest(): Promise<LatestRates>;
}
