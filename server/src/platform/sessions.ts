import type { SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { closeDeskSessions } from './desk-sessions.ts';
import type { AccountId, SessionKey } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/** The session of a request, and its account. */
export type Session = { accountId: AccountId; key: SessionKey };

const DAY_MS = 24 * 60 * 60 * 1000;
/** After the last use of the session (SESSION-9). */
const IDLE_DAYS = 30;
/** Which of a session's two tokens an endpoint accepts. */
export type TokenKind = 'buyer' | 'reply';

const keyOf = (token: string): SessionKey => hashToken(token) as SessionKey;
const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS);

/**
 * Signs an account in.
 * @returns the buyer's token, and one that only permits sending replies (SESSION-14, SESSION-15). Both expire together;
 *   the database stores only their hashes
 */
export const openSession = async (db: Database, accountId: AccountId): Promise<SignedIn> => {
  const now = new Date();
  const [token, replyToken] = [createToken(), createToken()];
  await db
    .insertInto('session')
    .values({
      token_hash: keyOf(token),
      merchant_token_hash: keyOf(replyToken),
      account_id: accountId,
      signed_in_at: now,
      expires_at: addDays(now, IDLE_DAYS),
    })
    .execute();
  return { token, merchant_token: replyToken };
};

/** Extends the session by at least a day, so that most requests write nothing. */
const extend = async (db: Database, key: SessionKey, oldExpiry: Date, newExpiry: Date): Promise<void> => {
  const dayBefore = addDays(newExpiry, -1);
  if (oldExpiry > dayBefore) return;
  await db
    .updateTable('session')
    .set({ expires_at: newExpiry })
    .where('token_hash', '=', key)
    // Of two concurrent requests only the first updates it.
    .where('expires_at', '<=', dayBefore)
    .execute();
};

/**
 * The session of a request, by its `Authorization: Token {token}`.
 * @param options `maxDays`: the session ends this long after the sign-in, however often it is used (SESSION-22); `kind`:
 *   the token that the endpoint accepts; the other one is refused like an unknown one
 * @returns credentials_missing without the header; token_invalid for an unknown, malformed or expired token
 */
export const readSession = async (
  db: Database,
  authorization: string | undefined,
  { maxDays, kind }: { maxDays: number; kind: TokenKind },
): Promise<Session | Refused<'credentials_missing' | 'token_invalid'>> => {
  const token = parseAuthorization(authorization);
  if (isRefused(token)) return token;
  const now = new Date();
  const found = await db
    .selectFrom('session')
    .select(['token_hash', 'account_id', 'signed_in_at', 'expires_at'])
    .where(kind === 'buyer' ? 'token_hash' : 'merchant_token_hash', '=', keyOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  const lastExpiry = addDays(found.signed_in_at, maxDays);
  // The setting may have been lowered after the last extension.
  if (lastExpiry <= now) return refuse('token_invalid');
  const idleExpiry = addDays(now, IDLE_DAYS);
  await extend(db, found.token_hash, found.expires_at, idleExpiry < lastExpiry ? idleExpiry : lastExpiry);
  return { accountId: found.account_id, key: found.token_hash };
};

export const closeSession = async (db: Database, key: SessionKey): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', key).execute();
};

/** Signs the account out of shop and desk everywhere, with immediate effect on every node, because no node caches sessions. */
export const closeSessions = async (db: Database, accountId: AccountId): Promise<void> => {
  await closeDeskSessions(db, accountId);
  await db.deleteFrom('session').where('account_id', '=', accountId).execute();
};

/**
 * Selects those of the sessions that are neither closed nor expired. After SESSION_MAX_DAYS was lowered this may include
 * sessions that `readSession` refuses.
 */
export const selectOpenSessions = async (db: Database, keys: readonly SessionKey[]): Promise<SessionKey[]> => {
  const rows = await db
    .selectFrom('session')
    .select('token_hash')
    .where((eb) => eb('token_hash', '=', eb.fn.any(eb.val([...keys]))))
    .where('expires_at', '>', new Date())
    .execute();
  return rows.map(({ token_hash }) => token_hash);
};

/**
 * Deletes up to `limit` expired sessions.
 * @returns how many were deleted
 */
export const deleteExpiredSessions = async (db: Database, limit: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from session where token_hash = any(array(
      select token_hash from session where expires_at <= ${new Date()} limit ${limit} for update skip locked))`.execute(
    db,
  );
  return Number(numAffectedRows);
};

/** When the account's active sessions end, the next one first. A lowered SESSION_MAX_DAYS may end them earlier. */
export const selectSessionEnds = async (db: Database, accountId: AccountId): Promise<Date[]> => {
  const rows = await db
    .selectFrom('session')
    .select('expires_at')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', new Date())
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at }) => expires_at);
};
