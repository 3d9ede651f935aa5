import type { Login } from '@sokuwa/contract/account/account.schemas.ts';
import type { Factor } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import {
  type Access,
  type Identify,
  type LoginRefused,
  lockAccount,
  logInWith,
  selectContact,
} from '../account/index.ts';
import { queueMail } from '../mail/index.ts';
import { accountActor, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import {
  deleteChallenge,
  selectChallenge,
  takeChallenge,
  updateChallenge,
  upsertChallenge,
} from '../platform/desk-challenges.ts';
import {
  clearVerification,
  closeDeskSessions,
  type DeskSession,
  deleteDeskSession,
  deleteDeskSessionByKey,
  getVerifiedUntil,
  openDeskSession,
  updateVerifiedAt,
} from '../platform/desk-sessions.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { AccountId } from '../platform/ids.ts';
import type { RateLimit } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { createToken, hashToken, isToken } from '../platform/tokens.ts';
import {
  acceptCode,
  acceptPasskey,
  acceptTotp,
  createPasskeyOffer,
  createPasskeyRequest,
  createRecoveryCodes,
  hasSecondFactor,
  isTotpCode,
  type RelyingParty,
  readFactors,
  startTotp,
  storePasskey,
} from './second-factors.service.ts';
import * as factors from './second-factors.sql.ts';

/** What sign-ins and changes of second factors need. */
export type DeskAccess = Access & { encryption: Encryption | undefined; relyingParty: RelyingParty };

/** The browser of a sign-in: what it says it is, and the key of a session that the new one replaces there. */
export type Browser = { userAgent: string; session: string | undefined };

/** What a sign-in has led to: a session, or a second factor has to be proven. The keys are for cookies. */
export type SignInStep = { session: string } | { pending: string; factors: Factor[] };

/** How long a sign-in waits for its second factor, and a passkey's challenge for its answer. */
export const PENDING_SECONDS = 600;
const MAX_PASSKEYS = 20;
/**
 * A code has six digits, and three of them are valid at a time. Recovery codes do not count: they have 128 bits, and whoever has only the
 * password must not lock out the person.
 */
const CODE_LIMIT: RateLimit = { action: 'desk code', maxAttempts: 10, windowSeconds: 900 };
/** A year of guessing finds a code with a probability of 3 %. */
const DAILY_CODE_LIMIT: RateLimit = { action: 'desk code of a day', maxAttempts: 30, windowSeconds: 86_400 };

type Throttled = Refused<'too_many_requests'>;
type MailChange = Parameters<typeof queueSecurityMail>[2];

const expiresAt = (): Date => new Date(Date.now() + PENDING_SECONDS * 1000);

/** Writes into the audit log what a person does with their own access. */
const recordAccess = (trx: Database, accountId: AccountId, action: string, after?: object): Promise<void> => {
  const actor = accountActor(accountId);
  return recordAudit(trx, { actor }, { action, subject: actor, ...(after && { after }) });
};

const queueSecurityMail = async (
  { publicUrl }: DeskAccess,
  trx: Database,
  change:
    | 'passkey_added'
    | 'passkey_removed'
    | 'totp_added'
    | 'totp_removed'
    | 'recovery_codes_created'
    | 'recovery_code_used'
    | 'codes_limited',
  accountId: AccountId,
  key?: string,
): Promise<void> => {
  const { email: to, first_name } = await selectContact(trx, accountId);
  const codes_left = await factors.countRecoveryCodes(trx, accountId);
  await queueMail(trx, {
    kind: 'desk_security',
    to,
    first_name,
    change,
    codes_left,
    link: `${publicUrl}/forgot-password`,
    ...(key !== undefined && { key }),
  });
};

/** Opens a session after the last proof. @param how for the audit log */
const openSession = async (
  trx: Database,
  accountId: AccountId,
  { verified, browser, how }: { verified: boolean; browser: Browser; how: string },
): Promise<{ session: string }> => {
  const { userAgent, session } = browser;
  // It would stay open without a browser that has its key.
  if (session && isToken(session)) await deleteDeskSessionByKey(trx, hashToken(session));
  await recordAccess(trx, accountId, 'desk sign-in', { how, user_agent: userAgent.slice(0, 300) });
  return { session: await openDeskSession(trx, accountId, { verified, userAgent }) };
};

/**
 * Signs in to the desk by email and password (STAFF-6).
 * @returns a session, or the second factors of which one has to be proven; refusals as `logInWith`
 */
export const signIn = (
  access: DeskAccess,
  login: Login,
  { ipAddress, browser }: { ipAddress: string; browser: Browser },
  identify: Identify,
): Promise<SignInStep | LoginRefused> =>
  logInWith<SignInStep>(access, login, ipAddress, identify, async (trx, accountId) => {
    const proofs = await readFactors(trx, accountId);
    if (proofs.length === 0) return openSession(trx, accountId, { verified: false, browser, how: 'password' });
    const pending = createToken();
    await upsertChallenge(trx, {
      key_hash: hashToken(pending),
      purpose: 'sign_in',
      account_id: accountId,
      challenge: null,
      expires_at: expiresAt(),
    });
    return { pending, factors: proofs };
  });

const limitedCodes = (accountId: AccountId) => {
  const key = accountActor(accountId);
  return { soon: { limit: CODE_LIMIT, key }, daily: { limit: DAILY_CODE_LIMIT, key } };
};

/**
 * Counts a code of the authenticator app, of which too many wrong ones of a day are mailed. A new password does not clear the count, because
 * whoever reads the mails must not get more attempts by it.
 */
const throttleCode = async (access: DeskAccess, accountId: AccountId, code: string): Promise<Throttled | undefined> => {
  if (!isTotpCode(code)) return undefined;
  const { soon, daily } = limitedCodes(accountId);
  const throttled = await access.rateLimiter.consume(soon);
  if (throttled) return throttled;
  const throttledToday = await access.rateLimiter.consume(daily);
  if (throttledToday) {
    const key = `${accountId} ${new Date().toISOString().slice(0, 10)}`;
    await access.db.transaction().execute((trx) => queueSecurityMail(access, trx, 'codes_limited', accountId, key));
  }
  return throttledToday;
};
/** Takes back a counted code that was right. */
const releaseCode = async ({ rateLimiter }: DeskAccess, accountId: AccountId, code: string): Promise<void> => {
  if (!isTotpCode(code)) return;
  const { soon, daily } = limitedCodes(accountId);
  await rateLimiter.release({ ...soon, all: true }, daily);
};

/** Accepts a code, and mails when it was a recovery code. */
const proveCode = async (
  access: DeskAccess,
  trx: Database,
  accountId: AccountId,
  code: string,
): Promise<'totp' | 'recovery_code' | Refused<'code_wrong'>> => {
  await lockAccount(trx, accountId);
  const accepted = await acceptCode(trx, access.encryption, { accountId, code });
  if (!accepted) return refuse('code_wrong');
  if (accepted === 'recovery_code') await queueSecurityMail(access, trx, 'recovery_code_used', accountId);
  return accepted;
};

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code.
 * @param pending the key of the sign-in's cookie
 */
export const completeWithCode = async (
  access: DeskAccess,
  pending: string | undefined,
  { code, browser }: { code: string; browser: Browser },
  identify: Identify,
): Promise<{ session: string } | Throttled | Refused<'sign_in_expired' | 'code_wrong'>> => {
  if (!pending || !isToken(pending)) return refuse('sign_in_expired');
  const keyHash = hashToken(pending);
  const found = await selectChallenge(access.db, keyHash, 'sign_in');
  if (!found?.account_id) return refuse('sign_in_expired');
  const { account_id: accountId } = found;
  identify(accountId);
  const throttled = await throttleCode(access, accountId, code);
  if (throttled) return throttled;
  const completed = await access.db.transaction().execute(async (trx) => {
    const how = await proveCode(access, trx, accountId, code);
    if (isRefused(how)) return how;
    // Another request has completed the sign-in.
    if (!(await deleteChallenge(trx, keyHash, 'sign_in'))) return refuse('sign_in_expired');
    return openSession(trx, accountId, { verified: true, browser, how });
  });
  if (!isRefused(completed)) await releaseCode(access, accountId, code);
  return completed;
};

/**
 * Begins a sign-in with a passkey. One that has ended meanwhile, as with a new password, begins without its account.
 * @param pending the key of a sign-in that needs a second factor, if there is one
 * @returns the options for the browser, and the key for the cookie
 */
export const startPasskey = async (
  { db, relyingParty }: DeskAccess,
  pending: string | undefined,
): Promise<{ options: Record<string, unknown>; pending: string }> => {
  const keyHash = pending && isToken(pending) ? hashToken(pending) : undefined;
  const known = keyHash && (await selectChallenge(db, keyHash, 'sign_in'));
  if (pending && known) {
    const options = await createPasskeyRequest(db, relyingParty, known.account_id ?? undefined);
    if (await updateChallenge(db, known.key_hash, options.challenge)) return { options: { ...options }, pending };
  }
  const options = await createPasskeyRequest(db, relyingParty, undefined);
  const key = createToken();
  await upsertChallenge(db, {
    key_hash: hashToken(key),
    purpose: 'sign_in',
    account_id: null,
    challenge: options.challenge,
    expires_at: expiresAt(),
  });
  return { options: { ...options }, pending: key };
};

/** Signs in, or completes a sign-in, with a passkey (STAFF-7). @param pending the key of the sign-in's cookie */
export const completeWithPasskey = async (
  { db, relyingParty }: DeskAccess,
  pending: string | undefined,
  { answer, browser }: { answer: unknown; browser: Browser },
  identify: Identify,
): Promise<{ session: string } | Refused<'sign_in_expired' | 'passkey_refused'>> => {
  if (!pending || !isToken(pending)) return refuse('sign_in_expired');
  const keyHash = hashToken(pending);
  // Outside the transaction, so that a refused answer cannot be tried again.
  const found = await takeChallenge(db, keyHash, 'sign_in');
  if (!found?.challenge) return refuse('sign_in_expired');
  const expected = { challenge: found.challenge, accountId: found.account_id ?? undefined };
  identify(expected.accountId);
  return db.transaction().execute(async (trx) => {
    const accountId = await acceptPasskey(trx, relyingParty, answer, expected);
    if (accountId === undefined) return refuse('passkey_refused');
    identify(accountId);
    if (!(await deleteChallenge(trx, keyHash, 'sign_in'))) return refuse('sign_in_expired');
    return openSession(trx, accountId, { verified: true, browser, how: 'passkey' });
  });
};

export const signOut = (db: Database, { accountId, id }: DeskSession): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await deleteDeskSession(trx, accountId, id);
    await recordAccess(trx, accountId, 'desk sign-out');
  });

