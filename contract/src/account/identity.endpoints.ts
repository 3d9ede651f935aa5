import { endpoint } from '../endpoint.ts';
import { bodyRefusals } from '../refusal-groups.ts';
import type { ReturnQuery } from './account.schemas.ts';
import type { IdentityCallback, IdentitySignedIn, IdentityStart } from './identity.schemas.ts';

/** The shop's redirect URI: the provider returns the browser here with `code` and `state`, or `error`. */
export const IDENTITY_CALLBACK_PAGE = '/accounts/google/callback';

/**
 * Starts a sign-in with the identity provider. State, nonce and PKCE verifier are stored for ten minutes and bound to this
 * browser by a cookie, so both calls go to the page's own origin (API-34).
 */
export const beginIdentityLogin = endpoint<{ query: ReturnQuery; response: IdentityStart }>()({
  method: 'GET',
  path: '/accounts/google/login/',
  host: 'shop',
  auth: 'none',
  summary: 'Start a sign-in with Google: the authorization URL',
  refusals: ['identity_provider_unavailable', 'identity_untrusted', 'too_many_requests', 'database_unavailable'],
});

/** Completes the sign-in with the query parameters of the redirect. */
export const finishIdentityLogin = endpoint<{ body: IdentityCallback; response: IdentitySignedIn }>()({
  method: 'POST',
  path: '/accounts/google/login/callback/',
  host: 'shop',
  auth: 'none',
  summary: 'Complete a sign-in with Google: the tokens of a login',
  refusals: [
    ...bodyRefusals,
    'identity_denied',
    'identity_expired',
    'identity_unverified',
    'identity_provider_unavailable',
    'identity_untrusted',
    'too_many_requests',
    'database_unavailable',
  ],
});
