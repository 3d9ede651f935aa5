import { ApiError } from '@sokuwa/contract/api-client.ts';
import { describeError, refusalTexts } from '../lib/refusal-texts.ts';

/**
 * The texts for failed calls of sign-in, registration and recovery (ACCOUNT-24, ACCOUNT-50, ACCOUNT-69, ACCOUNT-77). The
 * response is recognized by its refusal code, or by the text under `error`, or else by its status.
 */

const readError = (error: unknown) => {
  const { status, code, serverMessage, errorKeyText } = error instanceof ApiError ? error : new ApiError('');
  return { status, code, serverMessage, errorKeyText };
};

/** The error text of a failed login. */
export const describeLoginError = (error: unknown): string => {
  const { status, code } = readError(error);
  if (status === undefined) return `${describeError(error)}. Please check your connection and try again.`;
  return code === undefined || status === 400 || status === 401 ? refusalTexts.login_failed : describeError(error);
};

/** @returns the error text and its field, if any */
export const registerError = (error: unknown): { text: string; field?: 'email' | 'password' } => {
  const { status, code, errorKeyText = '' } = readError(error);
  if (status !== 400) return { text: 'An error occurred while registering. Please try again.' };
  if (code === 'email_exists' || /email.*exists/i.test(errorKeyText))
    return { text: 'Email already exists. Please login or try verifying your email', field: 'email' };
  if (code === 'password_too_long' || code === 'password_too_common')
    return { text: refusalTexts[code], field: 'password' };
  if (code === 'password_too_short' || /^password/i.test(errorKeyText))
    return { text: 'Password must be at least 8 characters.', field: 'password' };
  return { text: 'Registration failed. Please check your input.' };
};

export const describeVerifyEmailError = (error: unknown): string =>
  readError(error).serverMessage ?? 'Verification failed. Please try again.';

const NO_ACCOUNT = 'User with this email does not exist.';

export const describeResetRequestError = (error: unknown): string => {
  const { status, code, serverMessage, errorKeyText } = readError(error);
  const fallback = 'Verification code email resend failed. Please try again.';
  if (status !== 400) return serverMessage ?? fallback;
  if (errorKeyText === NO_ACCOUNT) return NO_ACCOUNT;
  return code === 'email_not_found' || errorKeyText === 'Email not found'
    ? 'Please provide a registered email'
    : fallback;
};

export const describeResendError = (error: unknown): string => {
  const { status, code, serverMessage, errorKeyText } = readError(error);
  const fallback = 'Verification link email resend failed. Please try again.';
  if (status !== 400) return serverMessage ?? fallback;
  return code === 'not_found_or_active' || errorKeyText === 'User not found or already active.'
    ? 'User does not exist or email is already verified. Please log in.'
    : fallback;
};

export const describeResetPasswordError = (error: unknown): string =>
  readError(error).serverMessage ?? 'Password reset failed. Please try again.';

/** Whether the new password is refused, so that the text belongs beside its field. */
export const isRefusedPassword = (error: unknown): boolean => /^password_too_/.test(readError(error).code ?? '');

/** Whether the mailed link is invalid, used or expired, so that a retry cannot succeed. */
export const isUnusableLink = (error: unknown): boolean => /^link_/.test(readError(error).code ?? '');

/**
 * The error text of a failed sign-in with the provider.
 * @returns the text of docs/spec, and the cause when known
 */
export const googleSignInError = (error: unknown): { text: string; cause?: string } => {
  const { code } = readError(error);
  if (code === 'identity_denied') return { text: 'Google authentication failed' };
  if (code === 'identity_untrusted') return { text: 'Google login failed. Please try again.' };
  const text = 'Failed to authenticate with Google. Please try again';
  return code?.startsWith('identity_') ? { text, cause: describeError(error) } : { text };
};