/** Ends one of the account's sessions. @returns not_found if it has no such session */
export const endSession = (
  db: Database,
  { accountId }: DeskSession,
  sessionId: number,
): Promise<undefined | Refused<'not_found'>> =>
  db.transaction().execute(async (trx) => {
    if (!(await deleteDeskSession(trx, accountId, sessionId))) return refuse('not_found');
    await recordAccess(trx, accountId, 'desk end-session', { session: sessionId });
    return undefined;
  });

/** Proves the second factor again, with a code. */
export const verifyWithCode = async (
  access: DeskAccess,
  { accountId, id }: DeskSession,
  code: string,
): Promise<Date | Throttled | Refused<'code_wrong'>> => {
  const throttled = await throttleCode(access, accountId, code);
  if (throttled) return throttled;
  const verified = await access.db.transaction().execute(async (trx) => {
    const accepted = await proveCode(access, trx, accountId, code);
    if (isRefused(accepted)) return accepted;
    const now = new Date();
    await updateVerifiedAt(trx, id, now);
    return now;
  });
  if (!isRefused(verified)) await releaseCode(access, accountId, code);
  return verified;
};

/** Stores a challenge for a session. */
const keepChallenge = (
  db: Database,
  { key, accountId }: DeskSession,
  purpose: 'verify' | 'enrol',
  challenge: string,
): Promise<void> =>
  upsertChallenge(db, { key_hash: key, purpose, account_id: accountId, challenge, expires_at: expiresAt() });

