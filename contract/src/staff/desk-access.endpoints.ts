import type { Done, Login } from '../account/account.schemas.ts';
import { endpoint } from '../endpoint.ts';
import { bodyRefusals, deskWriteRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  Code,
  DeskSession,
  DeskSessions,
  FactorAdded,
  NewPasskey,
  NewTotp,
  PasskeyAnswer,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactors,
  SignInResult,
} from './desk-access.schemas.ts';

/** Sets the cookie of the desk, or of a sign-in that needs a second factor. */
export const signInToDesk = endpoint<{ body: Login; response: SignInResult }>()({
  method: 'POST',
  path: '/desk/sign-in/',
  auth: 'none',
  host: 'shop',
  summary: 'Sign in to the desk with email and password',
  refusals: [
    ...bodyRefusals,
    'login_failed',
    'email_not_verified',
    'cross_site',
    'too_busy',
    'too_many_requests',
    'database_unavailable',
  ],
});

/** The code of an authenticator app is accepted once. */
export const proveDeskCode = endpoint<{ body: Code; response: SignInResult }>()({
  method: 'POST',
  path: '/desk/sign-in/code/',
  auth: 'none',
  host: 'shop',
  summary: 'Complete a sign-in with a code of an authenticator app, or with a recovery code',
  refusals: [
    ...bodyRefusals,
    'sign_in_expired',
    'code_wrong',
    'cross_site',
    'too_many_requests',
    'database_unavailable',
  ],
});

/** With the cookie of a sign-in they name its account's passkeys; without, any passkey of this shop can answer. */
export const getSignInPasskeyOptions = endpoint<{ response: PasskeyOptions }>()({
  method: 'POST',
  path: '/desk/sign-in/passkey-options/',
  auth: 'none',
  host: 'shop',
  summary: 'Options for a sign-in with a passkey',
  refusals: ['cross_site', 'too_many_requests', 'database_unavailable'],
});

/** No password is needed: the passkey proves the device, and the PIN or fingerprint proves the person. */
export const signInWithPasskey = endpoint<{ body: PasskeyAnswer; response: SignInResult }>()({
  method: 'POST',
  path: '/desk/sign-in/passkey/',
  auth: 'none',
  host: 'shop',
  summary: 'Sign in, or complete a sign-in, with a passkey',
  refusals: [
    ...bodyRefusals,
    'sign_in_expired',
    'passkey_refused',
    'cross_site',
    'too_many_requests',
    'database_unavailable',
  ],
});

export const getDeskSession = endpoint<{ response: DeskSession }>()({
  method: 'GET',
  path: '/desk/session/',
  auth: 'desk',
  summary: 'Who is signed in to the desk, and where they work',
  refusals: signedInRefusals,
});

export const signOutOfDesk = endpoint<{ response: Done }>()({
  method: 'DELETE',
  path: '/desk/session/',
  auth: 'desk',
  summary: 'Sign out of the desk',
  refusals: deskWriteRefusals,
});

export const listDeskSessions = endpoint<{ response: DeskSessions }>()({
  method: 'GET',
  path: '/desk/sessions/',
  auth: 'desk',
  summary: 'Where this account is signed in to the desk',
  refusals: signedInRefusals,
});

export const endDeskSession = endpoint<{ params: { sessionId: number }; response: DeskSessions }>()({
  method: 'DELETE',
  path: '/desk/sessions/{sessionId}/',
  auth: 'desk',
  summary: 'End a session of this account',
  refusals: [...deskWriteRefusals, 'invalid_input', 'not_found'],
});

export const getSecondFactors = endpoint<{ response: SecondFactors }>()({
  method: 'GET',
  path: '/desk/second-factors/',
  auth: 'desk',
  summary: 'The second factors of this account',
  refusals: signedInRefusals,
});

/** Needed before second factors are changed, when the last proof is older than 15 minutes. */
export const verifyDeskCode = endpoint<{ body: Code; response: DeskSession }>()({
  method: 'POST',
  path: '/desk/verification/code/',
  auth: 'desk',
  summary: 'Prove the second factor again, with a code',
  refusals: [...deskWriteRefusals, ...bodyRefusals, 'code_wrong'],
});

export const getVerificationOptions = endpoint<{ response: PasskeyOptions }>()({
  method: 'POST',
  path: '/desk/verification/passkey-options/',
  auth: 'desk',
  summary: 'Options to prove a passkey again',
  refusals: deskWriteRefusals,
});

export const verifyDeskPasskey = endpoint<{ body: PasskeyAnswer; response: DeskSession }>()({
  method: 'POST',
  path: '/desk/verification/passkey/',
  auth: 'desk',
  summary: 'Prove the second factor again, with a passkey',
  refusals: [...deskWriteRefusals, ...bodyRefusals, 'sign_in_expired', 'passkey_refused'],
});

export const getNewPasskeyOptions = endpoint<{ response: PasskeyOptions }>()({
  method: 'POST',
  path: '/desk/passkeys/options/',
  auth: 'desk',
  summary: 'Options to add a passkey',
  refusals: [...deskWriteRefusals, 'verification_required', 'too_many_passkeys'],
});

export const addPasskey = endpoint<{ body: NewPasskey; response: FactorAdded }>()({
  method: 'POST',
  path: '/desk/passkeys/',
  auth: 'desk',
  summary: 'Add a passkey',
  refusals: [
    ...deskWriteRefusals,
    ...bodyRefusals,
    'verification_required',
    'sign_in_expired',
    'passkey_refused',
    'too_many_passkeys',
  ],
});

export const removePasskey = endpoint<{ params: { passkeyId: string }; response: SecondFactors }>()({
  method: 'DELETE',
  path: '/desk/passkeys/{passkeyId}/',
  auth: 'desk',
  summary: 'Remove a passkey',
  refusals: [...deskWriteRefusals, 'invalid_input', 'verification_required', 'not_found'],
});

/** The secret counts only after a first correct code. Another call replaces one that does not count yet. */
export const createTotp = endpoint<{ response: NewTotp }>()({
  method: 'POST',
  path: '/desk/totp/',
  auth: 'desk',
  summary: 'Create the secret of an authenticator app',
  refusals: [...deskWriteRefusals, 'verification_required', 'totp_exists', 'encryption_unavailable'],
});

export const confirmTotp = endpoint<{ body: Code; response: FactorAdded }>()({
  method: 'POST',
  path: '/desk/totp/confirmation/',
  auth: 'desk',
  summary: 'Confirm the authenticator app with its first code',
  refusals: [...deskWriteRefusals, ...bodyRefusals, 'verification_required', 'totp_missing', 'code_wrong'],
});

export const removeTotp = endpoint<{ response: SecondFactors }>()({
  method: 'DELETE',
  path: '/desk/totp/',
  auth: 'desk',
  summary: 'Remove the authenticator app',
  refusals: [...deskWriteRefusals, 'verification_required'],
});

/** The former codes are not valid any more. */
export const createRecoveryCodes = endpoint<{ response: RecoveryCodes }>()({
  method: 'POST',
  path: '/desk/recovery-codes/',
  auth: 'desk',
  summary: 'Create new recovery codes',
  refusals: [...deskWriteRefusals, 'verification_required'],
});
