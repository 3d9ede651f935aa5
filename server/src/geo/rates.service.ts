import { setInterval } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import type { RatesSource } from '../ports/rates/rates.port.ts';
import { selectRate, upsertRates } from './geo.sql.ts';

/** Milliseconds; sources change once a day, some each hour. */
const EVERY = 6 * 60 * 60 * 1000;
/** A dollar does not become this many times dearer or cheaper between two looks: such an answer is a mistake. */
const LEAP = 3;

/**
 * Takes the rates of a source, each unless the one that is known is newer. What is known stays, with its date, whenever
 * the source fails.
 * @throws what the source throws; an Error when the dollar is worth something unbelievable, for it decides what a shipment
 *   costs
 */
export const refreshRates = async (db: Database, source: RatesSource): Promise<void> => {
  const { rates, asOf, source: name } = await source.latest();
  const known = Number((await selectRate(db, 'USD'))?.naira_per_unit);
  const told = Number(rates.find(({ currency }) => currency === 'USD')?.nairaPerUnit);
  if (!(told > 0)) throw new Error(`${name} has no rate for the dollar`);
  if (told > known * LEAP || told < known / LEAP)
    throw new Error(`${name} says that a dollar is ₦${told}; it was ₦${known}. Not taken`);
  await upsertRates(db, rates, asOf, name);
};

/**
 * Refreshes the rates now and every six hours.
 * @param report told when that fails; it goes on all the same
 * @param every milliseconds between two looks
 * @returns how to stop; it waits for the look at hand
 */
export const keepRatesFresh = (
  db: Database,
  source: RatesSource,
  report: (error: unknown) => void,
  every = EVERY,
): { stop(): Promise<void> } => {
  const ending = new AbortController();
  const refresh = () => refreshRates(db, source).catch(report);
  const run = async () => {
    await refresh();
    for await (const _ of setInterval(every, undefined, { signal: ending.signal })) await refresh();
  };
  const running = run().catch((error: unknown) => {
    if (!ending.signal.aborted) report(error);
  });
  return {
    stop: () => {
      ending.abort();
      return running;
    },
  };
};