/** @returns the options for the browser to prove one of the account's passkeys again */
export const startVerification = async (
  { db, relyingParty }: DeskAccess,
  session: DeskSession,
): Promise<{ options: Record<string, unknown> }> => {
  const options = await createPasskeyRequest(db, relyingParty, session.accountId);
  await keepChallenge(db, session, 'verify', options.challenge);
  return { options: { ...options } };
};

/** Proves the second factor again, with a passkey. */
export const verifyWithPasskey = async (
  { db, relyingParty }: DeskAccess,
  { id, key, accountId }: DeskSession,
  answer: unknown,
): Promise<Date | Refused<'sign_in_expired' | 'passkey_refused'>> => {
  const found = await takeChallenge(db, key, 'verify');
  if (!found?.challenge) return refuse('sign_in_expired');
  const { challenge } = found;
  return db.transaction().execute(async (trx) => {
    if ((await acceptPasskey(trx, relyingParty, answer, { challenge, accountId })) === undefined)
      return refuse('passkey_refused');
    const now = new Date();
    await updateVerifiedAt(trx, id, now);
    return now;
  });
};

/** Runs a change of second factors, one at a time for each account. @returns verification_required as `getVerifiedUntil` */
const changeFactors = <T>(
  db: Database,
  session: DeskSession,
  change: (trx: Database, hadFactor: boolean) => Promise<T>,
): Promise<T | Refused<'verification_required'>> =>
  db.transaction().execute(async (trx) => {
    await lockAccount(trx, session.accountId);
    const hadFactor = await hasSecondFactor(trx, session.accountId);
    if (getVerifiedUntil(session, hadFactor) === null) return refuse('verification_required');
    return change(trx, hadFactor);
  });

