import { type Selectable, sql } from 'kysely';
import type { Database } from './database.ts';
import { deleteChallengesOf } from './desk-challenges.ts';
import type { AccountId } from './ids.ts';
import { type Refused, refuse } from './refusal.ts';
import type { Relation } from './sql.ts';
import type { Tables } from './tables.gen.ts';
import { createToken, hashToken, isToken } from './tokens.ts';

/** A session of a person in the desk. */
export type DeskSession = {
  id: number;
  /** The hash of the key in the cookie. */
  key: Buffer;
  accountId: AccountId;
  signedInAt: Date;
  /** When the person last proved a second factor; null if they have not. */
  verifiedAt: Date | null;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that is not used for so many days ends (STAFF-11). */
const IDLE_DAYS = 14;
/** A session ends so many days after the sign-in, however often it is used. */
const MAX_DAYS = 30;
export const DESK_COOKIE_SECONDS = MAX_DAYS * 24 * 60 * 60;
/** How exact the time of the last use is. */
const LAST_USE_STEP_MS = 60_000;
const USER_AGENT_MAX = 300;
/** How long a proof permits changes of second factors, and new API tokens (STAFF-9). */
const VERIFIED_MS = 15 * 60_000;

const expiryOf = (signedInAt: Date, lastUsedAt: Date): Date =>
  new Date(Math.min(signedInAt.getTime() + MAX_DAYS * DAY_MS, lastUsedAt.getTime() + IDLE_DAYS * DAY_MS));

/**
 * Signs an account in to the desk.
 * @param options `verified`: whether a second factor was proven; `userAgent`: what the browser says it is
 * @returns the key for the cookie; the database stores only its hash
 */
export const openDeskSession = async (
  db: Database,
  accountId: AccountId,
  { verified, userAgent }: { verified: boolean; userAgent: string },
): Promise<string> => {
  const key = createToken();
  const now = new Date();
  await db
    .insertInto('desk_session')
    .values({
      key_hash: hashToken(key),
      account_id: accountId,
      signed_in_at: now,
      last_used_at: now,
      expires_at: expiryOf(now, now),
      verified_at: verified ? now : null,
      user_agent: userAgent.slice(0, USER_AGENT_MAX),
    })
    .execute();
  return key;
};

/**
 * The session of a request.
 * @param key of the cookie
 * @returns credentials_missing without a cookie; token_invalid for an unknown, malformed or expired key
 */
export const readDeskSession = async (
  db: Database,
  key: string | undefined,
): Promise<DeskSession | Refused<'credentials_missing' | 'token_invalid'>> => {
  if (!key) return refuse('credentials_missing');
  if (!isToken(key)) return refuse('token_invalid');
  const now = new Date();
  const found = await db
    .selectFrom('desk_session')
    .select(['id', 'key_hash', 'account_id', 'signed_in_at', 'last_used_at', 'verified_at'])
    .where('key_hash', '=', hashToken(key))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) return refuse('token_invalid');
  if (now.getTime() - found.last_used_at.getTime() >= LAST_USE_STEP_MS)
    await db
      .updateTable('desk_session')
      .set({ last_used_at: now, expires_at: expiryOf(found.signed_in_at, now) })
      .where('id', '=', found.id)
      .execute();
  return {
    id: found.id,
    key: found.key_hash,
    accountId: found.account_id,
    signedInAt: found.signed_in_at,
    verifiedAt: found.verified_at,
  };
};

/**
 * Until when the session permits changes of second factors and new API tokens: 15 minutes after one was proven, or, before there is one, after the sign-in.
 * @returns null if that is over
 */
export const getVerifiedUntil = ({ signedInAt, verifiedAt }: DeskSession, hasFactor: boolean): Date | null => {
  const proven = hasFactor ? verifiedAt : signedInAt;
  const until = proven && new Date(proven.getTime() + VERIFIED_MS);
  return until && until > new Date() ? until : null;
};

/** Signs an account out of the desk everywhere, and ends sign-ins that wait for a second factor. @param except a session that stays */
export const closeDeskSessions = async (db: Database, accountId: AccountId, except?: number): Promise<void> => {
  await deleteChallengesOf(db, accountId);
  let query = db.deleteFrom('desk_session').where('account_id', '=', accountId);
  if (except !== undefined) query = query.where('id', '<>', except);
  await query.execute();
};

export type DeskSessionRow = Pick<
  Selectable<Tables['desk_session']>,
  'id' | 'signed_in_at' | 'last_used_at' | 'user_agent'
>;
/** The sessions of an account that have not expired, the last used first. */
export const selectDeskSessions = (db: Database, accountId: AccountId): Promise<DeskSessionRow[]> =>
  db
    .selectFrom('desk_session')
    .select(['id', 'signed_in_at', 'last_used_at', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', new Date())
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** When accounts last used the desk, for joins in slices: columns `account_id` and `last_used_at`. */
export const deskUses: Relation = sql`(
  select account_id, max(last_used_at) as last_used_at from desk_session where expires_at > now() group by account_id)`;

/** @returns false if the account has no such session */
export const deleteDeskSession = async (trx: Database, accountId: AccountId, id: number): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('desk_session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Ends a session whose key somebody has. */
export const deleteDeskSessionByKey = async (trx: Database, keyHash: Buffer): Promise<void> => {
  await trx.deleteFrom('desk_session').where('key_hash', '=', keyHash).execute();
};

/** Records that a second factor was proven. */
export const updateVerifiedAt = async (trx: Database, sessionId: number, verifiedAt: Date): Promise<void> => {
  await trx.updateTable('desk_session').set({ verified_at: verifiedAt }).where('id', '=', sessionId).execute();
};

/** The account has no second factor any more, so no session has proven one. */
export const clearVerification = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx.updateTable('desk_session').set({ verified_at: null }).where('account_id', '=', accountId).execute();
};

export const deleteExpiredDeskSessions = async (db: Database): Promise<void> => {
  await db.deleteFrom('desk_session').where('expires_at', '<=', new Date()).execute();
};
