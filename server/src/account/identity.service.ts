import { NAME_MAX, UNWRITABLE } from '@sokuwa/contract/account/account.rules.ts';
import { emailOnly } from '@sokuwa/contract/account/account.schemas.ts';
import type { IdentitySignedIn } from '@sokuwa/contract/account/identity.schemas.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { closeSessions, openSession } from '../platform/sessions.ts';
import { createToken, hashToken, isToken } from '../platform/tokens.ts';
import { type Answer, IdentityError, type IdentityPort, type Person } from '../ports/identity/identity.port.ts';
import { insertAccount, lockCredentials, selectByEmail, updateAccount } from './account.sql.ts';
import * as store from './identity.sql.ts';

export type Identities = {
  db: Database;
  /** The identity provider. */
  identity: IdentityPort;
  report: (error: unknown) => void;
};

/** Seconds until a started sign-in expires. */
export const PATIENCE = 600;

const REFUSALS = {
  denied: 'identity_denied',
  away: 'identity_provider_unavailable',
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
export const beginLogin = async (
  { db, identity, report }: Identities,
  browser: string | undefined,
  next: string,
): Promise<{ url: string; browser: string } | Refused<'identity_provider_unavailable' | 'identity_untrusted'>> => {
  const request = await callProvider(report, identity.ask());
  // The user cannot have denied anything yet, so identity_denied means a provider error.
  if (isRefused(request))
    return refuse(
      request.refused === 'identity_provider_unavailable' ? 'identity_provider_unavailable' : 'identity_untrusted',
    );
  const { url, challenge } = request;
  const secret = browser && isToken(browser) ? browser : createToken();
  await store.insertChallenge(db, {
    state_hash: hashToken(challenge.state),
    browser_hash: hashToken(secret),
    nonce: challenge.nonce,
    verifier: challenge.verifier,
    next,
    expires_at: new Date(Date.now() + PATIENCE * 1000),
  });
  return { url, browser: secret };
};

/** Removes the characters that the profile form forbids, and truncates the name to NAME_MAX. */
const sanitizeName = (name: string): string =>
  [...name.replaceAll(new RegExp(UNWRITABLE, 'gu'), '')].slice(0, NAME_MAX).join('').trim();

/** Finds the account of a person with a verified address; links or creates it if needed. */
const accountFor = async (trx: Database, person: Person): Promise<AccountId> => {
  const known = await store.selectIdentity(trx, person);
  if (known !== undefined) return known;
  const { email } = person;
  const names = {
    first_name: sanitizeName(person.firstName) || email.slice(0, email.indexOf('@')),
    last_name: sanitizeName(person.lastName),
  };
  const verified_at = new Date();
  const welcome = ({ first_name, public_id: key }: { first_name: string; public_id: string }) =>
    queueMail(trx, { kind: 'welcome', to: email, first_name, key });
  const created = await insertAccount(trx, { email, ...names, verified_at });
  if (created) {
    await welcome(created);
    await store.insertIdentity(trx, person, created.id);
    return created.id;
  }
  const found = await selectByEmail(trx, email);
  const account = found && (await lockCredentials(trx, { id: found.id }));
  // The account was deleted concurrently; the next sign-in creates a new one.
  if (!account) throw new Error('the account went while it was signed in to');
  if (!account.verified_at) {
    // The address was never verified, so a stranger may have registered it. This person takes over the account: replace
    // the names, and remove the password and all sessions.
    await updateAccount(trx, account.id, { ...names, verified_at, password_hash: null });
    await closeSessions(trx, account.id);
    await welcome({ ...account, ...names });
  }
  await store.insertIdentity(trx, person, account.id);
  return account.id;
};

/**
 * Completes a sign-in: finds the account by the provider's issuer and subject, else by the verified address, else
 * creates one (ACCOUNT-33, ACCOUNT-34).
 * @param callback the parameters of the provider's redirect
 * @param browser the secret in the browser's cookie
 * @returns the session's tokens and the path to return to; identity_expired if this browser has no pending sign-in with
 *   that state
 */
export const finishLogin = async (
  { db, identity, report }: Identities,
  callback: Answer,
  browser: string | undefined,
): Promise<IdentitySignedIn | IdentityRefused | Refused<'identity_expired' | 'identity_unverified'>> => {
  const { state } = callback;
  if (!state || !browser) return refuse('identity_expired');
  const challenge = await store.consumeChallenge(db, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
  });
  if (!challenge) return refuse('identity_expired');
  const person = await callProvider(report, identity.check(callback, { state, ...challenge }));
  if (isRefused(person)) return person;
  if (!person.emailVerified) return refuse('identity_unverified');
  const parsed = emailOnly.safeParse({ email: person.email });
  if (!parsed.success) {
    report(new Error('the provider told no e-mail address that a form would take'));
    return refuse('identity_untrusted');
  }
  const { email } = parsed.data;
  return db.transaction().execute(async (trx) => ({
    ...(await openSession(trx, await accountFor(trx, { ...person, email }))),
    next: challenge.next,
  }));
};
