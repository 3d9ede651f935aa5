import { z } from 'zod';
import type { LatestRates, RatesSource } from './rates.port.ts';
import { divideDecimals } from './rates.rules.ts';
import snapshot from './snapshot.json' with { type: 'json' };

const REQUEST_TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Currencies that a usable response must contain. */
const REQUIRED_CURRENCIES = ['NGN', 'USD', 'EUR', 'GBP'];

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
  .transform((body): Table => ({ base: body.base_code, asOf: body.time_last_update_unix, units: body.rates }));
/** Open Exchange Rates, https://openexchangerates.org/api/latest.json?app_id=… */
const openExchangeRates = z
  .object({ timestamp: unixTime, base: code, rates })
  .transform((body): Table => ({ base: body.base, asOf: body.timestamp, units: body.rates }));
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
const responseFormat = z.union([exchangeRateApi, openExchangeRates, frankfurter]);

/** Formats a number as decimal text, because JSON may contain 1e-7. */
const formatDecimal = (value: number): string => {
  const text = String(value);
  return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? text : value.toFixed(15).slice(0, 28);
};

/** Adapter for web services with one of the formats above. */
export class LiveRates implements RatesSource {
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(url: string, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async latest(): Promise<LatestRates> {
    const { hostname } = new URL(this.#url);
    const response = await fetch(this.#url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (response.status !== 200)
      throw new Error(`${hostname} responded with ${response.status} to the request for rates`);
    const parsed = responseFormat.safeParse(await response.json());
    if (!parsed.success) throw new Error(`${hostname} sent rates in an unknown format`);
    const { base, asOf, units } = parsed.data;
    // The rate of the base is 1; not every source lists it.
    const unitsWithBase: Record<string, number> = { ...units, [base]: 1 };
    const missingCurrencies = REQUIRED_CURRENCIES.filter((currency) => unitsWithBase[currency] === undefined);
    if (missingCurrencies.length > 0) throw new Error(`${hostname} sent no rate for ${missingCurrencies.join(', ')}`);
    if (asOf.getTime() > Date.now() + DAY_MS) throw new Error(`${hostname} sent rates of a future day`);
    const naira = formatDecimal(unitsWithBase.NGN ?? 0);
    return {
      asOf: new Date(Math.min(asOf.getTime(), Date.now())),
      source: hostname,
      // Decimals come from the shop's ISO 4217 table; unknown currencies are skipped.
      rates: snapshot.rates.flatMap(({ currency, decimals }) => {
        const value = unitsWithBase[currency];
        return value === undefined
          ? []
          : [{ currency, decimals, nairaPerUnit: divideDecimals(naira, formatDecimal(value)) }];
      }),
    };
  }
}
