import { z } from 'zod';
import { address, parseCity } from '../addresses/addresses.schemas.ts';
import { REPORT_REASONS } from '../moderation/moderation.rules.ts';
import { order } from '../orders/orders.schemas.ts';
import { orderReturn } from '../returns/returns.schemas.ts';
import { line } from '../text.schemas.ts';
import { EMAIL_MAX, isEmail, NAME_MAX, STREET_MAX } from './account.rules.ts';

/** Visible ASCII only, so that no two addresses have the same appearance. */
const VISIBLE_ASCII = /^[\x21-\x7e]*$/;

/** An email address as it is stored. */
export const email = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => isEmail(text), 'Enter a valid email address.')
  .refine((text) => text.length <= EMAIL_MAX, `Write ${EMAIL_MAX} characters at most.`)
  .refine((text) => VISIBLE_ASCII.test(text), 'Enter an email address in plain letters.');
const personName = line(NAME_MAX).refine((text) => text !== '', 'This field may not be blank.');
/** Accepts any length, because too short and too long passwords have separate refusals. */
const password = z.string();

export const login = z.object({
  email: z.string().trim().min(1, 'This field may not be blank.'),
  password: z.string().min(1, 'This field may not be blank.'),
});
export type Login = z.input<typeof login>;

export const signedIn = z.object({
  /** The buyer's token. */
  token: z.string(),
  /** Only sends replies to merchants; ends together with `token`. */
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

/** Parameters of a mailed link. Any text: a wrong one is refused as an invalid link. */
export const linkParams = z.object({ uidb64: z.string(), token: z.string() });

/** `required`: the link works only in the browser that registered the account. The shop's page always sends it. */
export const sameBrowserHeaders = z.object({ 'x-same-browser': z.literal('required').optional() });
export const verificationPassword = z.object({ password });
export type VerificationPassword = z.input<typeof verificationPassword>;

export const newPassword = z.object({ uid: z.string(), token: z.string(), new_password: password });
export type NewPassword = z.input<typeof newPassword>;

/** A path within the shop, so that a link cannot redirect to another site. */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]{0,1999}$/.test(text);
/** Query of the calls that mail a link or redirect to another site. */
export const returnQuery = z.object({
  /** The page to return to after the login; anything but a path of the shop counts as `/`. */
  next: z.string().refine(isPath).optional().catch(undefined),
});
export type ReturnQuery = { next?: string };

/** Confirms a successful call with a sentence. */
export const done = z.object({ message: z.string() });
export type Done = z.infer<typeof done>;

export const deleteAccountQuery = z.object({
  /** Deletes the account although orders are paid and not delivered. */
  confirm_undelivered: z.literal('true').optional(),
});
export type DeleteAccountQuery = z.infer<typeof deleteAccountQuery>;

const gender = z.enum(['M', 'F', 'Others', '']);
const MIN_BIRTH_DATE = '1900-01-01';
/** YYYY-MM-DD. */
const dateOfBirth = z.iso
  .date('Write a date as YYYY-MM-DD.')
  .refine((date) => date >= MIN_BIRTH_DATE, 'Write a date since 1900.')
  .refine((date) => date <= new Date().toISOString().slice(0, 10), 'Write a date that is not in the future.');
/** From a select element: a number, digits, or nothing. */
const placeId = z
  .union([z.number().int(), z.string().regex(/^\d{0,10}$/), z.null()])
  .transform((id) => (id === '' || id === null ? null : Number(id)))
  .refine((id) => id === null || (id >= 1 && id <= 2_147_483_647), 'Choose one from the list.');

/** An omitted field stays unchanged, an empty one is cleared. Country, region and city must be sent together. */
export const profileEdit = z.object({
  /** Read-only; must equal the stored values when sent. */
  user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).partial().optional(),
  date_of_birth: z.union([dateOfBirth, z.literal('').transform(() => null), z.null()]).optional(),
  gender: gender.optional(),
  /** With or without the calling code; stored in E.164. */
  phone_number: line(40).optional(),
  street_address: line(STREET_MAX).optional(),
  /** The country's code, or empty. */
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'Choose one from the list.')
    .optional(),
  /** The region's geoname id, or empty. */
  region: placeId.optional(),
  /** The city's GeoNames id, the name of a city that is not in the list, or empty. */
  city: z.union([z.number(), z.string(), z.null()]).transform(parseCity(placeId)).optional(),
});
export type ProfileEdit = z.input<typeof profileEdit>;

