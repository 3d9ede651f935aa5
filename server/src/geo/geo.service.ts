import type { Country } from '@sokuwa/contract/geo/geo.schemas.ts';
import type { Database } from '../platform/database.ts';
import { microNaira, type Quote } from './geo.rules.ts';
import { selectCountries } from './geo.sql.ts';

/** A quote and the instant that its rate is of. */
export type DatedQuote = Quote & { asOf: Date };
type Known = {
  countries: Country[];
  /** By country, and by currency. */
  quotes: Map<string, DatedQuote>;
  rates: Map<string, DatedQuote>;
};

/** Naira into naira says nothing, so Nigerians see US dollars (MONEY-11). */
const shownIn = (country: string, currency: string): string => (country === 'NG' ? 'USD' : currency);

/** Countries and what prices are shown in there; kept in memory until `forget`. */
export class Geo {
  readonly #db: Database;
  readonly defaultCountry: string;
  #known: Promise<Known> | undefined;

  constructor(db: Database, defaultCountry: string) {
    this.#db = db;
    this.defaultCountry = defaultCountry;
  }

  /** Countries by name, as the picker lists them. */
  async countries(): Promise<Country[]> {
    return (await this.#load()).countries;
  }

  /** @returns what prices are shown in for the country, or undefined for a code that is not known */
  async quote(country: string | undefined): Promise<DatedQuote | undefined> {
    return (await this.#load()).quotes.get(country || this.defaultCountry);
  }

  /** @returns what a currency is worth; undefined for one that no country of the shop has */
  async rate(currency: string): Promise<DatedQuote | undefined> {
    return (await this.#load()).rates.get(currency);
  }

  /** Countries or rates changed: read them again when they are next needed. */
  forget(): void {
    this.#known = undefined;
  }

  #load(): Promise<Known> {
    if (!this.#known) {
      const loading = this.#read();
      this.#known = loading;
      loading.catch(() => {
        // A failure must not stay; the next caller tries again.
        if (this.#known === loading) this.#known = undefined;
      });
    }
    return this.#known;
  }

  async #read(): Promise<Known> {
    const rows = await selectCountries(this.#db);
    const rates = new Map(
      rows.map(({ currency, decimals, naira_per_unit, as_of }) => [
        currency,
        { currency, decimals, microNaira: microNaira(naira_per_unit), asOf: as_of },
      ]),
    );
    const quotes = new Map<string, DatedQuote>();
    for (const { code, currency } of rows) {
      const shown = rates.get(shownIn(code, currency));
      if (shown) quotes.set(code, shown);
    }
    return {
      // The database sorts by bytes; a reader looks for Åland beside Albania.
      countries: rows
        .map(({ code, name, currency }) => ({ country_code: code, country_name: name, currency }))
        .sort((a, b) => a.country_name.localeCompare(b.country_name, 'en')),
      quotes,
      rates,
    };
  }
}
