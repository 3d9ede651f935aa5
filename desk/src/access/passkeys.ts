import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import {
  addPasskey,
  getNewPasskeyOptions,
  getSignInPasskeyOptions,
  getVerificationOptions,
  signInWithPasskey,
  verifyDeskPasskey,
} from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import type { FactorAdded, PasskeyAnswer, SignInResult } from '@sokuwa/contract/staff/desk-access.schemas.ts';
import { api } from '../lib/api.ts';

/** Loaded with the first use: a sign-in with a password does not need it. */
const loadLibrary = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The person has closed the browser's dialog, or it took too long. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** The fields of WebAuthn are described by the library only. */
const toAnswer = ({
  id,
  rawId,
  type,
  response,
  clientExtensionResults,
  authenticatorAttachment,
}: AuthenticationResponseJSON | RegistrationResponseJSON): PasskeyAnswer => ({
  id,
  rawId,
  type: type as 'public-key',
  response: { ...response },
  clientExtensionResults: { ...clientExtensionResults },
  ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
});

const answer = async (options: Record<string, unknown>, useBrowserAutofill = false): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return toAnswer(await startAuthentication({ optionsJSON, useBrowserAutofill }));
};

/**
 * Signs in with a passkey, or completes a sign-in.
 * @param inField whether the browser offers the passkeys in the field of the email address, instead of a dialog
 * @throws ApiError; what the browser throws when the person cancels (`isCancelled`)
 */
export const signInByPasskey = async (inField = false): Promise<SignInResult> => {
  const { options } = await api.call(getSignInPasskeyOptions, {});
  return api.call(signInWithPasskey, { body: await answer(options, inField) });
};

/** Whether the browser can offer passkeys in the field of the email address. */
export const canOfferInField = async (): Promise<boolean> =>
  hasPasskeys() && (await loadLibrary()).browserSupportsWebAuthnAutofill();

/** Proves a passkey again, before second factors are changed. @throws as `signInByPasskey` */
export const verifyByPasskey = async () => {
  const { options } = await api.call(getVerificationOptions, {});
  return api.call(verifyDeskPasskey, { body: await answer(options) });
};

/** Makes a passkey on this device. @param label how the list names it @throws as `signInByPasskey` */
export const createPasskey = async (label: string): Promise<FactorAdded> => {
  const { options } = await api.call(getNewPasskeyOptions, {});
  const { startRegistration } = await loadLibrary();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return api.call(addPasskey, { body: { label, answer: toAnswer(await startRegistration({ optionsJSON })) } });
};

/** A name for the device, from what the browser says of itself: "Chrome on Android". */
export const describeDevice = (userAgent = navigator.userAgent): string => {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /OPR\//.test(userAgent)
      ? 'Opera'
      : /Firefox\//.test(userAgent)
        ? 'Firefox'
        : /Chrome\//.test(userAgent)
          ? 'Chrome'
          : /Safari\//.test(userAgent)
            ? 'Safari'
            : 'A browser';
  const system = /Android/.test(userAgent)
    ? 'Android'
    : /iPhone|iPad/.test(userAgent)
      ? 'iOS'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS/.test(userAgent)
          ? 'macOS'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : undefined;
  return system ? `${browser} on ${system}` : browser;
};
