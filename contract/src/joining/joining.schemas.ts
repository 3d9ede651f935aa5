import { z } from 'zod';
import { EMAIL_MAX, isEmail } from '../account/account.rules.ts';
import { idParam } from '../catalog/catalog.schemas.ts';
import { PLACE_MAX } from '../catalog/merchant-store.schemas.ts';
import { STORE_STATES } from '../catalog/store.rules.ts';
import { line } from '../text.schemas.ts';
import {
  APPLICATION_PARTS,
  DESCRIPTION_MAX,
  MAX_EXPECTED_PRODUCTS,
  MAX_KINDS_OF_GOODS,
  REGISTRATION_NUMBER_MAX,
  STORE_NAME_MAX,
} from './joining.rules.ts';

const MAX_ID = 2_147_483_647;
const storeName = line(STORE_NAME_MAX).refine((text) => text !== '', 'Write the name of the store.');
const COUNT_MESSAGE = `Write a whole number from 1 to ${MAX_EXPECTED_PRODUCTS}.`;

export const merchantTerms = z.object({
  /** Changes with each change of the text. */
  version: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
});
export type MerchantTerms = z.infer<typeof merchantTerms>;

export const storeNameQuery = z.object({ name: storeName });
export type StoreNameQuery = z.input<typeof storeNameQuery>;

/** Whether a store can have this name. */
export const storeNameCheck = z.object({
  name: z.string(),
  /** The name in URLs and product files. */
  slug: z.string(),
  /** Also true for the name of the account's own open application. */
  is_free: z.boolean(),
});
export type StoreNameCheck = z.infer<typeof storeNameCheck>;

const fields = {
  store_name: storeName.optional(),
  /** The country's code. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Write the code of a country, such as NG.')
    .optional(),
  /** Town and country, as shoppers see them: 'Kano, Nigeria'. */
  place: line(PLACE_MAX).optional(),
  /** International, or national of the country. Empty: none. */
  phone: line(40).optional(),
  /** Where the shop writes to. At first the address of the account. */
  email: line(EMAIL_MAX).refine(isEmail, 'Write an email address.').optional(),
  /** The ids of the kinds of goods, which are categories of the first level. */
  categories: z.array(z.int().min(1).max(MAX_ID)).max(MAX_KINDS_OF_GOODS).optional(),
  /** What is sold, in a sentence. */
  description: line(DESCRIPTION_MAX).optional(),
  expected_products: z
    .int(COUNT_MESSAGE)
    .min(1, COUNT_MESSAGE)
    .max(MAX_EXPECTED_PRODUCTS, COUNT_MESSAGE)
    .nullable()
    .optional(),
  /** Empty: none. */
  registration_number: line(REGISTRATION_NUMBER_MAX).optional(),
};
/** An omitted field stays unchanged. Strict, so that a misspelt field is not silently ignored. */
export const applicationChange = z.strictObject(fields);
export type ApplicationChange = z.input<typeof applicationChange>;
export const newApplication = z.strictObject({ ...fields, store_name: storeName });
export type NewApplication = z.input<typeof newApplication>;

export const termsAcceptance = z.object({ version: z.string().max(40) });
export type TermsAcceptance = z.input<typeof termsAcceptance>;

export const applicationParams = z.object({ merchantId: idParam });

/** What applicants and operators see of a store that applies. */
export const applicationParts = {
  merchant_id: z.number().int(),
  state: z.enum(STORE_STATES),
  /** ISO 8601, UTC: since when it has the state. */
  state_since: z.string(),
  /** When it was sent last; null if it never was. */
  submitted_at: z.string().nullable(),
  /** Null unless it is declined. */
  decline_reason: z.string().nullable(),
  store_name: z.string(),
  slug: z.string(),
  country: z.string(),
  place: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  categories: z.array(z.object({ id: z.number().int(), name: z.string() })),
  description: z.string(),
  expected_products: z.number().int().nullable(),
  registration_number: z.string().nullable(),
  cover_url: z.string().nullable(),
  /** The terms that were accepted. */
  terms: z.object({ version: z.string(), accepted_at: z.string() }).nullable(),
};
const bankAccount = {
  bank_code: z.string(),
  /** The name of the holder, as the bank says. */
  account_name: z.string(),
  last_digits: z.string(),
};

export const application = z.object({
  ...applicationParts,
  bank_account: z.object(bankAccount).nullable(),
  /** What has to be added before it can be sent. */
  missing: z.array(z.enum(APPLICATION_PARTS)),
});
export type Application = z.infer<typeof application>;

export const applications = z.object({
  /** Also the approved ones, oldest first. */
  results: z.array(application),
  /** Whether the account can apply for another store. */
  may_apply: z.boolean(),
});
export type Applications = z.infer<typeof applications>;

export const operatorBankAccount = z.object({
  ...bankAccount,
  /** Whether the holder's name has the words of the store's or the applicant's name. */
  is_name_similar: z.boolean(),
});
