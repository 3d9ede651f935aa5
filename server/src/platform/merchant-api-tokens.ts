import type { Database } from './database.ts';
import type { MerchantId } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/**
 * Creates a merchant's API token and revokes the previous one. It does not expire, because programs use it
 * (docs/decisions/messages.md).
 * @returns the token; the database stores only its hash
 */
export const createMerchantApiToken = async (db: Database, merchant_id: MerchantId): Promise<string> => {
  const token = createToken();
  const row = { token_hash: hashToken(token), created_at: new Date() };
  await db
    .insertInto('seller_token')
    .values({ merchant_id, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
  return token;
};

/**
 * The merchant of a request, by its `Authorization: Token {token}` with the merchant's API token.
 * @returns credentials_missing without the header; token_invalid for an unknown or malformed token, also for a shopper's
 */
export const readMerchantApiToken = async (
  db: Database,
  authorization: string | undefined,
): Promise<MerchantId | Refused<'credentials_missing' | 'token_invalid'>> => {
  const token = parseAuthorization(authorization);
  if (isRefused(token)) return token;
  const found = await db
    .selectFrom('seller_token')
    .select('merchant_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return found?.merchant_id ?? refuse('token_invalid');
};
