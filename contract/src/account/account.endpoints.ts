import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusals.ts';
import type {
  Done,
  EmailOnly,
  Exported,
  Login,
  NewPassword,
  Profile,
  ProfileEdit,
  Register,
  SignedIn,
} from './account.schemas.ts';

/** An account that is not verified is told so only when its password is right. */
export const logIn = endpoint<{ body: Login; response: SignedIn }>()({
  method: 'POST',
  path: '/login/',
  auth: 'none',
  summary: 'Sign in by e-mail and password',
  refusals: [...bodyRefusals, 'login_failed', 'email_not_verified', 'too_busy', 'too_many_requests', 'database_away'],
});

/** The account opens nothing until the link in the mail that it is sent was used. */
export const register = endpoint<{ body: Register; response: Done }>()({
  method: 'POST',
  path: '/register/',
  auth: 'none',
  summary: 'Make an account, and mail the link that verifies its e-mail address',
  refusals: [
    ...bodyRefusals,
    'email_exists',
    'password_too_short',
    'password_too_long',
    'passwords_differ',
    'too_busy',
    'too_many_requests',
    'database_away',
  ],
});

export const verifyEmail = endpoint<{ params: { uidb64: string; token: string }; response: Done }>()({
  method: 'GET',
  path: '/verify-email/{uidb64}/{token}',
  auth: 'none',
  summary: 'Verify an e-mail address by the link that was mailed to it',
  refusals: ['link_invalid', 'link_used', 'link_expired', 'too_many_requests', 'database_away'],
});

/** Links that were mailed before stop working. */
export const resendVerification = endpoint<{ body: EmailOnly; response: Done }>()({
  method: 'POST',
  path: '/resend-verification-email',
  auth: 'none',
  summary: 'Mail the link that verifies an e-mail address again',
  refusals: [...bodyRefusals, 'not_found_or_active', 'too_many_requests', 'database_away'],
});

/** Links that were mailed before stop working. */
export const requestPasswordReset = endpoint<{ body: EmailOnly; response: Done }>()({
  method: 'POST',
  path: '/password-reset',
  auth: 'none',
  summary: 'Mail a link that sets a new password',
  refusals: [...bodyRefusals, 'email_not_found', 'too_many_requests', 'database_away'],
});

/** Ends every session of the account. */
export const confirmPasswordReset = endpoint<{ body: NewPassword; response: Done }>()({
  method: 'POST',
  path: '/password-reset-confirm',
  auth: 'none',
  summary: 'Set a new password by a mailed link',
  refusals: [
    ...bodyRefusals,
    'link_invalid',
    'link_used',
    'link_expired',
    'password_too_short',
    'password_too_long',
    'too_busy',
    'too_many_requests',
    'database_away',
  ],
});

/** Not called without a token: a visitor who has none has no profile (1-shopping, section 7). */
export const getProfile = endpoint<{ response: Profile }>()({
  method: 'GET',
  path: '/profile/',
  auth: 'required',
  summary: 'The profile of whoever is signed in',
  refusals: signedInRefusals,
});

/**
 * Takes JSON, or multipart/form-data with one file under `image`; both answer the profile as it is then.
 * A JSON field that is left out stays as it is; first name, last name and e-mail may be sent, but not changed.
 */
export const updateProfile = endpoint<{ body: ProfileEdit | FormData; response: Profile }>()({
  method: 'PUT',
  path: '/user-profile-update',
  auth: 'required',
  summary: 'Change the profile (JSON), or its picture (multipart)',
  refusals: [
    ...signedInRefusals,
    ...bodyRefusals,
    'read_only_field',
    'unknown_place',
    'phone_invalid',
    'picture_invalid',
    'picture_too_large',
    'too_busy',
  ],
});

/** Everything that belongs to the account goes with it, and so does every token. */
export const deleteAccount = endpoint<{ response: Done }>()({
  method: 'DELETE',
  path: '/user-profile-update',
  auth: 'required',
  summary: 'Delete the account',
  refusals: signedInRefusals,
});

export const exportData = endpoint<{ response: Exported }>()({
  method: 'GET',
  path: '/user-data-export/',
  auth: 'required',
  summary: 'All that the shop holds about whoever is signed in, as a file',
  refusals: signedInRefusals,
  download: 'my-data.json',
});

/** Ends the session of the token that was sent; other devices stay signed in (3-decisions, "Session"). */
export const logOut = endpoint<{ response: Done }>()({
  method: 'POST',
  path: '/logout/',
  auth: 'required',
  summary: 'Revoke the token',
  refusals: signedInRefusals,
});
