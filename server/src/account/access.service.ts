import { normalPassword } from '@sokuwa/contract/account/account.rules.ts';
import type { Login, NewPassword, Register, SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { networkOf, type RateLimit, type RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { closeSessions, openSession } from '../platform/sessions.ts';
import { refusePassword, uidOf } from './account.rules.ts';
import * as store from './account.sql.ts';
import type { LinkPurpose } from './mail-links.sql.ts';
import { type Link, type LinkRefused, makeLink, openLink, spendLink } from './mail-links.ts';
import type { Passwords } from './passwords.ts';

export type Access = {
  db: Database;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  /** Where mailed links lead: the shop's origin, without a final slash. */
  publicUrl: string;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/**
 * What one network address, and one e-mail address, may try. An address may be a whole town behind its carrier, so it
 * may more. A login that succeeds starts its account's count anew: only failures add up (docs/decisions/sessions-and-sign-in.md).
 */
const LIMITS = {
  login: {
    address: { maxAttempts: 100, windowSeconds: 15 * MINUTE },
    account: { maxAttempts: 10, windowSeconds: 15 * MINUTE },
  },
  register: { address: { maxAttempts: 30, windowSeconds: HOUR }, account: { maxAttempts: 10, windowSeconds: HOUR } },
  resend: { address: { maxAttempts: 30, windowSeconds: HOUR }, account: { maxAttempts: 5, windowSeconds: HOUR } },
  reset: { address: { maxAttempts: 30, windowSeconds: HOUR }, account: { maxAttempts: 5, windowSeconds: HOUR } },
} satisfies Record<string, Record<'address' | 'account', Omit<RateLimit, 'action'>>>;

const limit = (action: keyof typeof LIMITS, by: 'address' | 'account'): RateLimit => ({
  action: `${action} by ${by}`,
  ...LIMITS[action][by],
});
const accountKey = (email: string): string => email.toLowerCase();

type Throttled = Refused<'too_many_requests'>;
const throttle = async (
  { rateLimiter }: Access,
  action: keyof typeof LIMITS,
  email: string,
  address: string,
): Promise<Throttled | undefined> =>
  (await rateLimiter.consume(limit(action, 'address'), networkOf(address))) ??
  (await rateLimiter.consume(limit(action, 'account'), accountKey(email)));

/** Makes a link and queues the mail that carries it. The account must be locked, or new. */
const mailLink = async (
  { publicUrl }: Access,
  trx: Database,
  account: store.CredentialRow,
  purpose: LinkPurpose,
): Promise<void> => {
  const token = await makeLink(trx, account.id, purpose);
  const uid = uidOf(account.public_id);
  const path = {
    verify_email: `/verify-email/${uid}/${token}`,
    reset_password: `/reset-password/?uid=${uid}&token=${token}`,
  };
  const { email: to, first_name } = account;
  await queueMail(trx, { kind: purpose, to, first_name, link: publicUrl + path[purpose] });
};

/** What PostgreSQL takes as text; whatever else was typed is nobody's address. */
const isText = (text: string): boolean => !text.includes('\0');

/**
 * Signs in by e-mail and password.
 * @param address where the request comes from
 * @returns the session's tokens; login_failed alike, and as late, for a wrong password and an unknown address;
 *   email_not_verified only to whoever knows the password
 */
export const logIn = async (
  access: Access,
  { email, password }: Login,
  address: string,
): Promise<SignedIn | Throttled | Refused<'login_failed' | 'email_not_verified' | 'too_busy'>> => {
  const { db, passwords, rateLimiter } = access;
  const throttled = await throttle(access, 'login', email, address);
  if (throttled) return throttled;
  const account = isText(email) ? await store.selectByEmail(db, email) : undefined;
  // Too long to be anybody's; to hash what has no end would keep others waiting.
  const attempt = refusePassword(password)?.refused === 'password_too_long' ? '' : password;
  const right = await passwords.verify(account?.password_hash, attempt);
  if (isRefused(right)) return right;
  if (!right || !account?.password_hash) return refuse('login_failed');
  if (!account.verified_at) return refuse('email_not_verified');
  const known = account.password_hash;
  const rehashed = passwords.isOutdated(known) ? await passwords.hash(password) : undefined;
  const signedIn = await db.transaction().execute(async (trx) => {
    const locked = await store.lockCredentials(trx, { id: account.id });
    // The password was changed while this one was checked: nothing may be opened by the old one.
    if (locked?.password_hash !== known) return refuse('login_failed');
    if (typeof rehashed === 'string') await store.updateAccount(trx, account.id, { password_hash: rehashed });
    return openSession(trx, account.id);
  });
  if (!isRefused(signedIn)) await rateLimiter.reset(limit('login', 'account'), accountKey(email));
  return signedIn;
};

/**
 * Makes an account that opens nothing until its address is verified, and mails it the link.
 * @returns undefined when it is made; email_exists also when somebody else registers the address at the same moment
 */
export const register = async (
  access: Access,
  input: Register,
  address: string,
): Promise<
  | undefined
  | Throttled
  | Refused<'email_exists' | 'passwords_differ' | 'password_too_short' | 'password_too_long' | 'too_busy'>
> => {
  const { db, passwords } = access;
  const { email, first_name, last_name, password, confirm_password } = input;
  const refused = refusePassword(password);
  if (refused) return refused;
  if (normalPassword(password) !== normalPassword(confirm_password)) return refuse('passwords_differ');
  const throttled = await throttle(access, 'register', email, address);
  if (throttled) return throttled;
  // Told before the work of hashing; who comes between is told by the insert.
  if (await store.selectByEmail(db, email)) return refuse('email_exists');
  const password_hash = await passwords.hash(password);
  if (isRefused(password_hash)) return password_hash;
  return db.transaction().execute(async (trx) => {
    const account = await store.insertAccount(trx, { email, first_name, last_name, password_hash });
    if (!account) return refuse('email_exists');
    await mailLink(access, trx, account, 'verify_email');
    return undefined;
  });
};

/** Verifies an e-mail address. @returns undefined when it is done, or what is wrong with the link */
export const verifyEmail = ({ db }: Access, link: Link): Promise<LinkRefused | undefined> =>
  db.transaction().execute(async (trx) => {
    const account = await openLink(trx, 'verify_email', link);
    if (isRefused(account)) return account;
    await spendLink(trx, 'verify_email', account.id, link);
    await store.updateAccount(trx, account.id, { verified_at: account.verified_at ?? new Date() });
    const { email: to, first_name, public_id: key } = account;
    await queueMail(trx, { kind: 'welcome', to, first_name, key });
    return undefined;
  });

/** Mails a new link to whoever `wanted` says; undefined when it is queued, false when the address has no such account. */
const mailNewLink = async (
  access: Access,
  purpose: LinkPurpose,
  email: string,
  wanted: (account: store.CredentialRow) => boolean,
): Promise<false | undefined> =>
  access.db.transaction().execute(async (trx) => {
    const found = await store.selectByEmail(trx, email);
    const account = found && (await store.lockCredentials(trx, { id: found.id }));
    if (!account || !wanted(account)) return false;
    await mailLink(access, trx, account, purpose);
    return undefined;
  });

/** Mails the link that verifies an address again. @returns undefined when it is queued */
export const resendVerification = async (
  access: Access,
  email: string,
  address: string,
): Promise<undefined | Throttled | Refused<'not_found_or_active'>> => {
  const throttled = await throttle(access, 'resend', email, address);
  if (throttled) return throttled;
  const mailed = await mailNewLink(access, 'verify_email', email, ({ verified_at }) => verified_at === null);
  return mailed === false ? refuse('not_found_or_active') : undefined;
};

/** Mails a link that sets a new password. @returns undefined when it is queued */
export const requestPasswordReset = async (
  access: Access,
  email: string,
  address: string,
): Promise<undefined | Throttled | Refused<'email_not_found'>> => {
  const throttled = await throttle(access, 'reset', email, address);
  if (throttled) return throttled;
  const mailed = await mailNewLink(access, 'reset_password', email, () => true);
  return mailed === false ? refuse('email_not_found') : undefined;
};

/**
 * Sets a new password by a mailed link, and signs the account out everywhere. It verifies nothing: an address that was
 * not verified still has to be, by its own link.
 * @returns undefined when it is done
 */
export const confirmPasswordReset = async (
  { db, passwords, rateLimiter }: Access,
  { new_password, ...link }: NewPassword,
): Promise<undefined | LinkRefused | Refused<'password_too_short' | 'password_too_long' | 'too_busy'>> => {
  const refused = refusePassword(new_password);
  if (refused) return refused;
  // Before the work of hashing: whoever has no link makes none.
  const found = await db.transaction().execute((trx) => openLink(trx, 'reset_password', link));
  if (isRefused(found)) return found;
  const password_hash = await passwords.hash(new_password);
  if (isRefused(password_hash)) return password_hash;
  const refusedNow = await db.transaction().execute(async (trx) => {
    const account = await openLink(trx, 'reset_password', link);
    if (isRefused(account)) return account;
    await spendLink(trx, 'reset_password', account.id, link);
    await store.updateAccount(trx, account.id, { password_hash });
    await closeSessions(trx, account.id);
    return undefined;
  });
  // Whoever forgot it has tried too often, perhaps.
  if (!refusedNow) await rateLimiter.reset(limit('login', 'account'), accountKey(found.email));
  return refusedNow;
};
