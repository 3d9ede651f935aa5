/** What one unit of a currency is worth. */
type Rate = {
  /** ISO 4217. */
  readonly currency: string;
  /** Decimals of the currency by ISO 4217: 2 for most, 0 for JPY and XOF, 3 for KWD. */
  readonly decimals: number;
  /** Naira for one unit, as decimal text such as '2048.2573726542', so that no digit is lost on the way. */
  readonly nairaPerUnit: string;
};

export type LatestRates = {
  /** The instant that the rates are of, not the one at which they were asked for. */
  readonly asOf: Date;
  /** Who says so, for the record kept with the rates. */
  readonly source: string;
  /** One a currency; the naira itself is among them, at '1'. */
  readonly rates: Rate[];
};

/** Where exchange rates come from. */
export interface RatesSource {
  /**
   * The newest rates that the source has.
   * @throws when the source is away or answers nonsense; the caller keeps the rates it has
   */
  latest(): Promise<LatestRates>;
}
