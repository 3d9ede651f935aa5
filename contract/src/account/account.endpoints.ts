import { endpoint } from '../endpoint.ts';
import { signedInRefusals } from '../refusals.ts';
import type { LoggedOut, Profile } from './account.schemas.ts';

/** Not called without a token: a visitor who has none has no profile (1-shopping, section 7). */
export const getProfile = endpoint<{ answer: Profile }>()({
  method: 'GET',
  path: '/profile/',
  auth: 'required',
  summary: 'The profile of whoever is signed in',
  refusals: signedInRefusals,
});

/** Ends the session of the token that was sent; other devices stay signed in (3-decisions, "Session"). */
export const logOut = endpoint<{ answer: LoggedOut }>()({
  method: 'POST',
  path: '/logout/',
  auth: 'required',
  summary: 'Revoke the token',
  refusals: signedInRefusals,
});
