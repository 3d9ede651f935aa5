import { normalizePassword } from '@sokuwa/contract/account/account.rules.ts';
import type { Login, NewPassword, Register, SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { queryString } from '@sokuwa/contract/endpoint.ts';
import type { Config } from '../config.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { getNetwork, type RateLimit, type RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { closeSessions, openSession } from '../platform/sessions.ts';
import { hashToken, isToken } from '../platform/tokens.ts';
import { uidOf, validatePassword } from './account.rules.ts';
import * as store from './account.sql.ts';
import type { Identify } from './account-events.ts';
import { isGuessable } from './guessable-passwords.ts';
import type { LinkPurpose } from './mail-links.sql.ts';
import { consumeLink, createLink, type Link, type LinkRefused, verifyLink } from './mail-links.ts';
import type { Passwords } from './passwords.ts';

export type Access = {
  config: Pick<Config, 'registrationsPerHour' | 'mailsPerHour' | 'unverifiedAccountDays'>;
  db: Database;
  passwords: Passwords;
  rateLimiter: RateLimiter;
  /** The shop's origin, without a trailing slash. Base of the links in mails. */
  publicUrl: string;
  /** Whether an account has a second factor for the desk. */
  hasSecondFactor(db: Database, accountId: AccountId): Promise<boolean>;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
type Limit = Omit<RateLimit, 'action'>;
/** Limits of one network, of one email address from one network, and of one email address from all networks. */
type Limits = { network: Limit; accountAndNetwork: Limit; account: Limit };
/**
 * A stranger can fail logins on purpose, so failures from one network must not lock an account elsewhere; at most 100
 * failures per account and hour is the limit of OWASP ASVS (docs/decisions/sessions-and-sign-in.md).
 */
const LOGIN_LIMITS: Limits = {
  network: { maxAttempts: 100, windowSeconds: 15 * MINUTE },
  accountAndNetwork: { maxAttempts: 10, windowSeconds: 15 * MINUTE },
  account: { maxAttempts: 100, windowSeconds: HOUR },
};
/**
 * The limit by email alone is this many times higher, so that a stranger in one network cannot use up the links or
 * registrations of a person elsewhere.
 */
const MAX_NETWORKS_PER_EMAIL = { mail: 4, registration: 8 };
/**
 * Low by email, high by network, because many people share a network (carrier-grade NAT). The limit by network stops
 * senders to many addresses. They are settings, because at an event many people may register behind one IP address.
 */
const getHourlyLimits = (
  { network, email }: { network: number; email: number },
  maxNetworksPerEmail: number,
): Limits => ({
  network: { maxAttempts: network, windowSeconds: HOUR },
  accountAndNetwork: { maxAttempts: email, windowSeconds: HOUR },
  account: { maxAttempts: email * maxNetworksPerEmail, windowSeconds: HOUR },
});
type Action = 'login' | 'register' | 'resend' | 'reset';

const getLimits = ({ mailsPerHour, registrationsPerHour }: Access['config'], action: Action): Limits => {
  if (action === 'login') return LOGIN_LIMITS;
  return action === 'register'
    ? getHourlyLimits(registrationsPerHour, MAX_NETWORKS_PER_EMAIL.registration)
    : getHourlyLimits(mailsPerHour, MAX_NETWORKS_PER_EMAIL.mail);
};

const accountKey = (email: string): string => email.toLowerCase();

/** Returns the limits that apply to one attempt, each with its counting key. */
const getLimitedKeys = ({ config }: Access, action: Action, email: string, ipAddress: string) => {
  const [account, network] = [accountKey(email), getNetwork(ipAddress)];
  const { network: byNetwork, accountAndNetwork, account: byAccount } = getLimits(config, action);
  return {
    network: { limit: { action: `${action} by network`, ...byNetwork }, key: network },
    accountAndNetwork: {
      limit: { action: `${action} by account and network`, ...accountAndNetwork },
      key: `${account} ${network}`,
      owner: account,
    },
    account: { limit: { action: `${action} by account`, ...byAccount }, key: account, owner: account },
  };
};

type Throttled = Refused<'too_many_requests'>;
/** Counts an attempt. If the limit of the network refuses it, it does not count for the account. */
const throttle = (access: Access, action: Action, email: string, ipAddress: string): Promise<Throttled | undefined> => {
  const { network, accountAndNetwork, account } = getLimitedKeys(access, action, email, ipAddress);
  return access.rateLimiter.consume(network, accountAndNetwork, account);
};

/** Takes back a login attempt. @param isSuccess also clears the failures of this account from this network */
const releaseLogin = async (access: Access, email: string, ipAddress: string, isSuccess: boolean): Promise<void> => {
  const { network, accountAndNetwork, account } = getLimitedKeys(access, 'login', email, ipAddress);
  await access.rateLimiter.release(network, { ...accountAndNetwork, all: isSuccess }, account);
};

/**
 * Creates a link and queues its email. The account must be locked, or inserted in this transaction.
 * @param next the page that the login after it leads to
 */
const mailLink = async (
  { publicUrl }: Access,
  trx: Database,
  account: store.CredentialRow,
  purpose: LinkPurpose,
  next: string | undefined,
): Promise<void> => {
  const token = await createLink(trx, account.id, purpose);
  const uid = uidOf(account.public_id);
  const path = {
    verify_email: `/verify-email/${uid}/${token}${queryString({ next })}`,
    reset_password: `/reset-password/${queryString({ uid, token, next })}`,
  };
  const { email: to, first_name } = account;
  await queueMail(trx, { kind: purpose, to, first_name, link: publicUrl + path[purpose] });
};

/** PostgreSQL rejects text with NUL characters, so no stored address contains one. */
const isText = (text: string): boolean => !text.includes('\0');

/**
 * Verifies the password of a counted login attempt. A too long one is replaced by an empty one: no account has it, and
 * hashing it would delay other requests.
 * @returns too_busy if it was not compared; then the attempt does not count as a failure
 */
const verifyPassword = async (
  access: Access,
  account: store.CredentialRow | undefined,
  { email, password }: Login,
  ipAddress: string,
): Promise<boolean | Refused<'too_busy'>> => {
  const isTooLong = validatePassword(password)?.refused === 'password_too_long';
  const isCorrect = await access.passwords.verify(account?.password_hash, isTooLong ? '' : password);
  if (isRefused(isCorrect)) await releaseLogin(access, email, ipAddress, false);
  return isCorrect;
};

/** Why a sign-in by email and password is refused. */
export type LoginRefused = Throttled | Refused<'login_failed' | 'email_not_verified' | 'too_busy'>;

/**
 * Verifies email and password, and opens a session of some kind.
 * @param ipAddress the client's IP address
 * @param identify receives the account of the address, unless the attempt is refused as one too many
 * @param open runs in the transaction that has verified the password
 * @returns the result of `open`; login_failed, after the same time, for a wrong password and for an unknown address;
 *   email_not_verified only if the password is correct
 */
export const logInWith = async <T>(
  access: Access,
  { email, password }: Login,
  ipAddress: string,
  identify: Identify,
  open: (trx: Database, accountId: AccountId) => Promise<T>,
): Promise<T | LoginRefused> => {
  const { db, passwords } = access;
  const throttled = await throttle(access, 'login', email, ipAddress);
  if (throttled) return throttled;
  const account = isText(email) ? await store.selectByEmail(db, email) : undefined;
  identify(account?.id);
  const isCorrect = await verifyPassword(access, account, { email, password }, ipAddress);
  if (isRefused(isCorrect)) return isCorrect;
  if (!isCorrect || !account?.password_hash) return refuse('login_failed');
  if (!account.verified_at) return refuse('email_not_verified');
  const verifiedHash = account.password_hash;
  const rehashed = passwords.isOutdated(verifiedHash) ? await passwords.hash(password) : undefined;
  const opened = await db.transaction().execute(async (trx) => {
    const locked = await store.lockCredentials(trx, { id: account.id });
    // The password changed during verification: the old one must not open a session.
    if (locked?.password_hash !== verifiedHash) return refuse('login_failed');
    if (typeof rehashed === 'string') await store.updateAccount(trx, account.id, { password_hash: rehashed });
    return open(trx, account.id);
  });
  if (!isRefused(opened)) await releaseLogin(access, email, ipAddress, true);
  return opened;
};

/** Signs in to the shop by email and password. @returns the session's tokens, or the refusals of `logInWith` */
export const logIn = (
  access: Access,
  login: Login,
  ipAddress: string,
  identify: Identify,
): Promise<SignedIn | LoginRefused> => logInWith(access, login, ipAddress, identify, openSession);

/**
 * Creates an account and mails it a verification link. Login is refused until the address is verified.
 * @param options `browserSecret`: stored by the registering browser; `next`: the page to return to after the login
 * @returns undefined on success; email_exists also if a concurrent request registers the address first
 */
export const register = async (
  access: Access,
  input: Register,
  ipAddress: string,
  { browserSecret, next }: { browserSecret: string; next: string | undefined },
): Promise<
  | undefined
  | Throttled
  | Refused<
      | 'email_exists'
      | 'passwords_differ'
      | 'password_too_short'
      | 'password_too_long'
      | 'password_too_common'
      | 'too_busy'
    >
> => {
  const { db, passwords } = access;
  const { email, first_name, last_name, password, confirm_password } = input;
  const refused = validatePassword(password);
  if (refused) return refused;
  if (normalizePassword(password) !== normalizePassword(confirm_password)) return refuse('passwords_differ');
  if (isGuessable(password, email)) return refuse('password_too_common');
  const throttled = await throttle(access, 'register', email, ipAddress);
  if (throttled) return throttled;
  // Check before the expensive hash; the insert detects a concurrent registration.
  if (await store.selectByEmail(db, email)) return refuse('email_exists');
  const password_hash = await passwords.hash(password);
  if (isRefused(password_hash)) return password_hash;
  return db.transaction().execute(async (trx) => {
    const registration_secret_hash = hashToken(browserSecret);
    const columns = { email, first_name, last_name, password_hash, registration_secret_hash };
    const account = await store.insertAccount(trx, columns);
    if (!account) return refuse('email_exists');
    await mailLink(access, trx, account, 'verify_email', next);
    return undefined;
  });
};

/** Consumes the link, verifies the account and queues the welcome email. */
const applyVerification = async (trx: Database, account: store.CredentialRow, link: Link): Promise<void> => {
  await consumeLink(trx, 'verify_email', account.id, link);
  await store.updateAccount(trx, account.id, { verified_at: account.verified_at ?? new Date() });
  const { email: to, first_name, public_id: key } = account;
  await queueMail(trx, { kind: 'welcome', to, first_name, key });
};

/**
 * Whether a stranger may have set the account's password: the address is not verified yet, and another browser
 * registered it.
 */
const mayHaveStrangersPassword = async (
  trx: Database,
  { id, verified_at, password_hash }: store.CredentialRow,
  browserSecret: string | undefined,
): Promise<boolean> => {
  if (verified_at !== null || password_hash === null) return false;
  if (browserSecret === undefined || !isToken(browserSecret)) return true;
  return !(await store.isRegistrationSecret(trx, id, hashToken(browserSecret)));
};

/**
 * Verifies an email address (docs/decisions/sessions-and-sign-in.md).
 * @param options `requireSameBrowser`: refuses all browsers except the one that registered; `browserSecret`: what the
 *   browser sent
 * @returns undefined on success, or why the link is refused; password_required in another browser
 */
export const verifyEmail = (
  { db }: Access,
  link: Link,
  { requireSameBrowser, browserSecret }: { requireSameBrowser: boolean; browserSecret: string | undefined },
  identify: Identify,
): Promise<LinkRefused | Refused<'password_required'> | undefined> =>
  db.transaction().execute(async (trx) => {
    const account = await verifyLink(trx, 'verify_email', link, identify);
    if (isRefused(account)) return account;
    if (requireSameBrowser && (await mayHaveStrangersPassword(trx, account, browserSecret)))
      return refuse('password_required');
    await applyVerification(trx, account, link);
    return undefined;
  });

/**
 * Verifies an email address with the account's password, in any browser. A wrong password counts as a failed login.
 * @returns undefined on success, or why the link or the password is refused
 */
export const verifyEmailWithPassword = async (
  access: Access,
  link: Link,
  password: string,
  ipAddress: string,
  identify: Identify,
): Promise<undefined | LinkRefused | Throttled | Refused<'password_wrong' | 'too_busy'>> => {
  const { db } = access;
  // Check the link before the expensive hash.
  const found = await db.transaction().execute((trx) => verifyLink(trx, 'verify_email', link, identify));
  if (isRefused(found)) return found;
  const throttled = await throttle(access, 'login', found.email, ipAddress);
  if (throttled) return throttled;
  const isCorrect = await verifyPassword(access, found, { email: found.email, password }, ipAddress);
  if (isRefused(isCorrect)) return isCorrect;
  if (!isCorrect) return refuse('password_wrong');
  const refused = await db.transaction().execute(async (trx) => {
    const account = await verifyLink(trx, 'verify_email', link, identify);
    if (isRefused(account)) return account;
    // The password was changed while it was being verified.
    if (account.password_hash !== found.password_hash) return refuse('password_wrong');
    await applyVerification(trx, account, link);
    return undefined;
  });
  if (!refused) await releaseLogin(access, found.email, ipAddress, true);
  return refused;
};

/**
 * Mails a new link to the account with this address.
 * @param identify receives the account with this address
 * @returns undefined when the mail is queued; false if no account has the address or `isEligible` rejects it
 */
const mailNewLink = async (
  access: Access,
  purpose: LinkPurpose,
  email: string,
  next: string | undefined,
  identify: Identify,
  isEligible: (account: store.CredentialRow) => boolean,
): Promise<false | undefined> =>
  access.db.transaction().execute(async (trx) => {
    const found = await store.selectByEmail(trx, email);
    identify(found?.id);
    const account = found && (await store.lockCredentials(trx, { id: found.id }));
    if (!account || !isEligible(account)) return false;
    await mailLink(access, trx, account, purpose, next);
    return undefined;
  });

/** Mails a new verification link. @returns undefined when the mail is queued */
export const resendVerification = async (
  access: Access,
  email: string,
  ipAddress: string,
  next: string | undefined,
  identify: Identify,
): Promise<undefined | Throttled | Refused<'not_found_or_active'>> => {
  const throttled = await throttle(access, 'resend', email, ipAddress);
  if (throttled) return throttled;
  const mailed = await mailNewLink(
    access,
    'verify_email',
    email,
    next,
    identify,
    ({ verified_at }) => verified_at === null,
  );
  return mailed === false ? refuse('not_found_or_active') : undefined;
};

/** Mails a password reset link. @returns undefined when the mail is queued */
export const requestPasswordReset = async (
  access: Access,
  email: string,
  ipAddress: string,
  next: string | undefined,
  identify: Identify,
): Promise<undefined | Throttled | Refused<'email_not_found'>> => {
  const throttled = await throttle(access, 'reset', email, ipAddress);
  if (throttled) return throttled;
  const mailed = await mailNewLink(access, 'reset_password', email, next, identify, () => true);
  return mailed === false ? refuse('email_not_found') : undefined;
};

/**
 * Sets a new password with a mailed link, closes all sessions of the account, and clears its counts of failed logins
 * and requested mails. Second factors stay, and the mail about it says so (STAFF-17). The link proves that the address is theirs, so it also verifies the account and ends the
 * password of a stranger who registered it.
 * @returns undefined on success
 */
export const confirmPasswordReset = async (
  { db, passwords, rateLimiter, publicUrl, hasSecondFactor }: Access,
  { new_password, ...mailedLink }: NewPassword,
  identify: Identify,
): Promise<
  undefined | LinkRefused | Refused<'password_too_short' | 'password_too_long' | 'password_too_common' | 'too_busy'>
> => {
  const refused = validatePassword(new_password);
  if (refused) return refused;
  // Check the link before the expensive hash.
  const found = await db.transaction().execute((trx) => verifyLink(trx, 'reset_password', mailedLink, identify));
  if (isRefused(found)) return found;
  if (isGuessable(new_password, found.email)) return refuse('password_too_common');
  const password_hash = await passwords.hash(new_password);
  if (isRefused(password_hash)) return password_hash;
  const refusedLink = await db.transaction().execute(async (trx) => {
    const account = await verifyLink(trx, 'reset_password', mailedLink, identify);
    if (isRefused(account)) return account;
    await consumeLink(trx, 'reset_password', account.id, mailedLink);
    await store.updateAccount(trx, account.id, { password_hash, verified_at: account.verified_at ?? new Date() });
    await closeSessions(trx, account.id);
    const { email: to, first_name } = account;
    // A passkey that a stranger has added would open the desk without the new password.
    const has_second_factor = await hasSecondFactor(trx, account.id);
    const link = `${publicUrl}/forgot-password`;
    await queueMail(trx, { kind: 'password_changed', to, first_name, link, has_second_factor });
    return undefined;
  });
  // Attempts before the reset must not block the new password.
  if (!refusedLink) await rateLimiter.clear(accountKey(found.email));
  return refusedLink;
};
