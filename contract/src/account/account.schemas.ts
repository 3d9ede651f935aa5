import { z } from 'zod';

/** 2-account-checkout, section 3. What is not known is empty text, or null where it is no text. */
export const profile = z.object({
  user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** Address of the picture. */
  image: z.string().nullable(),
  /** YYYY-MM-DD. */
  date_of_birth: z.string().nullable(),
  gender: z.enum(['M', 'F', 'Others', '']),
  phone_number: z.string(),
  street_address: z.string(),
  /** The country's name. */
  country: z.string(),
  countryCode: z.string(),
  /** The region's name. */
  region: z.string(),
  /** Its geoname id. */
  regionCode: z.number().int().nullable(),
  /** The city's name. */
  city: z.string(),
  /** Its geoname id. */
  cityId: z.number().int().nullable(),
});
export type Profile = z.infer<typeof profile>;

export const loggedOut = z.object({ message: z.string() });
export type LoggedOut = z.infer<typeof loggedOut>;
