import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account, Provider } from 'oidc-provider';
import type { CustomFetch } from 'openid-client';
import { MemoryAdapter } from './memory-adapter.ts';
import { OidcIdentity } from './oidc.identity.ts';

/** A user of the sandbox's identity provider. */
export type SandboxUser = { name: string; email: string; verified: boolean };

/** Demo users. */
export const DEMO_USERS: readonly SandboxUser[] = [
  { name: 'Adaeze Nwosu', email: 'adaeze@people.example', verified: true },
  { name: 'Kwame Mensah', email: 'kwame@people.example', verified: true },
  { name: 'Zainab Bello', email: 'zainab@people.example', verified: true },
  { name: 'Tunde Afolabi', email: 'tunde@people.example', verified: false },
];

/** Maximum number of stored users; the oldest are evicted. */
const MAX_USERS = 1000;
const SCOPES = 'openid email profile';

type SandboxIdentitySettings = {
  /** The issuer URL, below the shop's origin. */
  issuer: string;
  /** The redirect URI of the shop. */
  redirectUri: string;
};

/**
 * A real OpenID Connect provider inside the shop, for development. Users enter any name and email address without a password.
 */
export class SandboxIdentity extends OidcIdentity {
  readonly #settings: SandboxIdentitySettings;
  readonly #clientSecret: string;
  readonly #users = new Map<string, SandboxUser>();
  #provider: Promise<Provider> | undefined;

  constructor(settings: SandboxIdentitySettings) {
    const clientSecret = randomBytes(24).toString('base64url');
    // Call the provider in process, because the shop may not reach its own public URL.
    const fetch: CustomFetch = (url, request) => this.#fetch(url, request);
    super({ ...settings, clientId: 'shop', clientSecret, fetch });
    this.#settings = settings;
    this.#clientSecret = clientSecret;
  }

  /** The client's registration, for tests that open a second shop with this provider. */
  get client(): { clientId: string; clientSecret: string } & SandboxIdentitySettings {
    return { ...this.#settings, clientId: 'shop', clientSecret: this.#clientSecret };
  }

  /** Handles a request below the issuer URL. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.#getProvider();
    const { pathname, host, protocol } = new URL(this.#settings.issuer);
    // oidc-provider builds its URLs from `originalUrl`, as Express sets it.
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.slice(pathname.length) || '/';
    // The issuer must not depend on the request's host.
    Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    await provider.callback()(request, response);
  }

  /** Whether the request's browser has a pending interaction. */
  async hasPendingInteraction(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const provider = await this.#getProvider();
    return provider.interactionDetails(request, response).then(
      () => true,
      () => false,
    );
  }

  /** Completes the interaction with a user, or denies it when the user is undefined. @returns the redirect URL */
  async finishInteraction(
    request: IncomingMessage,
    response: ServerResponse,
    user: SandboxUser | undefined,
  ): Promise<string> {
    const provider = await this.#getProvider();
    if (!user) return provider.interactionResult(request, response, { error: 'access_denied' });
    const accountId = this.#storeUser(user);
    return provider.interactionResult(request, response, { select_account: {}, login: { accountId } });
  }

  /** Stores the user with a stable subject per email address. */
  #storeUser(user: SandboxUser): string {
    const subject = createHash('sha256').update(user.email.toLowerCase()).digest('hex').slice(0, 21);
    this.#users.delete(subject);
    this.#users.set(subject, user);
    const [first] = this.#users.keys();
    if (this.#users.size > MAX_USERS && first !== undefined) this.#users.delete(first);
    return subject;
  }

  #findAccount(subject: string): Account | undefined {
    const user = this.#users.get(subject);
    if (!user) return undefined;
    const [given_name = '', ...family] = user.name.split(/\s+/);
    const { name, email, verified: email_verified } = user;
    const claims = { sub: subject, email, email_verified, name, given_name, family_name: family.join(' ') };
    return { accountId: subject, claims: () => claims };
  }

  #getProvider(): Promise<Provider> {
    this.#provider ??= this.#createProvider();
    return this.#provider;
  }

  async #createProvider(): Promise<Provider> {
    const { Provider, interactionPolicy } = await import('oidc-provider');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const policy = interactionPolicy.base();
    policy.remove('consent');
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
    const { issuer, redirectUri } = this.#settings;
    const provider = new Provider(issuer, {
      adapter: () => new MemoryAdapter(),
      clients: [
        {
          client_id: 'shop',
          client_secret: this.#clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      // Like Google, include the claims in the id token.
      conformIdTokenClaims: false,
      cookies: { keys: [randomBytes(24).toString('base64url')] },
      // Several tabs may sign in at once.
      expiresWithSession: () => false,
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
      findAccount: (_, subject) => this.#findAccount(subject),
      interactions: { policy, url: () => `${new URL(issuer).pathname}/people` },
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
      // Skip the consent page.
      loadExistingGrant: async ({ oidc }) => {
        const { client, session } = oidc;
        if (!client || !session?.accountId) return undefined;
        const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope(SCOPES);
        await grant.save();
        return grant;
      },
      pkce: { required: () => true },
      renderError: (ctx, { error }) => {
        ctx.type = 'text/plain';
        ctx.body = `The sandbox's identity provider refused this request: ${error}. Start the sign-in again in the shop.`;
      },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    });
    provider.proxy = true;
    return provider;
  }

  async #fetch(...[url, { method, headers, body }]: Parameters<CustomFetch>): Promise<Response> {
    const { inject } = await import('light-my-request');
    const response = await inject(
      (request, reply) => void this.handle(request, reply).catch((error) => reply.destroy(error)),
      {
        method,
        url,
        headers,
        ...(body && { payload: String(body) }),
      },
    );
    return new Response(response.rawPayload, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    });
  }
}
