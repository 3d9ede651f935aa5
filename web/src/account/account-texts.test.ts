import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api.ts';
import {
  forgotFailure,
  googleFailure,
  isDeadLink,
  loginFailure,
  registerFailure,
  resendFailure,
  resetFailure,
  verifyFailure,
} from './account-texts.ts';

const refused = (status: number, code: ApiError['code'], said?: string) =>
  new ApiError(said ?? 'x', status, code, said);
/** As another server of the same calls would answer: without names. */
const named = (error: string) => new ApiError('x', 400, undefined, undefined, {}, error);
const away = new ApiError('Network Error');

describe('what a visitor reads when', () => {
  it('a login fails', { tags: ['@ACCOUNT-24', '@ACCOUNT-25'] }, () => {
    const wrong = 'Please check your email and password and try again.';
    expect(loginFailure(refused(401, 'login_failed'))).toBe(wrong);
    expect(loginFailure(refused(400, 'invalid_input'))).toBe(wrong);
    expect(loginFailure(refused(500, undefined))).toBe(wrong);
    expect(loginFailure(refused(403, 'email_not_verified'))).toMatch(/^Please verify your email address first/);
    expect(loginFailure(refused(429, 'too_many_requests'))).toMatch(/wait a moment/);
    expect(loginFailure(away)).toBe('Network Error. Please check your connection and try again.');
  });

  it('a registration fails', { tags: ['@ACCOUNT-50', '@ACCOUNT-52', '@ACCOUNT-53', '@ACCOUNT-54'] }, () => {
    const exists = { text: 'Email already exists. Please login or try verifying your email', field: 'email' };
    const short = { text: 'Password must be at least 8 characters.', field: 'password' };
    const input = { text: 'Registration failed. Please check your input.' };
    const other = { text: 'An error occurred while registering. Please try again.' };
    expect(registerFailure(refused(400, 'email_exists'))).toEqual(exists);
    expect(registerFailure(named('Email already exists.'))).toEqual(exists);
    expect(registerFailure(refused(400, 'password_too_short'))).toEqual(short);
    expect(registerFailure(named('Password is too common.'))).toEqual(short);
    expect(registerFailure(refused(400, 'password_too_long')).text).toBe('Password must be at most 128 characters.');
    expect(registerFailure(refused(400, 'invalid_input'))).toEqual(input);
    expect(registerFailure(named('No.'))).toEqual(input);
    expect(registerFailure(refused(503, 'too_busy'))).toEqual(other);
    expect(registerFailure(away)).toEqual(other);
  });

  it('a link to a new password cannot be sent', {
    tags: ['@ACCOUNT-77', '@ACCOUNT-78', '@ACCOUNT-79', '@ACCOUNT-80'],
  }, () => {
    const fallback = 'Verification code email resend failed. Please try again.';
    expect(forgotFailure(refused(400, 'email_not_found'))).toBe('Please provide a registered email');
    expect(forgotFailure(named('Email not found'))).toBe('Please provide a registered email');
    expect(forgotFailure(named('User with this email does not exist.'))).toBe('User with this email does not exist.');
    expect(forgotFailure(refused(400, 'invalid_input', 'Not valid.'))).toBe(fallback);
    expect(forgotFailure(refused(429, 'too_many_requests', 'Throttled.'))).toBe('Throttled.');
    expect(forgotFailure(away)).toBe(fallback);
  });

  it('a link to verify cannot be sent again', { tags: ['@ACCOUNT-69', '@ACCOUNT-70'] }, () => {
    const fallback = 'Verification link email resend failed. Please try again.';
    const active = 'User does not exist or email is already verified. Please log in.';
    expect(resendFailure(refused(400, 'not_found_or_active'))).toBe(active);
    expect(resendFailure(named('User not found or already active.'))).toBe(active);
    expect(resendFailure(refused(400, 'invalid_input', 'Not valid.'))).toBe(fallback);
    expect(resendFailure(away)).toBe(fallback);
  });

  it('a mailed link is refused', () => {
    expect(verifyFailure(refused(400, 'link_expired', 'Expired.'))).toBe('Expired.');
    expect(verifyFailure(away)).toBe('Verification failed. Please try again.');
    expect(resetFailure(refused(400, 'link_used', 'Used.'))).toBe('Used.');
    expect(resetFailure(away)).toBe('Password reset failed. Please try again.');
    expect(isDeadLink(refused(400, 'link_used'))).toBe(true);
    expect(isDeadLink(away)).toBe(false);
  });

  it('the third party signs nobody in', { tags: ['@ACCOUNT-31'] }, () => {
    expect(googleFailure(refused(400, 'identity_denied'))).toEqual({ text: 'Google authentication failed' });
    expect(googleFailure(refused(502, 'identity_untrusted'))).toEqual({
      text: 'Google login failed. Please try again.',
    });
    const text = 'Failed to authenticate with Google. Please try again';
    expect(googleFailure(refused(400, 'identity_expired'))).toEqual({ text, cause: expect.stringMatching(/./) });
    expect(googleFailure(away)).toEqual({ text });
  });
});
