import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { afterEach, expect, it } from 'vitest';
import { MemoryAdapter } from './memory-adapter.ts';
import { OidcIdentity } from './oidc.identity.ts';

const REDIRECT_URI = 'http://shop.test/back';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CLIENT = { clientId: 'shop', clientSecret: 'hush' };

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts an OpenID provider that signs in one user with these claims, without a page. @returns its issuer URL */
const startProvider = async (claims: Record<string, unknown>, settings: Configuration = {}): Promise<string> => {
  let handle = (_request: IncomingMessage, response: ServerResponse): unknown => response.end();
  server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    adapter: () => new MemoryAdapter(),
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [REDIRECT_URI] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
    interactions: { policy, url: () => '/interaction' },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: 'user-7' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...settings,
  });
  const handleByProvider = provider.callback();
  handle = async (request, response) => {
    if (request.url !== '/interaction') return handleByProvider(request, response);
    const login = { accountId: 'user-7' };
    const location = await provider.interactionResult(request, response, { login, select_account: {} });
    return response.writeHead(303, { location }).end();
  };
  return issuer;
};

/** Follows the redirects with cookies, as a browser does. @returns the parameters of the redirect to the shop */
const followRedirects = async (authorizationUrl: string): Promise<Record<string, string>> => {
  const cookies = new Map<string, string>();
  for (let url = authorizationUrl; ; ) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    url = new URL(response.headers.get('location') ?? '', url).href;
    if (url.startsWith(REDIRECT_URI)) return Object.fromEntries(new URL(url).searchParams);
  }
};
const signIn = async (issuer: string) => {
  const identity = new OidcIdentity({ issuer, redirectUri: REDIRECT_URI, ...CLIENT });
  const { url, challenge } = await identity.startSignIn();
  return identity.completeSignIn(await followRedirects(url), challenge);
};

it.each([
  ['in the id token', { conformIdTokenClaims: false }],
  ['from the userinfo endpoint', { conformIdTokenClaims: true }],
])('reads the claims %s', async (_, settings) => {
  const claims = { email: 'ada@mail.test', email_verified: true, given_name: 'Ada Ngozi', family_name: 'Obi' };
  const issuer = await startProvider(claims, settings);
  expect(await signIn(issuer)).toEqual({
    issuer,
    subject: 'user-7',
    email: 'ada@mail.test',
    emailVerified: true,
    firstName: 'Ada Ngozi',
    lastName: 'Obi',
  });
});

it.each([
  ['true', true],
  [true, true],
  ['false', false],
  [false, false],
  [undefined, false],
  [1, false],
])('reads email_verified %j as %s', async (email_verified, emailVerified) => {
  const claims = await signIn(await startProvider({ email: 'ada@mail.test', email_verified }));
  expect(claims.emailVerified).toBe(emailVerified);
});

it.each([
  [{ name: 'Ngozi Ada Eze' }, 'Ngozi', 'Ada Eze'],
  [{ name: 'Pelé' }, 'Pelé', ''],
  [{ name: 'N. Eze', given_name: 'Ngozi' }, 'Ngozi', 'Eze'],
  [{}, '', ''],
])('reads the names from %j', async (names, firstName, lastName) => {
  expect(await signIn(await startProvider({ email: 'a@mail.test', ...names }))).toMatchObject({ firstName, lastName });
});