/**
 * After a factor was added. The first one makes recovery codes, and ends the other sessions, which have not proven it.
 * @returns the recovery codes if it is the first one
 */
const afterAdding = async (
  access: DeskAccess,
  trx: Database,
  { id, accountId }: DeskSession,
  { change, hadFactor }: { change: MailChange; hadFactor: boolean },
): Promise<string[]> => {
  await updateVerifiedAt(trx, id, new Date());
  await recordAccess(trx, accountId, `desk ${change.replaceAll('_', '-')}`);
  await queueSecurityMail(access, trx, change, accountId);
  if (hadFactor) return [];
  await closeDeskSessions(trx, accountId, id);
  return createRecoveryCodes(trx, accountId);
};

/**
 * After a factor was removed: whoever signed in with it is signed out. Without a factor, recovery codes are of no use, and the session has
 * proven none.
 */
const afterRemoving = async (
  access: DeskAccess,
  trx: Database,
  { id, accountId }: DeskSession,
  change: MailChange,
): Promise<void> => {
  await recordAccess(trx, accountId, `desk ${change.replaceAll('_', '-')}`);
  await queueSecurityMail(access, trx, change, accountId);
  await closeDeskSessions(trx, accountId, id);
  if (await hasSecondFactor(trx, accountId)) return;
  await factors.replaceRecoveryCodes(trx, accountId, []);
  await clearVerification(trx, accountId);
};

