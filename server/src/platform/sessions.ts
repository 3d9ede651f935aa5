import { createHash, randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { type Refused, refuse } from './refusal.ts';
import type { AccountId, SessionKey } from './tables.ts';

/** Whose request it is, and by which session. */
export type Session = { account: AccountId; key: SessionKey };

/** Milliseconds. A session ends this long after its last use (3-decisions, "Session"). */
const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 30 * DAY;
/** 256 bits in base64url. */
const TOKEN_BYTES = 32;
const CREDENTIALS = /^Token ([\w-]{43})$/i;

const keyOf = (token: string): SessionKey => createHash('sha256').update(token).digest() as SessionKey;
const lifetimeFrom = (now: Date): Date => new Date(now.getTime() + LIFETIME);

/**
 * Signs an account in.
 * @returns the token, which is kept nowhere but with the client
 */
export const openSession = async (db: Database, account: AccountId): Promise<string> => {
  const now = new Date();
  // Nobody else would ever remove those that ran out.
  await db.deleteFrom('session').where('account_id', '=', account).where('expires_at', '<=', now).execute();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('session')
    .values({ token_hash: keyOf(token), account_id: account, kind: 'buyer', expires_at: lifetimeFrom(now) })
    .execute();
  return token;
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
 * @returns credentials_missing without the header; token_invalid for one that is unknown, malformed or expired
 */
export const readSession = async (
  db: Database,
  authorization: string | undefined,
): Promise<Session | Refused<'credentials_missing' | 'token_invalid'>> => {
  if (!authorization) return refuse('credentials_missing');
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token === undefined) return refuse('token_invalid');
  const key = keyOf(token);
  const now = new Date();
  const found = await db
    .selectFrom('session')
    .select(['account_id', 'expires_at'])
    .where('token_hash', '=', key)
    .where('kind', '=', 'buyer')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  await lengthen(db, key, found.expires_at, now);
  return { account: found.account_id, key };
};

export const closeSession = async (db: Database, key: SessionKey): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', key).execute();
};

/** Signs the account out everywhere but here. */
export const closeOtherSessions = async (db: Database, { account, key }: Session): Promise<void> => {
  await db.deleteFrom('session').where('account_id', '=', account).where('token_hash', '<>', key).execute();
};
