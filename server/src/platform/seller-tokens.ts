import { createHash, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import type { MerchantId } from './ids.ts';
import { type Refused, refuse } from './refusal.ts';

/** 256 bits in base64url. */
const TOKEN_BYTES = 32;
const CREDENTIALS = /^Token ([\w-]{43})$/i;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a merchant's own token, in the place of the one before, which opens nothing any more. It has no end: programs
 * use it (docs/decisions/messages.md).
 * @returns the token, which is kept nowhere but with the merchant
 */
export const makeSellerToken = async (db: Database, merchant_id: MerchantId): Promise<string> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = { token_hash: hashOf(token), created_at: new Date() };
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
  if (!authorization) return refuse('credentials_missing');
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token === undefined) return refuse('token_invalid');
  const found = await db
    .selectFrom('seller_token')
    .select('merchant_id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return found?.merchant_id ?? refuse('token_invalid');
};
