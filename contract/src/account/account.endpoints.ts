import { endpoint } from '../endpoint.ts';
import { bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type {
  DeleteAccountQuery,
  Done,
  EmailOnly,
  Exported,
  Login,
  NewPassword,
  Profile,
  ProfileEdit,
  Register,
  ReturnQuery,
  SignedIn,
  VerificationPassword,
} from './account.schemas.ts';

/** `email_not_verified` is returned only when the password is correct. */
export const logIn = endpoint<{ body: Login; response: SignedIn }>()({
  method: 'POST',
  path: '/login/',
  auth: 'none',
  summary: 'Sign in with email and password',
  refusals: [
    ...bodyRefusals,
    'login_failed',
    'email_not_verified',
    'too_busy',
    'too_many_requests',
    'database_unavailable',
  ],
});

/**
 * Nobody can sign in to the account before its email address is verified. The mailed link carries `next`, so that the login after it
 * returns to that page in whatever browser it is opened.
 */
export const register = endpoint<{ query: ReturnQuery; body: Register; response: Done }>()({
  method: 'POST',
  path: '/register/',
  auth: 'none',
  summary: 'Create an account and send the verification link',
  refusals: [
    ...bodyRefusals,
    'email_exists',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'passwords_differ',
    'too_busy',
    'too_many_requests',
    'database_unavailable',
  ],
});

type LinkParams = { uidb64: string; token: string };
/**
 * Without the header, the link alone verifies the address. With it, any browser except the one that registered gets
 * `password_required`: a stranger may have registered the address, and the stranger's password would work afterwards
 * (ACCOUNT-145).
 */
export const verifyEmail = endpoint<{
  params: LinkParams;
  headers: { 'x-same-browser'?: 'required' };
  response: Done;
}>()({
  method: 'GET',
  path: '/verify-email/{uidb64}/{token}',
  auth: 'none',
  summary: 'Verify an email address with the mailed link',
  refusals: [
    'invalid_input',
    'link_invalid',
    'link_used',
    'link_expired',
    'password_required',
    'too_many_requests',
    'database_unavailable',
  ],
});

/** Works in any browser. Wrong passwords count as failed logins. */
export const verifyEmailWithPassword = endpoint<{ params: LinkParams; body: VerificationPassword; response: Done }>()({
  method: 'POST',
  path: '/verify-email/{uidb64}/{token}',
  auth: 'none',
  summary: 'Verify an email address with the mailed link and the password of the account',
  refusals: [
    ...bodyRefusals,
    'link_invalid',
    'link_used',
    'link_expired',
    'password_wrong',
    'too_busy',
    'too_many_requests',
    'database_unavailable',
  ],
});

/** Earlier links stay valid until one of them is used or they expire. */
export const resendVerification = endpoint<{ query: ReturnQuery; body: EmailOnly; response: Done }>()({
  method: 'POST',
  path: '/resend-verification-email',
  auth: 'none',
  summary: 'Send the verification link again',
  refusals: [...bodyRefusals, 'not_found_or_active', 'too_many_requests', 'database_unavailable'],
});

/** Earlier links stay valid until one of them is used or they expire. */
export const requestPasswordReset = endpoint<{ query: ReturnQuery; body: EmailOnly; response: Done }>()({
  method: 'POST',
  path: '/password-reset',
  auth: 'none',
  summary: 'Send a link to set a new password',
  refusals: [...bodyRefusals, 'email_not_found', 'too_many_requests', 'database_unavailable'],
});

/** Verifies the email address and ends every session of the account. */
export const confirmPasswordReset = endpoint<{ body: NewPassword; response: Done }>()({
  method: 'POST',
  path: '/password-reset-confirm',
  auth: 'none',
  summary: 'Set a new password with a mailed link',
  refusals: [
    ...bodyRefusals,
    'link_invalid',
    'link_used',
    'link_expired',
    'password_too_short',
    'password_too_long',
    'password_too_common',
    'too_busy',
    'too_many_requests',
    'database_unavailable',
  ],
});

/** Clients do not call it without a token: a guest has no profile. */
export const getProfile = endpoint<{ response: Profile }>()({
  method: 'GET',
  path: '/profile/',
  auth: 'required',
  summary: 'The profile of the signed-in user',
  refusals: signedInRefusals,
});

/**
 * Takes JSON, or multipart/form-data with one file `image`; returns the updated profile.
 * An omitted JSON field stays unchanged. First name, last name and email may be sent, but not changed.
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
    'pictures_unavailable',
    'too_busy',
  ],
});

/**
 * Deletes all data of the account and ends its sessions. While an order is paid and not delivered, it is refused with
 * `orders_undelivered`, whose `errors.orders` are the order ids, unless the query says `confirm_undelivered=true`. Such an order keeps
 * the data that its delivery needs until it is delivered. While the account is the only owner of a store that is not closed, or of a team with
 * other members, it is refused with `only_owner`, whose `errors.teams` are their names.
 */
export const deleteAccount = endpoint<{ query: DeleteAccountQuery; response: Done }>()({
  method: 'DELETE',
  path: '/user-profile-update',
  auth: 'required',
  summary: 'Delete the account',
  refusals: [...signedInRefusals, 'invalid_input', 'only_owner', 'orders_undelivered'],
});

export const exportData = endpoint<{ response: Exported }>()({
  method: 'GET',
  path: '/user-data-export/',
  auth: 'required',
  summary: 'All personal data of the signed-in user, as a file',
  refusals: signedInRefusals,
  download: 'my-data.json',
});

/** Ends the session of this token; other devices stay signed in. */
export const logOut = endpoint<{ response: Done }>()({
  method: 'POST',
  path: '/logout/',
  auth: 'required',
  summary: 'Revoke the token',
  refusals: signedInRefusals,
});
