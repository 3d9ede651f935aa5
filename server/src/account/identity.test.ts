import { createServer } from 'node:http';
import {
  beginIdentityLogin,
  finishIdentityLogin,
  IDENTITY_CALLBACK_PAGE,
} from '@sokuwa/contract/account/identity.endpoints.ts';
import { API_PREFIX, type Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityClaims, IdentityPort } from '../ports/identity/identity.port.ts';
import { OidcIdentity, type OidcSettings } from '../ports/identity/oidc.identity.ts';
import { Browser } from '../testing/browser.ts';
import { hasBody } from '../testing/endpoints.ts';
import { PEOPLE_PAGE, personForm, signInAtProvider } from '../testing/identity.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const LOGIN = '/backend/accounts/google/login/';
const CALLBACK = '/backend/accounts/google/login/callback/';
type Words = Record<string, string>;
const signIn = async (
  words: Words,
  { browser = new Browser(shop.app), next }: { browser?: Browser; next?: string } = {},
) => browser.postJson(CALLBACK, await signInAtProvider(browser, words, next));
const profile = async ({ token }: { token: string }) =>
  (await shop.app.inject({ url: '/backend/profile/', headers: { authorization: `Token ${token}` } })).json();
const accounts = (email: string) =>
  shop.db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute();

