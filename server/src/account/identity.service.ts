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
  /** Who vouches for people. */
  identity: IdentityPort;
  report: (error: unknown) => void;
};

/** Seconds for which a sign-in may be under way. */
export const PATIENCE = 600;

const REFUSALS = {
  denied: 'identity_denied',
  away: 'identity_provider_unavailable',
  untrusted: 'identity_untrusted',
} as const;
type IdentityRefused = Refused<(typeof REFUSALS)[keyof typeof REFUSALS]>;

/** The provider's word, or what the visitor is told instead. What is nobody's wish is reported. */
const ask = async <T>(report: Identities['report'], asking: Promise<T>): Promise<T | IdentityRefused> => {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.reason !== 'denied') report(error);
    return refuse(REFUSALS[error.reason]);
  }
};

/**
 * Begins a sign-in.
 * @param browser the secret in the browser's cookie, when it has one: then sign-ins in several of its tabs go on
 * @param next the path to return to
 * @returns where the browser goes, and the secret that its cookie must hold from now on
 */
export const beginLogin = async (
  { db, identity, report }: Identities,
  browser: string | undefined,
  next: string,
): Promise<{ url: string; browser: string } | Refused<'identity_provider_unavailable' | 'identity_untrusted'>> => {
  const question = await ask(report, identity.ask());
  // Nobody was asked yet, so nobody can have said no.
  if (isRefused(question))
    return refuse(
      question.refused === 'identity_provider_unavailable' ? 'identity_provider_unavailable' : 'identity_untrusted',
    );
  const { url, challenge } = question;
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

/** A name as a form would take it. */
const writable = (name: string): string =>
  [...name.replaceAll(new RegExp(UNWRITABLE, 'gu'), '')].slice(0, NAME_MAX).join('').trim();

/** The account of a person whose address is proven, made or tied to them in this transaction. */
const accountFor = async (trx: Database, person: Person): Promise<AccountId> => {
  const known = await store.selectIdentity(trx, person);
  if (known !== undefined) return known;
  const { email } = person;
  const names = {
    first_name: writable(person.firstName) || email.slice(0, email.indexOf('@')),
    last_name: writable(person.lastName),
  };
  const verified_at = new Date();
  const welcome = ({ first_name, public_id: key }: { first_name: string; public_id: string }) =>
    queueMail(trx, { kind: 'welcome', to: email, first_name, key });
  const made = await insertAccount(trx, { email, ...names, verified_at });
  if (made) {
    await welcome(made);
    await store.insertIdentity(trx, person, made.id);
    return made.id;
  }
  const found = await selectByEmail(trx, email);
  const account = found && (await lockCredentials(trx, { id: found.id }));
  // Whoever deletes the account at this very moment may sign in anew.
  if (!account) throw new Error('the account went while it was signed in to');
  if (!account.verified_at) {
    // Registered by somebody who never proved that the address is theirs: it is this person's now, under their name, and
    // no password or session of a stranger opens it.
    await updateAccount(trx, account.id, { ...names, verified_at, password_hash: null });
    await closeSessions(trx, account.id);
    await welcome({ ...account, ...names });
  }
  await store.insertIdentity(trx, person, account.id);
  return account.id;
};

/**
 * Ends a sign-in: finds the account by the provider's own name for the person, else by their proven address, else makes
 * one (ACCOUNT-33, ACCOUNT-34).
 * @param answer what the provider sent by way of the browser
 * @param browser the secret in the browser's cookie
 * @returns the session's tokens and the path to return to; identity_expired for an answer to no question that this browser
 *   has open
 */
export const finishLogin = async (
  { db, identity, report }: Identities,
  answer: Answer,
  browser: string | undefined,
): Promise<IdentitySignedIn | IdentityRefused | Refused<'identity_expired' | 'identity_unverified'>> => {
  const { state } = answer;
  if (!state || !browser) return refuse('identity_expired');
  const challenge = await store.consumeChallenge(db, {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
  });
  if (!challenge) return refuse('identity_expired');
  const person = await ask(report, identity.check(answer, { state, ...challenge }));
  if (isRefused(person)) return person;
  if (!person.emailVerified) return refuse('identity_unverified');
  const told = emailOnly.safeParse({ email: person.email });
  if (!told.success) {
    report(new Error('the provider told no e-mail address that a form would take'));
    return refuse('identity_untrusted');
  }
  const { email } = told.data;
  return db.transaction().execute(async (trx) => ({
    ...(await openSession(trx, await accountFor(trx, { ...person, email }))),
    next: challenge.next,
  }));
};
