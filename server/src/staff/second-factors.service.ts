import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { brand } from '@sokuwa/contract/brand.ts';
import { FACTORS, type Factor } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../platform/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { AccountId } from '../platform/ids.ts';
import { hashToken } from '../platform/tokens.ts';
import * as store from './second-factors.sql.ts';

/** Where browsers reach the shop: its host is the relying party of passkeys. */
export type RelyingParty = { id: string; origin: string };
export const toRelyingParty = (publicUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
};

/** The first passkey loads the library, because most processes never need its parsers of certificates. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Ed25519, P-256 and RSA: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
/** What WebAuthn Level 3 names; browsers may send others. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
const RECOVERY_CODES = 10;
/** From 112 bits on a hash without salt is enough (NIST SP 800-63B). */
const RECOVERY_CODE_BYTES = 16;
/** Seconds that a code of an authenticator app is shown. One before and one after are accepted too, for clocks that differ. */
const TOTP_PERIOD = 30;

/** The second factors of an account that it can sign in with. */
export const readFactors = async (db: Database, accountId: AccountId): Promise<Factor[]> => {
  const found = await store.selectFactors(db, accountId);
  // Recovery codes stand in for another factor, so they are none by themselves.
  if (!found.passkey && !found.totp) return [];
  return FACTORS.filter((factor) => found[factor]);
};

/** Whether an account has a passkey or an authenticator app. */
export const hasSecondFactor = async (db: Database, accountId: AccountId): Promise<boolean> =>
  (await readFactors(db, accountId)).length > 0;

const totpContext = (accountId: AccountId): string => `totp.secret ${accountId}`;
const toTotp = (secret: string, email = ''): TOTP =>
  new TOTP({
    issuer: brand.name,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: TOTP_PERIOD,
    secret: Secret.fromBase32(secret),
  });

/** Stores the secret of an authenticator app, which does not count yet. @returns it in Base32, and as a URI for a QR code */
export const startTotp = async (
  trx: Database,
  encryption: Encryption,
  { accountId, email }: { accountId: AccountId; email: string },
): Promise<{ secret: string; uri: string }> => {
  const secret = new Secret({ size: 20 }).base32;
  await store.upsertTotp(trx, accountId, encryption.encrypt(secret, totpContext(accountId)));
  return { secret, uri: toTotp(secret, email).toString() };
};

/**
 * Accepts a code of the authenticator app, once (RFC 6238, section 5.2).
 * @param options `unconfirmed`: the code is the first one
 */
export const acceptTotp = async (
  trx: Database,
  encryption: Encryption | undefined,
  { accountId, code, unconfirmed = false }: { accountId: AccountId; code: string; unconfirmed?: boolean },
): Promise<boolean> => {
  const row = await store.selectTotp(trx, accountId);
  if (!row || !encryption || (row.confirmed_at === null) !== unconfirmed) return false;
  const totp = toTotp(encryption.decrypt(row.secret, totpContext(accountId)));
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta !== null && store.updateTotpStep(trx, accountId, totp.counter({ timestamp }) + delta);
};

/** Whether a code is of an authenticator app, and not a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

const normalizeRecoveryCode = (code: string): string => code.replaceAll('0', 'O').replaceAll('1', 'I');
const hashRecoveryCode = (code: string): Buffer => hashToken(normalizeRecoveryCode(code));

/**
 * Accepts a code of the authenticator app or a recovery code.
 * @param code in capital letters and digits
 * @returns which it was; undefined if it is wrong or was used
 */
export const acceptCode = async (
  trx: Database,
  encryption: Encryption | undefined,
  { accountId, code }: { accountId: AccountId; code: string },
): Promise<'totp' | 'recovery_code' | undefined> => {
  if (isTotpCode(code)) return (await acceptTotp(trx, encryption, { accountId, code })) ? 'totp' : undefined;
  if (!(await hasSecondFactor(trx, accountId))) return undefined;
  return (await store.spendRecoveryCode(trx, accountId, hashRecoveryCode(code))) ? 'recovery_code' : undefined;
};

/** Creates recovery codes in place of the former ones. @returns them, in groups of four letters and digits */
export const createRecoveryCodes = async (trx: Database, accountId: AccountId): Promise<string[]> => {
  const codes = Array.from(
    { length: RECOVERY_CODES },
    () => new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32,
  );
  await store.replaceRecoveryCodes(trx, accountId, codes.map(hashRecoveryCode));
  return codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code);
};

/** The library throws for an answer that it does not accept, whatever is wrong with it. */
const notAccepted = (): undefined => undefined;

/** @returns the options for the browser, with the challenge that it has to sign */
export const createPasskeyRequest = async (
  db: Database,
  { id }: RelyingParty,
  accountId: AccountId | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> => {
  const passkeys = accountId === undefined ? [] : await store.selectPasskeys(db, accountId);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: id,
    // Without a password the passkey has to prove both the device and the person.
    userVerification: accountId === undefined ? 'required' : 'preferred',
    ...(accountId !== undefined && {
      allowCredentials: passkeys.map((passkey) => ({
        id: passkey.id,
        transports: passkey.transports as AuthenticatorTransport[],
      })),
    }),
  });
};

/**
 * Accepts a passkey's answer to a challenge.
 * @param expected `accountId`: whose passkey it has to be; undefined if any may answer
 * @returns the passkey's account; undefined if it is not accepted
 */
export const acceptPasskey = async (
  trx: Database,
  { id, origin }: RelyingParty,
  answer: unknown,
  { challenge, accountId }: { challenge: string; accountId: AccountId | undefined },
): Promise<AccountId | undefined> => {
  const response = answer as AuthenticationResponseJSON;
  const passkey = await store.selectPasskey(trx, response.id);
  if (!passkey || (accountId !== undefined && passkey.account_id !== accountId)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: accountId === undefined,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
  }).catch(notAccepted);
  if (!verification?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: backed_up } = verification.authenticationInfo;
  return (await store.updatePasskeyUse(trx, passkey.id, { counter, backed_up })) ? passkey.account_id : undefined;
};

/** @returns the options for a new passkey, with the challenge that it has to sign */
export const createPasskeyOffer = async (
  db: Database,
  { id }: RelyingParty,
  account: { accountId: AccountId; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> => {
  const passkeys = await store.selectPasskeys(db, account.accountId);
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: id,
    // The same for all passkeys of the account, and nothing about the person.
    userID: new Uint8Array(hashToken(`passkeys of account ${account.accountId}`)),
    userName: account.email,
    userDisplayName: account.name,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id })),
  });
};

/** Stores a new passkey. @returns false if it is not accepted, or is stored already */
export const storePasskey = async (
  trx: Database,
  { id, origin }: RelyingParty,
  answer: unknown,
  { accountId, challenge, label }: { accountId: AccountId; challenge: string; label: string },
): Promise<boolean> => {
  const response = answer as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notAccepted);
  if (!verification?.verified) return false;
  const { credential, credentialBackedUp: backed_up } = verification.registrationInfo;
  return store.insertPasskey(trx, {
    id: credential.id,
    account_id: accountId,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((name) => TRANSPORTS.includes(name)),
    label,
    backed_up,
  });
};
