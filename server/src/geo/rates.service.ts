import { setInterval } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import type { RatesSource } from '../ports/rates/rates.port.ts';
import { selectRate, upsertRates } from './geo.sql.ts';

/** Sources change once a day, some every hour. */
const REFRESH_INTERVAL_MS = 6 * 60 * 60 * 1000;
/** The dollar's rate never changes by this factor between two refreshes; such a response is an error. */
const MAX_RATE_CHANGE = 3;

/**
 * Stores the rates of a source, unless newer ones are stored. When the source fails, the stored rates stay, with their date.
 * @throws what the source throws; an Error for an implausible rate of the dollar, which determines shipment prices
 */
export const refreshRates = async (db: Database, source: RatesSource): Promise<void> => {
  const { rates, asOf, source: name } = await source.latest();
  const storedRate = Number((await selectRate(db, 'USD'))?.naira_per_unit);
  const receivedRate = Number(rates.find(({ currency }) => currency === 'USD')?.nairaPerUnit);
  if (!(receivedRate > 0)) throw new Error(`${name} has no rate for the dollar`);
  if (receivedRate > storedRate * MAX_RATE_CHANGE || receivedRate < storedRate / MAX_RATE_CHANGE)
    throw new Error(`${name} reports ₦${receivedRate} for a dollar; it was ₦${storedRate}. Ignored`);
  await upsertRates(db, rates, asOf, name);
};

/**
 * Refreshes the rates now and every six hours.
 * @param report called with each failure; updates continue
 * @param intervalMs time between two refreshes
 * @returns a function that stops it, after the refresh in progress
 */
export const startRateUpdates = (
  db: Database,
  source: RatesSource,
  report: (error: unknown) => void,
  intervalMs = REFRESH_INTERVAL_MS,
): { stop(): Promise<void> } => {
  const aborting = new AbortController();
  const refresh = () => refreshRates(db, source).catch(report);
  const run = async () => {
    await refresh();
    for await (const _ of setInterval(intervalMs, undefined, { signal: aborting.signal })) await refresh();
  };
  const running = run().catch((error: unknown) => {
    if (!aborting.signal.aborted) report(error);
  });
  return {
    stop: () => {
      aborting.abort();
      return running;
    },
  };
};