it('a sign-in begins at the provider, with state, nonce and PKCE', { tags: ['@ACCOUNT-28'] }, async () => {
  const answer = await shop.app.inject({ url: LOGIN });
  expect(answer.statusCode).toBe(200);
  const { searchParams } = new URL(answer.json().authorization_url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

describe('whoever signs in', () => {
  it('for the first time gets an account, a welcome, and tokens as a login gives them', {
    tags: ['@ACCOUNT-29', '@ACCOUNT-33'],
  }, async () => {
    const answer = await signIn(personForm({ email: 'New.Person@mail.test', name: 'Ngozi Ada Eze' }), {
      next: '/cart?a=1',
    });
    expect(answer.statusCode).toBe(200);
    const signedIn = answer.json();
    expect(Object.keys(signedIn).toSorted()).toEqual(['merchant_token', 'next', 'token']);
    expect(signedIn.next).toBe('/cart?a=1');
    expect((await profile(signedIn)).user).toEqual({
      first_name: 'Ngozi',
      last_name: 'Ada Eze',
      email: 'New.Person@mail.test',
    });
    await shop.jobs.runDue();
    expect((await shop.mailbox.read('new.person@mail.test')).map(({ subject }) => subject)).toEqual([
      'Welcome to Sokuwa',
    ]);
    const [account] = await accounts('new.person@mail.test');
    expect(account).toMatchObject({ password_hash: null, verified_at: expect.any(Date) });
  });

  it('again is the same, whatever has become of their address here', async () => {
    const words = personForm({ email: 'again@mail.test' });
    await signIn(words);
    await shop.db
      .updateTable('account')
      .set({ email: 'elsewhere@mail.test' })
      .where('email', '=', 'again@mail.test')
      .execute();
    const signedIn = (await signIn(words)).json();
    expect((await profile(signedIn)).user.email).toBe('elsewhere@mail.test');
    expect(await accounts('again@mail.test')).toEqual([]);
  });

  it('has the account of their proven address, with its password and names', async () => {
    await addAccount(shop.db, { email: 'Has@mail.test', first_name: 'Hauwa', password_hash: 'kept' });
    const signedIn = (await signIn(personForm({ email: 'has@mail.test' }))).json();
    expect((await profile(signedIn)).user.first_name).toBe('Hauwa');
    expect(await accounts('has@mail.test')).toMatchObject([{ password_hash: 'kept' }]);
  });

  it('takes over what a stranger registered under their address without proof', { tags: ['@ACCOUNT-35'] }, async () => {
    await addAccount(shop.db, {
      email: 'victim@mail.test',
      first_name: 'Thief',
      password_hash: 'known to the thief',
      verified_at: null,
    });
    const signedIn = (await signIn(personForm({ email: 'victim@mail.test', name: 'Vera Victor' }))).json();
    expect((await profile(signedIn)).user).toMatchObject({ first_name: 'Vera', last_name: 'Victor' });
    expect(await accounts('victim@mail.test')).toMatchObject([{ password_hash: null, verified_at: expect.any(Date) }]);
    await shop.jobs.runDue();
    expect((await shop.mailbox.read('victim@mail.test')).map(({ text }) => text.includes('Welcome, Vera'))).toEqual([
      true,
    ]);
  });

  it('finds who vouches for them in the export of their data, and nowhere once the account is deleted', async () => {
    const { token } = (await signIn(personForm({ email: 'export@mail.test' }))).json();
    const headers = { authorization: `Token ${token}` };
    const exported = (await shop.app.inject({ url: '/backend/user-data-export/', headers })).json();
    const [identity] = exported.identities;
    expect(identity).toEqual({
      issuer: 'http://shop.test/sandbox/identity',
      subject: expect.stringMatching(/^[\da-f]{21}$/),
      since: expect.any(String),
    });
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    const left = shop.db.selectFrom('identity').select('subject').where('subject', '=', identity.subject);
    expect(await left.execute()).toEqual([]);
    expect((await signIn(personForm({ email: 'export@mail.test' }))).statusCode).toBe(200);
  });

  it('twice at once has one account', async () => {
    const words = personForm({ email: 'twice@mail.test' });
    const answers = await Promise.all([signIn(words), signIn(words), signIn(words)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await accounts('twice@mail.test')).toHaveLength(1);
    await shop.jobs.runDue();
    expect(await shop.mailbox.read('twice@mail.test')).toHaveLength(1);
  });

  it('while somebody registers their address has that account, once it is there', async () => {
    const browser = new Browser(shop.app);
    const answer = await signInAtProvider(browser, personForm({ email: 'racing@mail.test' }));
    let signingIn: ReturnType<Browser['postJson']> | undefined;
    const id = await shop.db.transaction().execute(async (trx) => {
      const registered = await addAccount(trx, { email: 'Racing@mail.test', password_hash: 'x', verified_at: null });
      signingIn = browser.postJson(CALLBACK, answer);
      await waitUntilBlocked(shop.db, 1);
      return registered;
    });
    expect((await signingIn)?.statusCode).toBe(200);
    expect(await accounts('racing@mail.test')).toMatchObject([{ id, password_hash: null }]);
  });

  it('in two tabs of a browser ends both', async () => {
    const browser = new Browser(shop.app);
    const first = await signInAtProvider(browser, personForm({ email: 'tabs@mail.test' }), '/first');
    const second = await signInAtProvider(browser, personForm({ email: 'tabs@mail.test' }), '/second');
    expect((await browser.postJson(CALLBACK, first)).json().next).toBe('/first');
    expect((await browser.postJson(CALLBACK, second)).json().next).toBe('/second');
  });

  it.each<[string, Partial<IdentityClaims>, object | undefined]>([
    ['no name is called by their address', { firstName: '' }, { first_name: 'nameless', last_name: 'Obi' }],
    [
      'an endless name has as much of it as a form takes',
      { firstName: `\u202eA\0${'da'.repeat(100)}`, lastName: ' \n' },
      { first_name: `A${'da'.repeat(100)}`.slice(0, 80), last_name: '' },
    ],
    ['no address is not signed in', { email: '' }, undefined],
    ['an address that a form would not take is not signed in', { email: 'a\0b@mail.test' }, undefined],
  ])('with %s', async (_, said, names) => {
    const person = { issuer: 'https://id.test', subject: '7', email: 'nameless@mail.test', emailVerified: true };
    const odd: IdentityPort = {
      startSignIn: () => shop.provider.startSignIn(),
      completeSignIn: async () => ({ ...person, firstName: 'Ada', lastName: 'Obi', ...said }),
    };
    const other = await openTestShop({}, undefined, { identity: odd });
    const browser = new Browser(other.app);
    const state = new URL((await browser.get(LOGIN)).json().authorization_url).searchParams.get('state');
    const answer = await browser.postJson(CALLBACK, { code: 'c', state });
    if (!names) expectRefusal(answer, 'identity_untrusted');
    const found = other.db.selectFrom('account').select(['first_name', 'last_name']);
    expect(await found.execute()).toEqual(names ? [names] : []);
    await other.close();
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/a b', 'cart', `/${'x'.repeat(3000)}`])(
    'is led back within the shop only: %.30s',
    { tags: ['@ACCOUNT-22'] },
    async (next) => {
      expect((await signIn(personForm({ email: 'next@mail.test' }), { next })).json().next).toBe('/');
    },
  );
});

it('the cookie is for this call alone: no script reads it, no other site sends it', async () => {
  const cookie = String((await shop.app.inject({ url: LOGIN })).headers['set-cookie']);
  const [pair, ...attributes] = cookie.split('; ');
  expect(pair).toMatch(/^identity=[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/backend/accounts/google', 'SameSite=Lax']);
  const secure = await openTestShop({ PUBLIC_URL: 'https://shop.test' });
  expect(String((await secure.app.inject({ url: LOGIN })).headers['set-cookie'])).toMatch(/; Secure(;|$)/);
  await secure.close();
});

describe('refused is', () => {
  it('a no of the person or the provider', { tags: ['@ACCOUNT-37'] }, async () => {
    expectRefusal(await signIn({ no: '1' }), 'identity_denied');
  });

  it('an address that the provider has not verified, whether it has an account or not', {
    tags: ['@ACCOUNT-34', '@ACCOUNT-37'],
  }, async () => {
    await addAccount(shop.db, { email: 'target@mail.test' });
    for (const email of ['target@mail.test', 'unproven@mail.test'])
      expectRefusal(await signIn({ name: 'Thief', email }), 'identity_unverified');
    expect(await accounts('unproven@mail.test')).toEqual([]);
  });

  it('an answer that was used before', { tags: ['@ACCOUNT-36'] }, async () => {
    const browser = new Browser(shop.app);
    const answer = await signInAtProvider(browser, personForm({ email: 'used@mail.test' }));
    expect((await browser.postJson(CALLBACK, answer)).statusCode).toBe(200);
    expectRefusal(await browser.postJson(CALLBACK, answer), 'identity_expired');
  });

  it('a code that was used before', { tags: ['@ACCOUNT-36'] }, async () => {
    const browser = new Browser(shop.app);
    const used = await signInAtProvider(browser, personForm({ email: 'code@mail.test' }));
    expect((await browser.postJson(CALLBACK, used)).statusCode).toBe(200);
    const begun = await browser.get(LOGIN);
    const state = new URL(begun.json().authorization_url).searchParams.get('state');
    expectRefusal(await browser.postJson(CALLBACK, { ...used, state }), 'identity_denied');
  });

  it('an answer to what another browser asked, which that browser can still give', {
    tags: ['@ACCOUNT-36'],
  }, async () => {
    const [victim, thief] = [new Browser(shop.app), new Browser(shop.app)];
    const answer = await signInAtProvider(thief, personForm({ email: 'thief@mail.test' }));
    expectRefusal(await victim.postJson(CALLBACK, answer), 'identity_expired');
    await victim.get(LOGIN);
    expectRefusal(await victim.postJson(CALLBACK, answer), 'identity_expired');
    expect((await thief.postJson(CALLBACK, answer)).statusCode).toBe(200);
  });

  it('an answer that comes too late', { tags: ['@ACCOUNT-37'] }, async () => {
    const browser = new Browser(shop.app);
    const answer = await signInAtProvider(browser, personForm({ email: 'late@mail.test' }));
    await shop.db
      .updateTable('identity_challenge')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expectRefusal(await browser.postJson(CALLBACK, answer), 'identity_expired');
  });

  it.each([{}, { code: 'x' }, { code: 'x', state: '' }, { state: 'unknown' }])(
    'an answer to nothing: %o',
    { tags: ['@ACCOUNT-36'] },
    async (answer) => {
      const browser = new Browser(shop.app);
      expectRefusal(await browser.postJson(CALLBACK, answer), 'identity_expired');
      await browser.get(LOGIN);
      expectRefusal(await browser.postJson(CALLBACK, answer), 'identity_expired');
    },
  );

  it.each([[{ code: 7 }], [{ state: 'x'.repeat(5000) }], [[]], [null]])('nonsense: %#', async (answer) => {
    expectRefusal(await new Browser(shop.app).postJson(CALLBACK, answer), 'invalid_input');
  });
});

describe('any call of a sign-in', () => {
  const calls = [beginIdentityLogin, finishIdentityLogin].map((call) => [call.path, call] as const);
  const state = 'x';
  const headers = { cookie: `identity=${'A'.repeat(43)}` };
  const send = (
    app: FastifyInstance,
    call: Endpoint,
    payload: object | string = { state },
    type = 'application/json',
  ) =>
    app.inject({
      method: call.method,
      url: API_PREFIX + call.path,
      headers: { ...headers, ...(hasBody(call) && { 'content-type': type }) },
      ...(hasBody(call) && { payload }),
    });

  it.each(calls)('%s says so when the database is away', async (_, call) => {
    const dead = await openShopWithoutDatabase();
    const answer = await send(dead, call);
    expectRefusal(answer, 'database_unavailable');
    expect(answer.headers['retry-after']).toBe('2');
    await dead.close();
  });

  it.each(calls)('%s is counted', async (_, call) => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001' });
    await strict.app.inject({ url: '/backend/countries/' });
    expectRefusal(await send(strict.app, call), 'too_many_requests');
    await strict.close();
  });

  it('takes JSON of some size only', async () => {
    expectRefusal(await send(shop.app, finishIdentityLogin, '{'), 'invalid_json');
    expectRefusal(await send(shop.app, finishIdentityLogin, 'a=1', 'text/plain'), 'unsupported_media_type');
    expectRefusal(await send(shop.app, finishIdentityLogin, { x: 'y'.repeat(300_000) }), 'payload_too_large');
  });
});

describe('a provider that', () => {
  /** A shop whose provider is the real one, reached by a line that does something to its answers. */
  const openBad = async (line: NonNullable<OidcSettings['fetch']>, settings: Partial<OidcSettings> = {}) =>
    openTestShop({}, undefined, {
      identity: new OidcIdentity({ ...shop.provider.client, fetch: line, ...settings }),
    });
  const through = (path: RegExp, spoil: (answer: Response) => Promise<Response>) => {
    const server = createServer((request, response) => void shop.provider.handle(request, response)).listen(
      0,
      '127.0.0.1',
    );
    const line: NonNullable<OidcSettings['fetch']> = async (url, request) => {
      const address = server.address();
      const local = new URL(url);
      local.port = String(typeof address === 'object' && address ? address.port : 0);
      local.hostname = '127.0.0.1';
      const { method, headers, body, signal } = request;
      const answer = await fetch(local, {
        method,
        headers,
        ...(body && { body: String(body) }),
        ...(signal && { signal }),
      });
      return path.test(local.pathname) ? spoil(answer) : answer;
    };
    return { server, line };
  };
  const forever = (signal: AbortSignal | undefined) =>
    new Promise<Response>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));

  it.each<
    [
      string,
      Partial<OidcSettings>,
      NonNullable<OidcSettings['fetch']>,
      'identity_provider_unavailable' | 'identity_untrusted',
    ]
  >([
    [
      'is away',
      {},
      async () => {
        throw new TypeError('fetch failed');
      },
      'identity_provider_unavailable',
    ],
    ['says nothing', { timeoutSeconds: 0.05 }, (_, { signal }) => forever(signal), 'identity_provider_unavailable'],
    ['is broken', {}, async () => new Response('Bad gateway', { status: 502 }), 'identity_provider_unavailable'],
    ['talks of something else', {}, async () => new Response('<h1>Hotel WLAN</h1>'), 'identity_untrusted'],
    ['is another', {}, async () => Response.json({ issuer: 'https://evil.test' }), 'identity_untrusted'],
  ])('%s keeps nobody waiting, and is asked again', { tags: ['@ACCOUNT-37'] }, async (_, settings, line, refusal) => {
    let well = false;
    const { server, line: good } = through(/./, async (answer) => answer);
    const other = await openBad((...call) => (well ? good(...call) : line(...call)), settings);
    expectRefusal(await other.app.inject({ url: LOGIN }), refusal);
    well = true;
    expect((await other.app.inject({ url: LOGIN })).statusCode).toBe(200);
    await other.close();
    server.close();
  });

  it.each<
    [string, RegExp, (answer: Response) => Promise<Response>, 'identity_provider_unavailable' | 'identity_untrusted']
  >([
    [
      'breaks at the last step',
      /token$/,
      async () => new Response('', { status: 500 }),
      'identity_provider_unavailable',
    ],
    [
      'hangs at the last step',
      /token$/,
      async () => Promise.reject(new DOMException('', 'TimeoutError')),
      'identity_provider_unavailable',
    ],
    ['gives no token', /token$/, async () => Response.json({ hello: 'you' }), 'identity_untrusted'],
    [
      'knows another shop',
      /token$/,
      async () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      'identity_untrusted',
    ],
    [
      'gives a token that somebody changed',
      /token$/,
      async (answer) => {
        const tokens = (await answer.json()) as { id_token: string };
        const [head, body = '', seal] = tokens.id_token.split('.');
        const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
        const changed = Buffer.from(JSON.stringify({ ...claims, aud: 'another' })).toString('base64url');
        return Response.json({ ...tokens, id_token: [head, changed, seal].join('.') });
      },
      'identity_untrusted',
    ],
    ['tells other claims than it signed', /./, async (answer) => answer, 'identity_untrusted'],
  ])('%s signs nobody in', { tags: ['@ACCOUNT-36', '@ACCOUNT-37'] }, async (name, path, spoil, refusal) => {
    const { server, line } = through(path, spoil);
    const other = await openBad(line);
    const browser = new Browser(other.app);
    const url = new URL((await browser.get(LOGIN)).json().authorization_url);
    // The nonce is what ties the token to this browser's question.
    if (name.startsWith('tells')) url.searchParams.set('nonce', 'another');
    const person = new Browser(shop.app);
    await person.follow(await person.get(url.href), PEOPLE_PAGE);
    const told = await person.postForm(PEOPLE_PAGE, personForm({ email: 'spoilt@mail.test' }));
    const back = await person.follow(told, IDENTITY_CALLBACK_PAGE);
    expectRefusal(await browser.postJson(CALLBACK, Object.fromEntries(back.searchParams)), refusal);
    expect(await other.db.selectFrom('account').select('id').execute()).toEqual([]);
    await other.close();
    server.close();
  });
});

describe('the sandbox’s provider', () => {
  it('asks who somebody is', { tags: ['@SANDBOX-7'] }, async () => {
    const browser = new Browser(shop.app);
    const { authorization_url } = (await browser.get(LOGIN)).json();
    const page = await browser.get((await browser.follow(await browser.get(authorization_url), PEOPLE_PAGE)).href);
    expect(page.body).toContain('Choose a user');
    expect(page.body).toContain('Adaeze Nwosu');
    expect(page.body).not.toContain('<script');
  });

  it('offers demo people', { tags: ['@SANDBOX-7'] }, async () => {
    const signedIn = (await signIn({ demo: '1' })).json();
    expect((await profile(signedIn)).user).toEqual({
      first_name: 'Kwame',
      last_name: 'Mensah',
      email: 'kwame@people.example',
    });
    expectRefusal(await signIn({ demo: '3' }), 'identity_unverified');
    const page = await shop.app.inject({ url: '/sandbox/identity' });
    expect(page.body).toContain('Adaeze Nwosu');
    expect((await shop.app.inject({ url: '/sandbox' })).body).toContain('href="/sandbox/identity"');
  });

  it('asks again who wrote nonsense, and nobody who did not come from the shop', async () => {
    const browser = new Browser(shop.app);
    const { authorization_url } = (await browser.get(LOGIN)).json();
    await browser.follow(await browser.get(authorization_url), PEOPLE_PAGE);
    for (const words of [{}, { demo: '9' }, { name: '', email: 'a@mail.test' }, { name: 'A', email: 'nobody' }]) {
      const again = await browser.postForm(PEOPLE_PAGE, words as Words);
      expect([again.statusCode, again.headers.location]).toEqual([303, PEOPLE_PAGE]);
    }
    const stranger = new Browser(shop.app);
    expect((await stranger.get(PEOPLE_PAGE)).statusCode).toBe(400);
    expect((await stranger.postForm(PEOPLE_PAGE, { demo: '0' })).statusCode).toBe(400);
  });

  it('sends nobody to another place than the shop', async () => {
    const url = new URL((await shop.app.inject({ url: LOGIN })).json().authorization_url);
    url.searchParams.set('redirect_uri', 'https://evil.test/');
    const answer = await new Browser(shop.app).get(url.href);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });
});
