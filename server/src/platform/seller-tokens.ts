import type { Database } from './database.ts';
import type { MerchantId } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/**
 * Makes a merchant's own token, in the place of the one before, which opens nothing any more. It has no end: programs
 * use it (docs/decisions/messages.md).
 * @returns the token, which is kept nowhere but with the merchant
 */
export const makeSellerToken = async (db: Database, merchant_id: MerchantId): Promise<string> => {
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
 * The merchant whose own token a request's `Authorization: Token {token}` holds.
 * @returns credentials_missing without the header; token_invalid for one that is unknown or malformed, a shopper's too
 */
export const readSeller = async (
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
