import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import {
  type Challenge,
  type IdentityCallback,
  type IdentityClaims,
  IdentityError,
  type IdentityPort,
} from './identity.port.ts';

/** Loads the library on the first sign-in, to save memory. */
const loadLibrary = () => import('openid-client');

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The redirect URI, as registered at the provider. */
  redirectUri: string;
  /** Timeout of each request. */
  timeoutSeconds?: number;
  /** Replaces fetch; default: the network. */
  fetch?: CustomFetch;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Maps the errors of openid-client 6. */
const reasonOf = (error: unknown): IdentityError['reason'] => {
  if (!(error instanceof Error)) return 'untrusted';
  // Denied by the user or the provider, or the code was used or has expired.
  if (codeOf(error) === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'denied';
  if ('error' in error && error.error === 'invalid_grant') return 'denied';
  // fetch's error when the connection fails.
  if (['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(codeOf(error)) || error instanceof TypeError) return 'unavailable';
  if (error.cause instanceof Response && error.cause.status >= 500) return 'unavailable';
  return 'untrusted';
};

/**
 * Checks the parameters of the redirect, which come from the browser: a wrong one is no failure of the provider (RFC 9207, section 2.4,
 * for `iss`).
 * @throws IdentityError denied
 */
const checkRedirect = ({ code, iss, error }: IdentityCallback, provider: ServerMetadata): void => {
  const isOtherIssuer =
    iss === undefined ? provider.authorization_response_iss_parameter_supported === true : iss !== provider.issuer;
  if (isOtherIssuer) throw new IdentityError('denied', new Error('the redirect is not from the provider'));
  if (!code && !error) throw new IdentityError('denied', new Error('the redirect has no code'));
};

const readText = (claim: unknown): string => (typeof claim === 'string' ? claim.normalize('NFC').trim() : '');

/** First and last name; a single full name is split after its first word. */
const namesOf = (claims: Record<string, unknown>): Pick<IdentityClaims, 'firstName' | 'lastName'> => {
  const [first = '', ...rest] = readText(claims.name).split(/\s+/);
  return { firstName: readText(claims.given_name) || first, lastName: readText(claims.family_name) || rest.join(' ') };
};

/** Adapter for any OpenID Connect provider: authorization code flow with PKCE, state and nonce (OpenID Connect Core 3.1). */
export class OidcIdentity implements IdentityPort {
  readonly #settings: OidcSettings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** Reads the provider's discovery document and caches it. A failure is not cached. */
  #getConfiguration(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery } = await loadLibrary();
    const { issuer, clientId, clientSecret, timeoutSeconds = 10, fetch } = this.#settings;
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Settings allow http: only outside production.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      ...(fetch && { [customFetch]: fetch }),
    });
  }

  async startSignIn(): Promise<{ url: string; challenge: Challenge }> {
    try {
      const oidc = await loadLibrary();
      const configuration = await this.#getConfiguration();
      const challenge = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: this.#settings.redirectUri,
        scope: 'openid email profile',
        state: challenge.state,
        nonce: challenge.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(challenge.verifier),
        code_challenge_method: 'S256',
        // Users of a shared device choose their account each time.
        prompt: 'select_account',
      });
      return { url: url.href, challenge };
    } catch (error) {
      throw new IdentityError(reasonOf(error), error);
    }
  }

  async completeSignIn(callback: IdentityCallback, { state, nonce, verifier }: Challenge): Promise<IdentityClaims> {
    try {
      const oidc = await loadLibrary();
      const configuration = await this.#getConfiguration();
      checkRedirect(callback, configuration.serverMetadata());
      const callbackUrl = new URL(this.#settings.redirectUri);
      for (const [name, value] of Object.entries(callback))
        if (value !== undefined) callbackUrl.searchParams.set(name, value);
      const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const idClaims = tokens.claims();
      if (!idClaims) throw new Error('The token response has no id token.');
      // Some providers return the email only from the userinfo endpoint.
      const claims =
        idClaims.email === undefined
          ? { ...idClaims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, idClaims.sub)) }
          : idClaims;
      return {
        issuer: idClaims.iss,
        subject: idClaims.sub,
        email: readText(claims.email),
        // Google has returned this claim as text.
        emailVerified: claims.email_verified === true || String(claims.email_verified) === 'true',
        ...namesOf(claims),
      };
    } catch (error) {
      throw error instanceof IdentityError ? error : new IdentityError(reasonOf(error), error);
    }
  }
}
