import type { Selectable } from 'kysely';
import type { Database } from './database.ts';
import type { AccountId, MerchantId } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import type { Tables } from './tables.gen.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/** A program of a merchant, or of an operator if `merchantId` is null. */
export type ApiClient = {
  merchantId: MerchantId | null;
  name: string;
  scope: TokenScope;
  /** The account that answers for it: who made the token, or the token with which it was made; null if it was made by command. */
  responsibleId: AccountId | null;
};
/** `read`: only GET. */
export type TokenScope = Selectable<Tables['api_token']>['scope'];
export type ApiToken = Pick<Selectable<Tables['api_token']>, (typeof TOKEN_COLUMNS)[number]>;
const TOKEN_COLUMNS = ['id', 'name', 'scope', 'created_by', 'created_at', 'last_used_at'] as const;

/**
 * Creates a token for a program of a merchant or operator, and revokes the previous one with this name. It does not expire, because programs
 * use it (docs/decisions/api-tokens.md).
 * @param client its name has 1 to 80 characters
 * @returns the token; the database stores only its hash
 */
export const createApiToken = async (
  db: Database,
  { merchantId, name, scope, responsibleId = null }: Omit<ApiClient, 'responsibleId'> & Partial<ApiClient>,
): Promise<string> => {
  const token = createToken();
  const row = {
    scope,
    token_hash: hashToken(token),
    created_by: responsibleId,
    created_at: new Date(),
    last_used_at: null,
  };
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
    .select(TOKEN_COLUMNS)
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

/** Revokes the tokens for which an account answers, of a merchant or of operators. @returns their names */
export const revokeTokensOf = async (
  trx: Database,
  accountId: AccountId,
  merchantId: MerchantId | null,
): Promise<string[]> => {
  const rows = await trx
    .deleteFrom('api_token')
    .where('created_by', '=', accountId)
    .where('merchant_id', 'is not distinct from', merchantId)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
};

/** The tokens for which an account answers, oldest first. */
export const selectTokensOf = (
  db: Database,
  accountId: AccountId,
): Promise<(Pick<ApiToken, 'name' | 'created_at'> & { merchant_id: MerchantId | null })[]> =>
  db
    .selectFrom('api_token')
    .select(['merchant_id', 'name', 'created_at'])
    .where('created_by', '=', accountId)
    .orderBy('id')
    .execute();

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
    .select(['id', 'merchant_id as merchantId', 'name', 'scope', 'created_by as responsibleId', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  const { id, last_used_at, ...client } = found;
  const now = new Date();
  if (last_used_at === null || now.getTime() - last_used_at.getTime() >= LAST_USE_STEP_MS)
    await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute();
  return client;
};
