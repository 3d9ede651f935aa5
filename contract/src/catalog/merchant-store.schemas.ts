import { z } from 'zod';
import { EMAIL_MAX, isEmail } from '../account/account.rules.ts';
import { block, day, line } from '../text.schemas.ts';
import { MAX_HANDLING_DAYS, MAX_HOLIDAY_NOTE, MAX_STORE_TEXT } from './catalog.rules.ts';
import { idParam } from './catalog.schemas.ts';
import { STORE_STATES } from './store.rules.ts';

export const PLACE_MAX = 200;
const TOKEN_NAME_MAX = 80;
/** Tokens that a merchant can have when it creates another one. */
export const MAX_MERCHANT_TOKENS = 20;

export const store = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Town and country, as shoppers see them: 'Kano, Nigeria'. */
  place: z.string(),
  /** The country's code. */
  country: z.string(),
  /** YYYY-MM-DD. */
  since: z.string(),
  /** Where the shop's mails go; null if it has no address. */
  email: z.string().nullable(),
  /** Days within which a paid order is shipped. */
  handling_days: z.number().int(),
  /** What shoppers read about the store; empty without one. */
  description: z.string(),
  /** How the store ships and what else it promises; empty without them. */
  policies: z.string(),
  /** Days in Lagos, as YYYY-MM-DD: the first day, and the day on which the store is open again. Null: none is planned. */
  holiday: z.object({ from: z.string(), until: z.string(), note: z.string() }).nullable(),
  /** Whether it is on holiday now: products are shown, and cannot be bought. */
  is_on_holiday: z.boolean(),
  /** For changes that are refused if another one came between. */
  version: z.string(),
  /** Path of the cover picture; null when there is none. */
  cover_url: z.string().nullable(),
  /** ISO 8601, UTC: since when the shop does not show the products; null if it does. */
  suspended_at: z.string().nullable(),
  /** Only an approved store is in the shop. */
  state: z.enum(STORE_STATES),
});
export type Store = z.infer<typeof store>;

const filled = (max: number) => line(max).refine((text) => text !== '', 'Write this.');
const HANDLING_MESSAGE = `Write a whole number from 0 to ${MAX_HANDLING_DAYS}.`;

const holiday = z
  .object({ from: day, until: day, note: line(MAX_HOLIDAY_NOTE).default('') })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'Choose a day after the first one.' });

/** An omitted field stays unchanged. Strict, so that a change of another field is not silently ignored. */
export const storeChange = z.strictObject({
  /** Of the store that the change is made from. Default: nobody is asked what has changed meanwhile. */
  version: z.string().max(64).optional(),
  place: filled(PLACE_MAX).optional(),
  email: line(EMAIL_MAX).refine(isEmail, 'Write an email address.').nullable().optional(),
  handling_days: z.int(HANDLING_MESSAGE).min(0, HANDLING_MESSAGE).max(MAX_HANDLING_DAYS, HANDLING_MESSAGE).optional(),
  description: block(MAX_STORE_TEXT).optional(),
  policies: block(MAX_STORE_TEXT).optional(),
  /** Null: no holiday any more; the store is open at once. */
  holiday: holiday.nullable().optional(),
  /** Null: no cover picture any more. */
  cover_url: z.null('Upload a cover picture as multipart/form-data; null removes it.').optional(),
});
export type StoreChange = z.input<typeof storeChange>;

/** The multipart form with a new cover picture. */
export const storeCover = z.object({ image: z.file() });

const scope = z.enum(['read', 'write']);
export const token = z.object({
  id: z.number().int(),
  name: z.string(),
  /** `read`: only GET. */
  scope,
  /** Who made it in the desk, or made the token with which it was made; null if it was made by command. It ends when this person leaves. */
  created_by: z.object({ account_id: z.number().int(), name: z.string() }).nullable(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** To the minute; null if it was never used. */
  last_used_at: z.string().nullable(),
});
export const tokenList = z.object({
  /** Oldest first. */
  results: z.array(token),
});
export type TokenList = z.infer<typeof tokenList>;

export const tokenParams = z.object({ tokenId: idParam });
export const newToken = z.object({ name: filled(TOKEN_NAME_MAX), scope });
export type NewToken = z.input<typeof newToken>;

/** The token, which is not shown again. */
export const createdToken = token.extend({ token: z.string() });
export type CreatedToken = z.infer<typeof createdToken>;
