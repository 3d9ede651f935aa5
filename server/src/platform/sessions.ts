import type { SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import type { Database } from './database.ts';
import type { AccountId, SessionKey } from './ids.ts';
import { isRefused, type Refused, refuse } from './refusal.ts';
import { createToken, hashToken, parseAuthorization } from './tokens.ts';

/** Whose request it is, and by which session. */
export type Session = { account: AccountId; key: SessionKey };

/** Milliseconds. A session ends this long after its last use (SESSION-9). */
const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 30 * DAY;
/** Which of a session's two tokens a call takes. */
export type TokenKind = 'buyer' | 'merchant';

const keyOf = (token: string): SessionKey => hashToken(token) as SessionKey;
const lifetimeFrom = (now: Date): Date => new Date(now.getTime() + LIFETIME);

/**
 * Signs an account in.
 * @returns what the login answers: the buyer's token, and one that opens the sending of replies alone (SESSION-14,
 *   SESSION-15). Both are kept nowhere but with the client, and end together
 */
export const openSession = async (db: Database, account: AccountId): Promise<SignedIn> => {
  const now = new Date();
  // Nobody else would ever remove those that ran out.
  await db.deleteFrom('session').where('account_id', '=', account).where('expires_at', '<=', now).execute();
  const [token, merchant] = [createToken(), createToken()];
  await db
    .insertInto('session')
    .values({
      token_hash: keyOf(token),
      merchant_token_hash: keyOf(merchant),
      account_id: account,
      expires_at: lifetimeFrom(now),
    })
    .execute();
  return { token, merchant_token: merchant };
};

/** A use lengthens the session, but is written down once a day only: reads shall stay reads. */
const lengthen = async (db: Database, key: SessionKey, expires: Date, now: Date): Promise<void> => {
  const dayAgo = new Date(lifetimeFrom(now).getTime() - DAY);
  if (expires > dayAgo) return;
  await db
    .updateTable('session')
    .set({ expires_at: lifetimeFrom(now) })
    .where('token_hash', '=', key)
    // Of two requests at once the second finds it done.
    .where('expires_at', '<=', dayAgo)
    .execute();
};

/**
 * The session that a request's `Authorization: Token {token}` names.
 * @param kind the token that the call takes; the other one is refused as if it were unknown
 * @returns credentials_missing without the header; token_invalid for one that is unknown, malformed or expired
 */
export const readSession = async (
  db: Database,
  authorization: string | undefined,
  kind: TokenKind = 'buyer',
): Promise<Session | Refused<'credentials_missing' | 'token_invalid'>> => {
  const token = parseAuthorization(authorization);
  if (isRefused(token)) return token;
  const now = new Date();
  const found = await db
    .selectFrom('session')
    .select(['token_hash', 'account_id', 'expires_at'])
    .where(kind === 'buyer' ? 'token_hash' : 'merchant_token_hash', '=', keyOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  await lengthen(db, found.token_hash, found.expires_at, now);
  return { account: found.account_id, key: found.token_hash };
};

export const closeSession = async (db: Database, key: SessionKey): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', key).execute();
};

/** Signs the account out everywhere, at once on every node: sessions are looked up each time. */
export const closeSessions = async (db: Database, account: AccountId): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', account).execute();
};

/** When the account's active sessions end, the next one first. */
export const selectSessionEnds = async (db: Database, account: AccountId): Promise<Date[]> => {
  const rows = await db
    .selectFrom('session')
    .select('expires_at')
    .where('account_id', '=', account)
    .where('expires_at', '>', new Date())
    .orderBy('expires_at')
    .execute();
  return rows.map(({ expires_at }) => expires_at);
};
