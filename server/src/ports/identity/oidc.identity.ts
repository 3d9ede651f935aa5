import type { Configuration, CustomFetch } from 'openid-client';
import { type Answer, type Challenge, IdentityError, type IdentityPort, type Person } from './identity.port.ts';

/** Loaded with the first sign-in. */
const load = () => import('openid-client');

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The page that the provider sends browsers back to, as it is registered there. */
  redirectUri: string;
  /** Seconds that the provider may take for each answer. */
  timeout?: number;
  /** What reaches the provider; the network when left out. */
  fetch?: CustomFetch;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What the library's errors mean (openid-client 6). */
const reasonOf = (error: unknown): IdentityError['reason'] => {
  if (!(error instanceof Error)) return 'untrusted';
  // The person or the provider said no; or the code was used, or ran out.
  if (codeOf(error) === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return 'denied';
  if ('error' in error && error.error === 'invalid_grant') return 'denied';
  // fetch's own error when nobody is there.
  if (['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(codeOf(error)) || error instanceof TypeError) return 'away';
  if (error.cause instanceof Response && error.cause.status >= 500) return 'away';
  return 'untrusted';
};

const text = (claim: unknown): string => (typeof claim === 'string' ? claim.normalize('NFC').trim() : '');

/** First and last name; where only the whole is known, its first word is the first name. */
const namesOf = (claims: Record<string, unknown>): Pick<Person, 'firstName' | 'lastName'> => {
  const [first = '', ...rest] = text(claims.name).split(/\s+/);
  return { firstName: text(claims.given_name) || first, lastName: text(claims.family_name) || rest.join(' ') };
};

/** Any OpenID Connect provider, by authorization code with PKCE, state and nonce (OpenID Connect Core, section 3.1). */
export class OidcIdentity implements IdentityPort {
  readonly #settings: OidcSettings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: OidcSettings) {
    this.#settings = settings;
  }

  /** The provider's description of itself, fetched once; a provider that was away is asked again. */
  #configure(): Promise<Configuration> {
    this.#configuration ??= this.#discover().catch((error) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery } = await load();
    const { issuer, clientId, clientSecret, timeout = 10, fetch } = this.#settings;
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout,
      // The settings let a provider be reached without TLS outside production only.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      ...(fetch && { [customFetch]: fetch }),
    });
  }

  async ask(): Promise<{ url: string; challenge: Challenge }> {
    try {
      const oidc = await load();
      const configuration = await this.#configure();
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
        // Whoever shares a device says each time who they are.
        prompt: 'select_account',
      });
      return { url: url.href, challenge };
    } catch (error) {
      throw new IdentityError(reasonOf(error), error);
    }
  }

  async check(answer: Answer, { state, nonce, verifier }: Challenge): Promise<Person> {
    try {
      const oidc = await load();
      const configuration = await this.#configure();
      const address = new URL(this.#settings.redirectUri);
      for (const [name, value] of Object.entries(answer))
        if (value !== undefined) address.searchParams.set(name, value);
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const said = tokens.claims();
      if (!said) throw new Error('no id token');
      // Some providers tell the address only when they are asked for it.
      const claims =
        said.email === undefined
          ? { ...said, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, said.sub)) }
          : said;
      return {
        issuer: said.iss,
        subject: said.sub,
        email: text(claims.email),
        // Google has said it in words.
        emailVerified: claims.email_verified === true || String(claims.email_verified) === 'true',
        ...namesOf(claims),
      };
    } catch (error) {
      throw new IdentityError(reasonOf(error), error);
    }
  }
}
