import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { MerchantId } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import type { Tables } from './tables.gen.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/** A program of a merchant, or of an operator if `merchantId` is null. */
export type ApiClient = { merchantId: MerchantId | null; name: string; scope: TokenScope };
/** `read`: only GET. */
export type TokenScope = Selectable<Tables['api_token']>['scope'];
export type ApiToken = Pick<Selectable<Tables['api_token']>, 'id' | 'name' | 'scope' | 'created_at' | 'last_used_at'>;

/**
 * Creates a token for a program of a merchant or operator, and revokes the previous one with this name. It does not expire, because programs
 * use it (docs/decisions/api-tokens.md).
 * @param client its name has 1 to 80 characters
 * @returns the token; the database stores only its hash
 */
export const createApiToken = async (db: Database, { merchantId, name, scope }: ApiClient): Promise<string> => {
  const token = createToken();
  const row = { scope, token_hash: hashToken(token), created_at: new Date(), last_used_at: null };
  await revokeApiToken(db, { merchantId, name });
  await db
    .insertInto('api_token')
    .values({ merchant_id: merchantId, name, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'name']).doUpdateSet(row))
    .execute();
  return token;
};

/** The tokens of a merchant, or of operators if `merchantId` is null, oldest first. */
export const selectApiTokens = (db: Database, merchantId: MerchantId | null): Promise<ApiToken[]> =>
  db
    .selectFrom('api_token')
    .select(['id', 'name', 'scope', 'created_at', 'last_used_at'])
    .where('merchant_id', 'is not distinct from', merchantId)
    .orderBy('id')
    .execute();

/** @returns false if the owner has no token with this name */
export const revokeApiToken = async (
  db: Database,
  { merchantId, name }: Pick<ApiClient, 'merchantId' | 'name'>,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('merchant_id', 'is not distinct from', merchantId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Revokes a token by its id. @returns false if the merchant has no such token */
export const deleteApiToken = async (
  db: Database,
  { merchantId, id }: { merchantId: MerchantId; id: number },
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** How exact the time of a token's last use is. */
const LAST_USE_STEP_MS = 60_000;

/**
 * The program that sent a request, by its `Authorization: Token {token}`.
 * @returns credentials_missing without the header; token_invalid for an unknown or malformed token, also for a shopper's
 */
export const readApiToken = async (
  db: Database,
  authorization: string | undefined,
): Promise<ApiClient | Refused<'credentials_missing' | 'token_invalid'>> => {
  const token = parseAuthorization(authorization);
  if (isRefused(token)) return token;
  const found = await db
    .selectFrom('api_token')
    .select(['id', 'merchant_id as merchantId', 'name', 'scope', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  const { id, last_used_at, ...client } = found;
  const now = new Date();
  if (last_used_at === null || now.getTime() - last_used_at.getTime() >= LAST_USE_STEP_MS)
    await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute();
  return client;
};
