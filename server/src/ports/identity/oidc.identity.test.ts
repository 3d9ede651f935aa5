import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import { afterEach, expect, it } from 'vitest';
import { MemoryAdapter } from './memory-adapter.ts';
import { OidcIdentity } from './oidc.identity.ts';

const REDIRECT = 'http://shop.test/back';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const CLIENT = { clientId: 'shop', clientSecret: 'hush' };

let server: Server | undefined;
afterEach(() => server?.close());

/** A provider somewhere else, reached over the network, where one person with these claims is always at the desk. */
const openProvider = async (claims: Record<string, unknown>, settings: Configuration = {}): Promise<string> => {
  let answer = (_request: IncomingMessage, response: ServerResponse): unknown => response.end();
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(issuer, {
    adapter: () => new MemoryAdapter(),
    clients: [{ client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [REDIRECT] }],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
    interactions: { policy, url: () => '/desk' },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: 'person-7' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ...settings,
  });
  const handle = provider.callback();
  answer = async (request, response) => {
    if (request.url !== '/desk') return handle(request, response);
    const login = { accountId: 'person-7' };
    const location = await provider.interactionResult(request, response, { login, select_account: {} });
    return response.writeHead(303, { location }).end();
  };
  return issuer;
};

/** Walks through the provider as a browser does. @returns what stands in the address that leads back to the shop */
const walk = async (from: string): Promise<Record<string, string>> => {
  const cookies = new Map<string, string>();
  for (let url = from; ; ) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    url = new URL(answer.headers.get('location') ?? '', url).href;
    if (url.startsWith(REDIRECT)) return Object.fromEntries(new URL(url).searchParams);
  }
};
const signIn = async (issuer: string) => {
  const identity = new OidcIdentity({ issuer, redirectUri: REDIRECT, ...CLIENT });
  const { url, challenge } = await identity.startSignIn();
  return identity.completeSignIn(await walk(url), challenge);
};

it.each([
  ['in the id token', { conformIdTokenClaims: false }],
  ['when asked for it', { conformIdTokenClaims: true }],
])('a provider that tells the address %s is understood', async (_, settings) => {
  const claims = { email: 'ada@mail.test', email_verified: true, given_name: 'Ada Ngozi', family_name: 'Obi' };
  const issuer = await openProvider(claims, settings);
  expect(await signIn(issuer)).toEqual({
    issuer,
    subject: 'person-7',
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
])('email_verified: %j is %s', async (email_verified, proven) => {
  const person = await signIn(await openProvider({ email: 'ada@mail.test', email_verified }));
  expect(person.emailVerified).toBe(proven);
});

it.each([
  [{ name: 'Ngozi Ada Eze' }, 'Ngozi', 'Ada Eze'],
  [{ name: 'Pelé' }, 'Pelé', ''],
  [{ name: 'N. Eze', given_name: 'Ngozi' }, 'Ngozi', 'Eze'],
  [{}, '', ''],
])('the names in %j', async (names, firstName, lastName) => {
  expect(await signIn(await openProvider({ email: 'a@mail.test', ...names }))).toMatchObject({ firstName, lastName });
});
