import { FORBIDDEN_CHARACTERS, NAME_MAX } from '@sokuwa/contract/account/account.rules.ts';
import { emailOnly } from '@sokuwa/contract/account/account.schemas.ts';
import type { IdentitySignedIn } from '@sokuwa/contract/account/identity.schemas.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { closeSessions, openSession } from '../platform/sessions.ts';
import { createToken, hashToken, isToken } from '../platform/tokens.ts';
import {
  type IdentityCallback,
  type IdentityClaims,
  IdentityError,
  type IdentityPort,
} from '../ports/identity/identity.port.ts';
import { insertAccount, lockCredentials, selectByEmail, updateAccount } from './account.sql.ts';
import type { Identify } from './account-events.ts';
import * as store from './identity.sql.ts';

export type Identities = {
  db: Database;
  /** The identity provider. */
  identity: IdentityPort;
  report: (error: unknown) => void;
  /** The shop's origin, for links in emails. */
  publicUrl: string;
};

/** A started sign-in expires after this time. */
export const SIGN_IN_TIMEOUT_SECONDS = 600;

const REFUSALS = {
  denied: 'identity_denied',
  unavailable: 'identity_provider_unavailable',
  untrusted: 'identity_untrusted',
} as const;
type IdentityRefused = Refused<(typeof REFUSALS)[keyof typeof REFUSALS]>;

/** Awaits a call to the provider and maps its errors to refusals. Reports every error except the user's denial. */
const callProvider = async <T>(report: Identities['report'], call: Promise<T>): Promise<T | IdentityRefused> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.reason !== 'denied') report(error);
    return refuse(REFUSALS[error.reason]);
  }
};

/**
 * Starts a sign-in.
 * @param browser the secret in the browser's cookie, if any; it is reused, so that sign-ins in other tabs stay valid
 * @param next the path to return to
 * @returns the provider's URL for the browser, and the secret to store in its cookie
 */
export const startSignIn = async (
  { db, identity, report }: Identities,
  browser: string | undefined,
  next: string,
): Promise<{ url: string; browser: string } | Refused<'identity_provider_unavailable' | 'identity_untrusted'>> => {
  const startedSignIn = await callProvider(report, identity.startSignIn());
  // The user cannot have denied anything yet, so identity_denied means a provider error.
  if (isRefused(startedSignIn))
    return refuse(
      startedSignIn.refused === 'identity_provider_unavailable'
        ? 'identity_provider_unavailable'
        : 'identity_untrusted',
    );
  const { url, challenge } = startedSignIn;
  const secret = browser && isToken(browser) ? browser : createToken();
  await store.insertChallenge(db, {
    state_hash: hashToken(challenge.state),
    browser_hash: hashToken(secret),
    nonce: challenge.nonce,
    verifier: challenge.verifier,
    next,
    expires_at: new Date(Date.now() + SIGN_IN_TIMEOUT_SECONDS * 1000),
  });
  return { url, browser: secret };
};

/** Removes the characters that the profile form forbids, and truncates the name to NAME_MAX. */
const sanitizeName = (name: string): string =>
  [...name.replaceAll(new RegExp(FORBIDDEN_CHARACTERS, 'gu'), '')].slice(0, NAME_MAX).join('').trim();

/** Finds the account of a user with a verified address; links or creates it if needed. */
const findOrCreateAccount = async (trx: Database, claims: IdentityClaims, publicUrl: string): Promise<AccountId> => {
  const linkedAccountId = await store.selectLinkedAccountId(trx, claims);
  if (linkedAccountId !== undefined) return linkedAccountId;
  const { email } = claims;
  const names = {
    first_name: sanitizeName(claims.firstName) || email.slice(0, email.indexOf('@')),
    last_name: sanitizeName(claims.lastName),
  };
  const verified_at = new Date();
  const sendWelcome = ({ first_name, public_id: key }: { first_name: string; public_id: string }) =>
    queueMail(trx, { kind: 'welcome', to: email, first_name, key });
  const createdAccount = await insertAccount(trx, { email, ...names, verified_at });
  if (createdAccount) {
    await sendWelcome(createdAccount);
    await store.insertIdentity(trx, claims, createdAccount.id);
    return createdAccount.id;
  }
  const existingAccount = await selectByEmail(trx, email);
  const account = existingAccount && (await lockCredentials(trx, { id: existingAccount.id }));
  // The account was deleted concurrently; the next sign-in creates a new one.
  if (!account) throw new Error('The account was deleted during the sign-in.');
  if (!account.verified_at) {
    // The address was never verified, so a stranger may have registered it. This user takes over the account: replace
    // the names, and remove the password and all sessions.
    await updateAccount(trx, account.id, { ...names, verified_at, password_hash: null });
    await closeSessions(trx, account.id);
    await sendWelcome({ ...account, ...names });
  }
  const isAdded = await store.insertIdentity(trx, claims, account.id);
  if (isAdded && account.verified_at) {
    const { email: to, first_name } = account;
    const link = `${publicUrl}/forgot-password`;
    await queueMail(trx, { kind: 'sign_in_added', to, first_name, provider: 'Google', link });
  }
  return account.id;
};

/**
 * Completes a sign-in: finds the account by the provider's issuer and subject, else by the verified address, else
 * creates one (ACCOUNT-33, ACCOUNT-34).
 * @param callback the parameters of the provider's redirect
 * @param browser the secret in the browser's cookie
 * @param identify receives the account that is signed in
 * @returns the session's tokens and the path to return to; identity_expired if this browser has no pending sign-in with
 *   that state
 */
export const completeSignIn = async (
  { db, identity, report, publicUrl }: Identities,
  callback: IdentityCallback,
  browser: string | undefined,
  identify: Identify,
): Promise<IdentitySignedIn | IdentityRefused | Refused<'identity_expired' | 'identity_unverified'>> => {
  const { state } = callback;
  if (!state || !browser) return refuse('identity_expired');
  const challenge = await store.consumeChallenge(db, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
  });
  if (!challenge) return refuse('identity_expired');
  const claims = await callProvider(report, identity.completeSignIn(callback, { state, ...challenge }));
  if (isRefused(claims)) return claims;
  if (!claims.emailVerified) return refuse('identity_unverified');
  const parsed = emailOnly.safeParse({ email: claims.email });
  if (!parsed.success) {
    report(new Error('The identity provider returned an invalid email address.'));
    return refuse('identity_untrusted');
  }
  const { email } = parsed.data;
  return db.transaction().execute(async (trx) => {
    const accountId = await findOrCreateAccount(trx, { ...claims, email }, publicUrl);
    identify(accountId);
    return { ...(await openSession(trx, accountId)), next: challenge.next };
  });
};