/** @returns the options for a new passkey; too_many_passkeys */
export const startNewPasskey = (
  { db, relyingParty }: DeskAccess,
  session: DeskSession,
): Promise<{ options: Record<string, unknown> } | Refused<'verification_required' | 'too_many_passkeys'>> =>
  changeFactors(db, session, async (trx) => {
    const { accountId } = session;
    if ((await factors.selectPasskeys(trx, accountId)).length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
    const { email, first_name, last_name } = await selectContact(trx, accountId);
    const name = `${first_name} ${last_name}`.trim();
    const options = await createPasskeyOffer(trx, relyingParty, { accountId, email, name });
    await keepChallenge(trx, session, 'enrol', options.challenge);
    return { options: { ...options } };
  });

/** Adds a passkey. @returns the recovery codes if it is the first second factor */
export const addPasskey = async (
  access: DeskAccess,
  session: DeskSession,
  { answer, label }: { answer: unknown; label: string },
): Promise<
  string[] | Refused<'verification_required' | 'sign_in_expired' | 'passkey_refused' | 'too_many_passkeys'>
> => {
  const { db, relyingParty } = access;
  const found = await takeChallenge(db, session.key, 'enrol');
  if (!found?.challenge) return refuse('sign_in_expired');
  const { challenge } = found;
  return changeFactors(db, session, async (trx, hadFactor) => {
    const { accountId } = session;
    if ((await factors.selectPasskeys(trx, accountId)).length >= MAX_PASSKEYS) return refuse('too_many_passkeys');
    if (!(await storePasskey(trx, relyingParty, answer, { accountId, challenge, label })))
      return refuse('passkey_refused');
    return afterAdding(access, trx, session, { change: 'passkey_added', hadFactor });
  });
};

/** Removes a passkey. @returns not_found if the account has no such passkey */
export const removePasskey = (
  access: DeskAccess,
  session: DeskSession,
  passkeyId: string,
): Promise<undefined | Refused<'verification_required' | 'not_found'>> =>
  changeFactors(access.db, session, async (trx) => {
    if (!(await factors.deletePasskey(trx, session.accountId, passkeyId))) return refuse('not_found');
    await afterRemoving(access, trx, session, 'passkey_removed');
    return undefined;
  });

/** Creates the secret of an authenticator app. @returns totp_exists if one is used already; encryption_unavailable */
export const createTotp = (
  { db, encryption }: DeskAccess,
  session: DeskSession,
): Promise<
  { secret: string; uri: string } | Refused<'verification_required' | 'totp_exists' | 'encryption_unavailable'>
> =>
  changeFactors(db, session, async (trx) => {
    const { accountId } = session;
    if ((await factors.selectTotp(trx, accountId))?.confirmed_at) return refuse('totp_exists');
    if (!encryption) return refuse('encryption_unavailable');
    const { email } = await selectContact(trx, accountId);
    return startTotp(trx, encryption, { accountId, email });
  });

/** Makes the authenticator app count, with its first code. @returns the recovery codes if it is the first second factor */
export const confirmTotp = async (
  access: DeskAccess,
  session: DeskSession,
  code: string,
): Promise<string[] | Throttled | Refused<'verification_required' | 'totp_missing' | 'code_wrong'>> => {
  const { accountId } = session;
  const throttled = await throttleCode(access, accountId, code);
  if (throttled) return throttled;
  const confirmed = await changeFactors(access.db, session, async (trx, hadFactor) => {
    const row = await factors.selectTotp(trx, accountId);
    if (!row || row.confirmed_at) return refuse('totp_missing');
    if (!(await acceptTotp(trx, access.encryption, { accountId, code, unconfirmed: true })))
      return refuse('code_wrong');
    return afterAdding(access, trx, session, { change: 'totp_added', hadFactor });
  });
  if (!isRefused(confirmed)) await releaseCode(access, accountId, code);
  return confirmed;
};

/** Removes the authenticator app, if there is one. */
export const removeTotp = (
  access: DeskAccess,
  session: DeskSession,
): Promise<undefined | Refused<'verification_required'>> =>
  changeFactors(access.db, session, async (trx) => {
    if (await factors.deleteTotp(trx, session.accountId)) await afterRemoving(access, trx, session, 'totp_removed');
    return undefined;
  });

/** Creates recovery codes in place of the former ones. @returns verification_required also without a second factor, for which they stand in */
export const renewRecoveryCodes = (
  access: DeskAccess,
  session: DeskSession,
): Promise<string[] | Refused<'verification_required'>> =>
  changeFactors(access.db, session, async (trx, hadFactor) => {
    if (!hadFactor) return refuse('verification_required');
    const { accountId } = session;
    const codes = await createRecoveryCodes(trx, accountId);
    await recordAccess(trx, accountId, 'desk recovery-codes');
    await queueSecurityMail(access, trx, 'recovery_codes_created', accountId);
    return codes;
  });