/** The multipart form with a new profile picture. */
export const profilePicture = z.object({ image: z.file() });

/** Unknown values are empty text, or null for other types. */
export const profile = z.object({
  user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  /** URL of the picture. */
  image: z.string().nullable(),
  /** YYYY-MM-DD. */
  date_of_birth: z.string().nullable(),
  gender,
  /** E.164: +2348031234567. */
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
  /** Its GeoNames id; null for a city that is not in the list. */
  cityId: z.number().int().nullable(),
});
export type Profile = z.infer<typeof profile>;

/** All personal data of the signed-in user. Each slice adds its own part. */
export const exported = z.object({
  /** UTC. */
  exported_at: z.iso.datetime(),
  account: z.object({ created_at: z.iso.datetime(), email_verified_at: z.iso.datetime().nullable() }),
  profile,
  /** Active sessions; UTC. */
  sessions: z.array(z.object({ expires_at: z.iso.datetime() })),
  /** Linked accounts of sign-in providers. */
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), since: z.iso.datetime() })),
  cart: z.array(z.object({ product_id: z.number().int(), title: z.string(), quantity: z.number().int() })),
  addresses: z.array(address),
  /** Newest first. */
  orders: z.array(order),
  returns: z.array(orderReturn),
  /** Oldest first; amounts in naira. */
  wallet: z.array(
    z.object({
      amount: z.number(),
      balance: z.number(),
      kind: z.enum(['refund', 'credit', 'use']),
      at: z.iso.datetime(),
    }),
  ),
  /** Message threads with merchants, oldest first. */
  messages: z.array(
    z.object({
      subject: z.string(),
      store_name: z.string(),
      product: z.string().nullable(),
      written: z.array(z.object({ by: z.enum(['buyer', 'merchant']), content: z.string(), at: z.iso.datetime() })),
    }),
  ),
  /** Stored messages to support from the account's email address. */
  support: z.array(z.object({ subject: z.string(), content: z.string(), at: z.iso.datetime() })),
  /** Newest first. */
  saved_items: z.array(z.object({ product_id: z.number().int(), title: z.string(), saved_at: z.iso.datetime() })),
  followed_sellers: z.array(
    z.object({ merchant_id: z.number().int(), store_name: z.string(), followed_at: z.iso.datetime() }),
  ),
  recently_viewed: z.array(z.object({ product_id: z.number().int(), title: z.string(), viewed_at: z.iso.datetime() })),
  /** Where the person works in the desk, active sessions there, and second factors. */
  desk: z.object({
    memberships: z.array(z.object({ store_name: z.string().nullable(), role: z.string(), since: z.iso.datetime() })),
    sessions: z.array(
      z.object({ signed_in_at: z.iso.datetime(), last_used_at: z.iso.datetime(), user_agent: z.string() }),
    ),
    passkeys: z.array(z.object({ label: z.string(), since: z.iso.datetime() })),
    authenticator_app_since: z.iso.datetime().nullable(),
    /** Those for which the person has made an API token. */
    programs: z.array(z.object({ store_name: z.string().nullable(), name: z.string(), since: z.iso.datetime() })),
  }),
  /** Stores that the person has applied for, by when. */
  store_applications: z.array(
    z.object({
      store_name: z.string(),
      state: z.string(),
      country: z.string(),
      place: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      kinds_of_goods: z.array(z.string()),
      description: z.string(),
      expected_products: z.number().int().nullable(),
      registration_number: z.string().nullable(),
      terms: z.object({ version: z.string(), accepted_at: z.iso.datetime() }).nullable(),
      begun_at: z.iso.datetime(),
      submitted_at: z.iso.datetime().nullable(),
      decline_reason: z.string().nullable(),
    }),
  ),
  /** Whether restock and price-drop mails are enabled, and when the last one was sent. */
  /** Products that the person has reported. The title is null while the product is not in the shop. */
  product_reports: z.array(
    z.object({
      product_id: z.number().int(),
      title: z.string().nullable(),
      reason: z.enum(REPORT_REASONS),
      text: z.string(),
      reported_at: z.iso.datetime(),
    }),
  ),
  saved_notes: z.object({ enabled: z.boolean(), sent_at: z.iso.datetime().nullable() }),
});
export type Exported = z.infer<typeof exported>;
