import { ApiError } from '@sokuwa/contract/api-client.ts';
import { describe, expect, it } from 'vitest';
import {
  describeLoginError,
  describeResendError,
  describeResetPasswordError,
  describeResetRequestError,
  describeVerifyEmailError,
  googleSignInError,
  isUnusableLink,
  registerError,
} from './account-texts.ts';

const refusal = (status: number, code: ApiError['code'], message?: string) =>
  new ApiError(message ?? 'x', status, code, message);
/** A response without a refusal code, which has only the text under the key `error`. */
const errorKeyRefusal = (error: string) => new ApiError('x', 400, undefined, undefined, {}, error);
const networkError = new ApiError('Network Error');

describe('the error text of', () => {
  it('a failed login', { tags: ['@ACCOUNT-24', '@ACCOUNT-25'] }, () => {
    const wrongCredentials = 'Please check your email and password and try again.';
    expect(describeLoginError(refusal(401, 'login_failed'))).toBe(wrongCredentials);
    expect(describeLoginError(refusal(400, 'invalid_input'))).toBe(wrongCredentials);
    expect(describeLoginError(refusal(500, undefined))).toBe(wrongCredentials);
    expect(describeLoginError(refusal(403, 'email_not_verified'))).toMatch(/^Please verify your email address first/);
    expect(
      describeLoginError(refusal(429, 'too_many_requests', 'Too many requests. Please try again in 40 seconds.')),
    ).toBe('Too many requests. Please try again in 40 seconds.');
    expect(describeLoginError(networkError)).toBe('Network Error. Please check your connection and try again.');
  });

  it('a failed registration', { tags: ['@ACCOUNT-50', '@ACCOUNT-52', '@ACCOUNT-53', '@ACCOUNT-54'] }, () => {
    const exists = { text: 'Email already exists. Please login or try verifying your email', field: 'email' };
    const shortPassword = { text: 'Password must be at least 8 characters.', field: 'password' };
    const input = { text: 'Registration failed. Please check your input.' };
    const other = { text: 'An error occurred while registering. Please try again.' };
    expect(registerError(refusal(400, 'email_exists'))).toEqual(exists);
    expect(registerError(errorKeyRefusal('Email already exists.'))).toEqual(exists);
    expect(registerError(refusal(400, 'password_too_short'))).toEqual(shortPassword);
    expect(registerError(errorKeyRefusal('Password is too common.'))).toEqual(shortPassword);
    expect(registerError(refusal(400, 'password_too_long')).text).toBe('Password must be at most 128 characters.');
    expect(registerError(refusal(400, 'password_too_common'))).toEqual({
      text: 'This password is too common or easy to guess. Please choose another one.',
      field: 'password',
    });
    expect(registerError(refusal(400, 'invalid_input'))).toEqual(input);
    expect(registerError(errorKeyRefusal('No.'))).toEqual(input);
    expect(registerError(refusal(503, 'too_busy'))).toEqual(other);
    expect(registerError(networkError)).toEqual(other);
  });

  it('a failed request for a reset link', {
    tags: ['@ACCOUNT-77', '@ACCOUNT-78', '@ACCOUNT-79', '@ACCOUNT-80'],
  }, () => {
    const fallback = 'Verification code email resend failed. Please try again.';
    expect(describeResetRequestError(refusal(400, 'email_not_found'))).toBe('Please provide a registered email');
    expect(describeResetRequestError(errorKeyRefusal('Email not found'))).toBe('Please provide a registered email');
    expect(describeResetRequestError(errorKeyRefusal('User with this email does not exist.'))).toBe(
      'User with this email does not exist.',
    );
    expect(describeResetRequestError(refusal(400, 'invalid_input', 'Not valid.'))).toBe(fallback);
    expect(describeResetRequestError(refusal(429, 'too_many_requests', 'Throttled.'))).toBe('Throttled.');
    expect(describeResetRequestError(networkError)).toBe(fallback);
  });

  it('a failed request for a verification link', { tags: ['@ACCOUNT-69', '@ACCOUNT-70'] }, () => {
    const fallback = 'Verification link email resend failed. Please try again.';
    const active = 'User does not exist or email is already verified. Please log in.';
    expect(describeResendError(refusal(400, 'not_found_or_active'))).toBe(active);
    expect(describeResendError(errorKeyRefusal('User not found or already active.'))).toBe(active);
    expect(describeResendError(refusal(400, 'invalid_input', 'Not valid.'))).toBe(fallback);
    expect(describeResendError(networkError)).toBe(fallback);
  });

  it('a refused mailed link', () => {
    expect(describeVerifyEmailError(refusal(400, 'link_expired', 'Expired.'))).toBe('Expired.');
    expect(describeVerifyEmailError(networkError)).toBe('Verification failed. Please try again.');
    expect(describeResetPasswordError(refusal(400, 'link_used', 'Used.'))).toBe('Used.');
    expect(describeResetPasswordError(networkError)).toBe('Password reset failed. Please try again.');
    expect(isUnusableLink(refusal(400, 'link_used'))).toBe(true);
    expect(isUnusableLink(networkError)).toBe(false);
  });

  it('a failed sign-in with Google', { tags: ['@ACCOUNT-31'] }, () => {
    expect(googleSignInError(refusal(400, 'identity_denied'))).toEqual({ text: 'Google authentication failed' });
    expect(googleSignInError(refusal(502, 'identity_untrusted'))).toEqual({
      text: 'Google login failed. Please try again.',
    });
    const text = 'Failed to authenticate with Google. Please try again';
    expect(googleSignInError(refusal(400, 'identity_expired'))).toEqual({ text, cause: expect.stringMatching(/./) });
    expect(googleSignInError(networkError)).toEqual({ text });
  });
});
