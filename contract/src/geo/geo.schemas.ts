import { z } from 'zod';

export const country = z.object({
  country_code: z.string(),
  country_name: z.string(),
  /** ISO 4217. */
  currency: z.string(),
});
export type Country = z.infer<typeof country>;

export const exchangeRateQuery = z.object({ country_code: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.') });
export type ExchangeRateQuery = z.input<typeof exchangeRateQuery>;

/** The rate of the converted prices of a country. */
export const exchangeRate = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** The text before an amount, such as '£' or 'US$'. */
  prefix: z.string(),
  /** Decimals of the currency. */
  decimals: z.number().int(),
  /** Naira for one unit, times a million: digits only. */
  micro_naira: z.string(),
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

/** Ids in queries arrive as text: digits and nothing else, below 2^31. */
const placeId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Write a whole number.')
  .transform(Number)
  .pipe(z.number().max(2_147_483_647));

export const regionsQuery = z.object({ country_code: z.string().trim().min(1, 'Choose a country.').max(400) });
export type RegionsQuery = z.input<typeof regionsQuery>;

export const citiesQuery = z.object({ region_id: placeId });
export type CitiesQuery = { region_id: number };

/** A region of a country, or a city of a region. */
export const place = z.object({
  /** The id of GeoNames (ADDRESS-20). */
  geonameId: z.number().int(),
  name: z.string(),
});
export type Place = z.infer<typeof place>;
