import { z } from 'zod';
import type { LatestRates, RatesSource } from './rates.port.ts';
import { divideDecimals } from './rates.rules.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/** Request timeout. */
const PATIENCE = 10_000;
const DAY = 24 * 60 * 60 * 1000;
/** Currencies that a usable response must contain. */
const NEEDED = ['NGN', 'USD', 'EUR', 'GBP'];

const code = z.string().regex(/^[A-Z]{3}$/);
const rate = z.number().positive().max(1e12);
const rates = z.record(code, rate);
const day = z.iso.date().transform((text) => new Date(`${text}T00:00:00Z`));
const unixTime = z.number().transform((seconds) => new Date(seconds * 1000));

/** Units of each currency per unit of the base, with the time of the rates. */
type Table = { base: string; asOf: Date; units: Record<string, number> };

/** ExchangeRate-API, https://open.er-api.com/v6/latest/USD */
const exchangeRateApi = z
  .object({ result: z.literal('success'), time_last_update_unix: unixTime, base_code: code, rates })
  .transform((read): Table => ({ base: read.base_code, asOf: read.time_last_update_unix, units: read.rates }));
/** Open Exchange Rates, https://openexchangerates.org/api/latest.json?app_id=… */
const openExchangeRates = z
  .object({ timestamp: unixTime, base: code, rates })
  .transform((read): Table => ({ base: read.base, asOf: read.timestamp, units: read.rates }));
/** Frankfurter, https://api.frankfurter.dev/v2/rates?base=USD; currencies may have different dates. */
const frankfurter = z
  .array(z.object({ date: day, base: code, quote: code, rate }))
  .min(1)
  .transform((rows, context): Table => {
    const [first] = rows;
    if (!first || rows.some(({ base }) => base !== first.base)) {
      context.addIssue({ code: 'custom', message: 'the rates have no common base' });
      return z.NEVER;
    }
    const naira = rows.find(({ quote }) => quote === 'NGN') ?? first;
    return { base: first.base, asOf: naira.date, units: Object.fromEntries(rows.map((row) => [row.quote, row.rate])) };
  });
const documented = z.union([exchangeRateApi, openExchangeRates, frankfurter]);

/** Formats a number as decimal text, because JSON may contain 1e-7. */
const decimalText = (value: number): string => {
  const text = String(value);
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? text : value.toFixed(15).slice(0, 28);
};

/** Adapter for web services with one of the formats above. */
export class LiveRates implements RatesSource {
  readonly #url: string;
  readonly #patience: number;

  /** @param patience milliseconds for which the source is waited for */
  constructor(url: string, patience = PATIENCE) {
    this.#url = url;
    this.#patience = patience;
  }

  async latest(): Promise<LatestRates> {
    const { hostname } = new URL(this.#url);
    const response = await fetch(this.#url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(this.#patience),
    });
    if (response.status !== 200) throw new Error(`${hostname} answered ${response.status} when asked for rates`);
    const read = documented.safeParse(await response.json());
    if (!read.success) throw new Error(`${hostname} answered rates in no shape that is known`);
    const { base, asOf, units } = read.data;
    // The base's own rate is one, also when it is not listed.
    const known: Record<string, number> = { ...units, [base]: 1 };
    const missing = NEEDED.filter((currency) => known[currency] === undefined);
    if (missing.length > 0) throw new Error(`${hostname} answered no rate for ${missing.join(', ')}`);
    if (asOf.getTime() > Date.now() + DAY) throw new Error(`${hostname} answered rates of a day to come`);
    const naira = decimalText(known.NGN ?? 0);
    return {
      asOf: new Date(Math.min(asOf.getTime(), Date.now())),
      source: hostname,
      // Decimals come from the shop's ISO 4217 table; unknown currencies are skipped.
      rates: snapshot.rates.flatMap(({ currency, decimals }) => {
        const value = known[currency];
        return value === undefined
          ? []
          : [{ currency, decimals, nairaPerUnit: divideDecimals(naira, decimalText(value)) }];
      }),
    };
  }
}
