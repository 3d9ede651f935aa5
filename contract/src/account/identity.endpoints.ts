import { endpoint } from '../endpoint.ts';
import { bodyRefusals } from '../refusals.ts';
import type { IdentityAnswer, IdentityQuery, IdentitySignedIn, IdentityStart } from './identity.schemas.ts';

/** The page of the shop that the provider sends the browser back to, with `code` and `state`, or `error`. */
export const IDENTITY_CALLBACK_PAGE = '/accounts/google/callback';

/**
 * Begins a sign-in by the identity provider: state, nonce and PKCE are kept for ten minutes, for this browser alone, which
 * a cookie marks (3-decisions, "The API host").
 */
export const beginIdentityLogin = endpoint<{ query: IdentityQuery; response: IdentityStart }>()({
  method: 'GET',
  path: '/accounts/google/login/',
  auth: 'none',
  summary: 'Begin a sign-in with Google: where the browser goes',
  refusals: ['identity_away', 'identity_untrusted', 'too_many_requests', 'database_away'],
});

/** Ends it: the page above sends what stands in its own address. */
export const finishIdentityLogin = endpoint<{ body: IdentityAnswer; response: IdentitySignedIn }>()({
  method: 'POST',
  path: '/accounts/google/login/callback/',
  auth: 'none',
  summary: 'End a sign-in with Google: the tokens, as a login answers them',
  refusals: [
    ...bodyRefusals,
    'identity_denied',
    'identity_expired',
    'identity_unverified',
    'identity_away',
    'identity_untrusted',
    'too_many_requests',
    'database_away',
  ],
});
