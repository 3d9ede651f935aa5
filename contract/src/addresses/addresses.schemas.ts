import { z } from 'zod';
import { ADDRESS_LINE_MAX, CITY_MAX, NAME_MAX, POSTAL_CODE_MAX } from './addresses.rules.ts';

/** One line of text without control characters, trimmed. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed.');
const required = (max: number) => text(max).min(1, 'This field is required.');
/** A GeoNames id, as a number or as digits from a select element. */
const placeId = z
  .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)], 'Choose one from the list.')
  .pipe(z.number().int().min(1).max(2_147_483_647));

/** A city name: it has a letter, unlike an id. */
const cityName = required(CITY_MAX).regex(/\p{L}/u, 'Choose one from the list, or type a name.');
/** A city as entered: an id, or a name that the list may not have. */
export const parseCity =
  <Id>(id: z.ZodType<Id>) =>
  (given: number | string | null, context: z.RefinementCtx): Id | string => {
    const isName = typeof given === 'string' && /[^\d\s]/.test(given);
    const result = isName ? cityName.safeParse(given) : id.safeParse(given);
    if (result.success) return result.data;
    for (const { message } of result.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
const city = z.union([z.number(), z.string().trim().min(1)], 'This field is required.').transform(parseCity(placeId));

/** `country` is a code of /countries/, `region` is an id of /regions/. */
export const addressFields = z.object({
  first_name: required(NAME_MAX),
  last_name: required(NAME_MAX),
  /** A national number of the country, or an international one with +. */
  phone_number: required(40),
  address_line1: required(ADDRESS_LINE_MAX),
  address_line2: text(ADDRESS_LINE_MAX).nullish(),
  address_line3: text(ADDRESS_LINE_MAX).nullish(),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Choose one from the list.'),
  region: placeId,
  /** An id of /cities, or the name of a city that is not in the list. */
  city,
  postal_code: required(POSTAL_CODE_MAX),
});
export type AddressFields = z.input<typeof addressFields>;
export const newAddress = addressFields.extend({
  /** Whether it becomes the default. The first address always does. */
  make_default: z.boolean().optional(),
});
export type NewAddress = z.input<typeof newAddress>;
/** A validated address. */
export type ValidatedAddress = z.output<typeof addressFields>;

export const addressId = z.string().trim().max(100);
export const addressParams = z.object({ id: addressId });
export const chooseAddress = z.object({ shipping_address_id: addressId });
export type ChooseAddress = z.input<typeof chooseAddress>;

/** Omitted lines are empty text. */
export const address = z.object({
  /** Random, so it cannot be guessed. */
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** E.164: '+2348031234567'. */
  phone_number: z.string(),
  address_line1: z.string(),
  address_line2: z.string(),
  address_line3: z.string(),
  /** Names. */
  country: z.string(),
  region: z.string(),
  city: z.string(),
  /** The same place as country code and GeoNames ids. `city_id` is null if the city is not in the list. */
  country_code: z.string(),
  region_id: z.number().int(),
  city_id: z.number().int().nullable(),
  postal_code: z.string(),
  /** 'True' marks the default. */
  is_default: z.enum(['True', 'False']),
});
export type Address = z.infer<typeof address>;
