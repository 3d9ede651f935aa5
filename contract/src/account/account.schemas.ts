import { z } from 'zod';
import { address } from '../addresses/addresses.schemas.ts';
import { order } from '../orders/orders.schemas.ts';
import { line } from '../text.schemas.ts';
import { EMAIL_MAX, isEmail, NAME_MAX, STREET_MAX } from './account.rules.ts';

/** Visible ASCII, so that no two addresses look the same and differ. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;

/** An address as it is kept. */
export const email = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => isEmail(text), 'Enter a valid email address.')
  .refine((text) => text.length <= EMAIL_MAX, `Write ${EMAIL_MAX} characters at most.`)
  .refine((text) => VISIBLE_ASCII.test(text), 'Enter an email address in plain letters.');
const personName = line(NAME_MAX).refine((text) => text !== '', 'This field may not be blank.');
/** Whatever was typed; how long it is, is refused by name. */
const password = z.string();

export const login = z.object({
  email: z.string().trim().min(1, 'This field may not be blank.'),
  password: z.string().min(1, 'This field may not be blank.'),
});
export type Login = z.input<typeof login>;

export const signedIn = z.object({
  /** The buyer's. */
  token: z.string(),
  /** Opens nothing but the sending of replies; ends with the other (3-decisions, "Session"). */
  merchant_token: z.string(),
});
export type SignedIn = z.infer<typeof signedIn>;

export const register = z.object({
  first_name: personName,
  last_name: personName,
  email,
  password,
  confirm_password: password,
});
export type Register = z.input<typeof register>;

export const emailOnly = z.object({ email });
export type EmailOnly = z.input<typeof emailOnly>;

/** What a mailed link carries; a wrong one is refused as a link, not as a form. */
export const linkParams = z.object({ uidb64: z.string(), token: z.string() });

export const newPassword = z.object({ uid: z.string(), token: z.string(), new_password: password });
export type NewPassword = z.input<typeof newPassword>;

/** Something was done; the sentence says what. */
export const done = z.object({ message: z.string() });
export type Done = z.infer<typeof done>;

const gender = z.enum(['M', 'F', 'Others', '']);
const EARLIEST_BIRTH = '1900-01-01';
/** YYYY-MM-DD. */
const dateOfBirth = z.iso
  .date('Write a date as YYYY-MM-DD.')
  .refine((date) => date >= EARLIEST_BIRTH, 'Write a date since 1900.')
  .refine((date) => date <= new Date().toISOString().slice(0, 10), 'Write a date that is not in the future.');
/** As a select gives it: a number, its digits, or nothing. */
const placeId = z
  .union([z.number().int(), z.string().regex(/^\d{0,10}$/), z.null()])
  .transform((id) => (id === '' || id === null ? null : Number(id)))
  .refine((id) => id === null || (id >= 1 && id <= 2_147_483_647), 'Choose one from the list.');

/** What a field that is left out holds stays; an empty one is emptied. Country, region and city are chosen together. */
export const profileEdit = z.object({
  /** Read-only; may be sent as they are. */
  user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).partial().optional(),
  date_of_birth: z.union([dateOfBirth, z.literal('').transform(() => null), z.null()]).optional(),
  gender: gender.optional(),
  /** With or without the country's calling code; kept in the international form. */
  phone_number: line(40).optional(),
  street_address: line(STREET_MAX).optional(),
  /** The country's code, or empty. */
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'Choose one from the list.')
    .optional(),
  /** The region's geoname id, or empty. */
  region: placeId.optional(),
  /** The city's geoname id, or empty. */
  city: placeId.optional(),
});
export type ProfileEdit = z.input<typeof profileEdit>;

/** The same call takes a form with one file instead. */
export const profilePicture = z.object({ image: z.file() });

/** 2-account-checkout, section 3. What is not known is empty text, or null where it is no text. */
export const profile = z.object({
  user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** Address of the picture. */
  image: z.string().nullable(),
  /** YYYY-MM-DD. */
  date_of_birth: z.string().nullable(),
  gender,
  /** In the international form: +2348031234567. */
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

/** All that the shop holds about whoever is signed in; each slice adds its part under its own name. */
export const exported = z.object({
  /** When it was made, UTC. */
  exported_at: z.iso.datetime(),
  account: z.object({ created_at: z.iso.datetime(), email_verified_at: z.iso.datetime().nullable() }),
  profile,
  /** When the sign-ins that are still good end, UTC. */
  sessions: z.array(z.object({ expires_at: z.iso.datetime() })),
  /** Who else vouches for the person, and their name for them. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), since: z.iso.datetime() })),
  cart: z.array(z.object({ product_id: z.number().int(), title: z.string(), quantity: z.number().int() })),
  addresses: z.array(address),
  /** Newest first. */
  orders: z.array(order),
  /** Oldest first; amounts in naira. */
  wallet: z.array(
    z.object({
      amount: z.number(),
      balance: z.number(),
      kind: z.enum(['refund', 'credit', 'use']),
      at: z.iso.datetime(),
    }),
  ),
  /** What was written to merchants, and what they wrote, oldest first. */
  messages: z.array(
    z.object({
      subject: z.string(),
      store_name: z.string(),
      product: z.string().nullable(),
      written: z.array(z.object({ by: z.enum(['buyer', 'merchant']), content: z.string(), at: z.iso.datetime() })),
    }),
  ),
  /** What was written to the shop's support from the account's address, as far as it is still kept. */
  support: z.array(z.object({ subject: z.string(), content: z.string(), at: z.iso.datetime() })),
  /** Last first. */
  saved_items: z.array(z.object({ product_id: z.number().int(), title: z.string(), saved_at: z.iso.datetime() })),
  followed_sellers: z.array(
    z.object({ merchant_id: z.number().int(), store_name: z.string(), followed_at: z.iso.datetime() }),
  ),
  recently_viewed: z.array(z.object({ product_id: z.number().int(), title: z.string(), viewed_at: z.iso.datetime() })),
  /** Whether mails tell of saved products that are back or cheaper, and when the last one did. */
  saved_notes: z.object({ enabled: z.boolean(), sent_at: z.iso.datetime().nullable() }),
});
export type Exported = z.infer<typeof exported>;
