import { isDeepStrictEqual } from 'node:util';
import { MAX_MERCHANT_TOKENS } from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import { accessOf } from '@sokuwa/contract/staff/roles.ts';
import {
  type ApiClient,
  type ApiToken,
  createApiToken,
  deleteApiToken,
  selectApiTokens,
} from '../platform/api-tokens.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { lagosDayOf } from '../platform/lagos-day.rules.ts';
import type { RateLimit, RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import type { ShopParts } from '../shop.ts';
import { replaceEmail } from './merchant-email.service.ts';
import { presentStore } from './merchant-store.present.ts';
import { lockStore, type StoreRow, selectStore, updateStore } from './merchants.sql.ts';
import { type PictureRefusal, storePicture } from './product-picture.ts';

/** A new address gets a mail before anybody has confirmed it, and so do the former ones. */
const EMAIL_LIMIT: RateLimit = { action: 'merchant email', maxAttempts: 10, windowSeconds: 86_400 };

type StoreChange = Pick<
  Parameters<typeof updateStore>[2],
  'place' | 'handling_days' | 'cover_key' | 'description' | 'policies'
> & {
  email?: string | null | undefined;
  holiday?: StoreRow['holiday'] | undefined;
  version?: string | undefined;
};

/** @param today in Lagos, as YYYY-MM-DD */
const holidayColumns = (holiday: StoreRow['holiday'], today: string) => ({
  holiday_from: holiday?.from ?? null,
  holiday_until: holiday?.until ?? null,
  holiday_note: holiday?.note ?? '',
  is_on_holiday: holiday !== null && holiday.from <= today && today < holiday.until,
});

/** Whether the store is what a change requests. */
const hasAlready = (store: StoreRow, change: Omit<StoreChange, 'version'>): boolean =>
  Object.entries(change).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, store[name as keyof StoreRow]),
  );
/** Counts another email address of a merchant. @param email undefined stays as it is @returns too_many_requests beyond ten in a day */
export const limitEmailChanges = async (
  { db, rateLimiter }: { db: Database; rateLimiter: RateLimiter },
  merchantId: MerchantId,
  email: string | null | undefined,
): Promise<undefined | Refused<'too_many_requests'>> =>
  email === undefined || email === (await selectStore(db, merchantId)).email
    ? undefined
    : rateLimiter.consume({ limit: EMAIL_LIMIT, key: `merchant ${merchantId}` });

/**
 * Changes fields of a merchant's store (MERCHANT-58). Another email address is mailed to the old and the new one (MERCHANT-60).
 * @param change undefined values stay as they are. `version`: of the store that it is made from; without one, the last change wins
 * @returns the store; store_changed, with the store as it is, if it is not this version, and not what is requested already; too_many_requests
 *   beyond ten other addresses in a day
 */
export const changeStore = async (
  { db, rateLimiter }: { db: Database; rateLimiter: RateLimiter },
  merchantId: MerchantId,
  { email, version, holiday, ...fields }: StoreChange,
  now = new Date(),
): Promise<StoreRow | Refused<'too_many_requests' | 'store_changed'>> => {
  const throttled = await limitEmailChanges({ db, rateLimiter }, merchantId, email);
  if (throttled) return throttled;
  return db.transaction().execute(async (trx) => {
    await lockStore(trx, merchantId);
    const current = await selectStore(trx, merchantId);
    const changed = { ...fields, ...(holiday !== undefined && holidayColumns(holiday, lagosDayOf(now))) };
    if (
      version !== undefined &&
      presentStore(current).version !== version &&
      !hasAlready(current, { email, holiday, ...fields })
    )
      return { ...refuse('store_changed'), currentBody: presentStore(current) };
    if (email !== undefined) await replaceEmail(trx, merchantId, email);
    await updateStore(trx, merchantId, changed);
    return selectStore(trx, merchantId);
  });
};

/**
 * Sets the cover picture of a merchant's store (MERCHANT-58).
 * @param file untrusted
 * @returns the store, or the refusals of `encodeUpload`
 * @throws MediaUnavailable
 */
export const changeCover = async (
  { db, media }: { db: Database; media: MediaStore },
  merchantId: MerchantId,
  file: Uint8Array,
): Promise<StoreRow | Refused<PictureRefusal>> => {
  const stored = await storePicture(media, file);
  if (isRefused(stored)) return stored;
  const { key } = stored;
  await updateStore(db, merchantId, { cover_key: key });
  return selectStore(db, merchantId);
};

/**
 * Creates an API token for a program of the merchant (MERCHANT-59).
 * @param client `responsibleId`: the account with which the token ends
 * @returns the token and its row; token_name_taken; too_many_tokens; token_invalid if that account may not make tokens any more
 */
export const addToken = (
  { db, lockMember }: Pick<ShopParts, 'db' | 'lockMember'>,
  merchantId: MerchantId,
  { name, scope, responsibleId }: Pick<ApiClient, 'name' | 'scope' | 'responsibleId'>,
): Promise<(ApiToken & { token: string }) | Refused<'token_name_taken' | 'too_many_tokens' | 'token_invalid'>> =>
  db.transaction().execute(async (trx) => {
    if (responsibleId !== null) {
      // The tokens of somebody who leaves are revoked once, so none is made after that.
      const staff = await lockMember(trx, responsibleId, merchantId);
      if (!staff || accessOf(staff, 'integrations') !== 'write') return refuse('token_invalid');
    }
    // Two at once cannot exceed the limit, and neither replaces the token of the other.
    await lockStore(trx, merchantId);
    const tokens = await selectApiTokens(trx, merchantId);
    if (tokens.some((one) => one.name === name)) return refuse('token_name_taken');
    if (tokens.length >= MAX_MERCHANT_TOKENS) return refuse('too_many_tokens');
    const token = await createApiToken(trx, { merchantId, name, scope, responsibleId });
    const row = (await selectApiTokens(trx, merchantId)).find((one) => one.name === name);
    if (!row) throw new Error(`token not inserted: ${name}`);
    return { ...row, token };
  });

/** Revokes a token of the merchant. @returns those that are left; not_found if it has no such token */
export const revokeToken = async (
  db: Database,
  merchantId: MerchantId,
  tokenId: number,
): Promise<ApiToken[] | Refused<'not_found'>> =>
  (await deleteApiToken(db, { merchantId, id: tokenId })) ? selectApiTokens(db, merchantId) : refuse('not_found');
