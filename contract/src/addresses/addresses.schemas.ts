import { z } from 'zod';
import { ADDRESS_LINE_MAX, NAME_MAX, POSTAL_CODE_MAX } from './addresses.rules.ts';

/** One line of text without control characters, trimmed. */
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters.`)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.');
const required = (most: number) => text(most).min(1, 'This field is required.');
/** A geoname id, as a number or in digits, which is what a select gives. */
const placeId = z
  .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], 'Choose one of the list.')
  .pipe(z.number().int().min(1).max(2_147_483_647));

/** The fields of 2-account-checkout, section 7; `country` is a code of /countries/, the others ids of /regions/ and /cities. */
export const newAddress = z.object({
  first_name: required(NAME_MAX),
  last_name: required(NAME_MAX),
  /** As it is dialled in the country, or with + and a country's number. */
  phone_number: required(40),
  address_line1: required(ADDRESS_LINE_MAX),
  address_line2: text(ADDRESS_LINE_MAX).nullish(),
  address_line3: text(ADDRESS_LINE_MAX).nullish(),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Choose one of the list.'),
  region: placeId,
  city: placeId,
  postal_code: required(POSTAL_CODE_MAX),
});
export type NewAddress = z.input<typeof newAddress>;
/** What the server makes of it. */
export type CheckedAddress = z.output<typeof newAddress>;

export const addressId = z.string().trim().max(100);
export const chooseAddress = z.object({ shipping_address_id: addressId });
export type ChooseAddress = z.input<typeof chooseAddress>;

/** Lines that were not given are empty text. */
export const address = z.object({
  /** Not to be guessed from another. */
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** E.164: '+2348031234567'. */
  phone_number: z.string(),
  address_line1: z.string(),
  address_line2: z.string(),
  address_line3: z.string(),
  /** Names, to read. */
  country: z.string(),
  region: z.string(),
  city: z.string(),
  /** The same as a code and geoname ids. */
  country_code: z.string(),
  region_id: z.number().int(),
  city_id: z.number().int(),
  postal_code: z.string(),
  /** 'True' marks the default. */
  is_default: z.enum(['True', 'False']),
});
export type Address = z.infer<typeof address>;
