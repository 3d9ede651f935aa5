import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import type { Database } from '../platform/database.ts';
import { type ExchangeQuote, parseMicroNaira } from './geo.rules.ts';
import { selectCountries } from './geo.sql.ts';

/** An exchange quote with the time of its rate (UTC). */
export type DatedExchangeQuote = ExchangeQuote & { asOf: Date };
type CountryData = {
  countries: Country[];
  /** By country, and by currency. */
  quotes: Map<string, DatedExchangeQuote>;
  rates: Map<string, DatedExchangeQuote>;
};

/** Nigeria sees US dollars, because prices are in naira already (MONEY-11). */
const displayCurrency = (country: string, currency: string): string => (country === 'NG' ? 'USD' : currency);

const CACHE_LIFETIME_MS = 60_000;

/**
 * Countries and their exchange quotes, cached until `clearCache()` is called or the cache lifetime ends. If they cannot
 * be read again, the cached ones stay in use.
 */
export class Geo {
  readonly #db: Database;
  readonly defaultCountry: string;
  readonly #lifetimeMs: number;
  #loaded: Promise<CountryData> | undefined;
  #expiresAt = 0;

  constructor(db: Database, defaultCountry: string, lifetimeMs = CACHE_LIFETIME_MS) {
    this.#db = db;
    this.#lifetimeMs = lifetimeMs;
    this.defaultCountry = defaultCountry;
  }

  /** Countries sorted by name. */
  async countries(): Promise<Country[]> {
    return (await this.#load()).countries;
  }

  /** @returns the exchange quote for a country's prices; undefined for an unknown country */
  async quote(country: string | undefined): Promise<DatedExchangeQuote | undefined> {
    return (await this.#load()).quotes.get(country || this.defaultCountry);
  }

  /** @returns the exchange quote of a currency; undefined when no country uses it */
  async rate(currency: string): Promise<DatedExchangeQuote | undefined> {
    return (await this.#load()).rates.get(currency);
  }

  /** Clears the cache after countries or rates changed. */
  clearCache(): void {
    this.#loaded = undefined;
  }

  #load(): Promise<CountryData> {
    const previous = this.#loaded;
    if (previous && performance.now() < this.#expiresAt) return previous;
    const loading = this.#read().catch((error: unknown) => {
      if (previous) return previous;
      throw error;
    });
    this.#loaded = loading;
    this.#expiresAt = performance.now() + this.#lifetimeMs;
    loading.catch(() => {
      // Do not cache a failure; the next caller tries again.
      if (this.#loaded === loading) this.#loaded = undefined;
    });
    return loading;
  }

  async #read(): Promise<CountryData> {
    const rows = await selectCountries(this.#db);
    const rates = new Map(
      rows.map(({ currency, decimals, naira_per_unit, as_of }) => [
        currency,
        { currency, decimals, microNaira: parseMicroNaira(naira_per_unit), asOf: as_of },
      ]),
    );
    const quotes = new Map<string, DatedExchangeQuote>();
    for (const { code, currency } of rows) {
      const quote = rates.get(displayCurrency(code, currency));
      if (quote) quotes.set(code, quote);
    }
    return {
      // The database sorts by bytes; users expect Åland next to Albania.
      countries: rows
        .map(({ code, name, currency }) => ({ country_code: code, country_name: name, currency }))
        .sort((a, b) => a.country_name.localeCompare(b.country_name, 'en')),
      quotes,
      rates,
    };
  }
}
