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
import { lastLink, logIn, post, registration } from '../testing/account.ts';
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
const signIn = async (
  fields: Record<string, string>,
  { browser = new Browser(shop.app), next }: { browser?: Browser; next?: string } = {},
) => browser.postJson(CALLBACK, await signInAtProvider(browser, fields, next));
const readProfile = async ({ token }: { token: string }) =>
  (await shop.app.inject({ url: '/backend/profile/', headers: { authorization: `Token ${token}` } })).json();
const selectAccounts = (email: string) =>
  shop.db
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .execute();

it('a sign-in starts with an authorization URL with state, nonce and PKCE', { tags: ['@ACCOUNT-28'] }, async () => {
  const response = await shop.app.inject({ url: LOGIN });
  expect(response.statusCode).toBe(200);
  const { searchParams } = new URL(response.json().authorization_url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

describe('a sign-in', () => {
  it('creates an account, sends a welcome mail and returns the tokens of a login', {
    tags: ['@ACCOUNT-29', '@ACCOUNT-33'],
  }, async () => {
    const response = await signIn(personForm({ email: 'New.Person@mail.test', name: 'Ngozi Ada Eze' }), {
      next: '/cart?a=1',
    });
    expect(response.statusCode).toBe(200);
    const signedIn = response.json();
    expect(Object.keys(signedIn).toSorted()).toEqual(['merchant_token', 'next', 'token']);
    expect(signedIn.next).toBe('/cart?a=1');
    expect((await readProfile(signedIn)).user).toEqual({
      first_name: 'Ngozi',
      last_name: 'Ada Eze',
      email: 'New.Person@mail.test',
    });
    await shop.jobs.runDue();
    expect((await shop.mailbox.read('new.person@mail.test')).map(({ subject }) => subject)).toEqual([
      'Welcome to Sokuwa',
    ]);
    const [account] = await selectAccounts('new.person@mail.test');
    expect(account).toMatchObject({ password_hash: null, verified_at: expect.any(Date) });
  });

  it('finds a linked account also after its email address was changed', async () => {
    const fields = personForm({ email: 'linked@mail.test' });
    await signIn(fields);
    await shop.db
      .updateTable('account')
      .set({ email: 'changed@mail.test' })
      .where('email', '=', 'linked@mail.test')
      .execute();
    const signedIn = (await signIn(fields)).json();
    expect((await readProfile(signedIn)).user.email).toBe('changed@mail.test');
    expect(await selectAccounts('linked@mail.test')).toEqual([]);
  });

  it('links the account with the verified email address and leaves its password and names unchanged', async () => {
    await addAccount(shop.db, { email: 'Has@mail.test', first_name: 'Hauwa', password_hash: 'existing' });
    const signedIn = (await signIn(personForm({ email: 'has@mail.test' }))).json();
    expect((await readProfile(signedIn)).user.first_name).toBe('Hauwa');
    expect(await selectAccounts('has@mail.test')).toMatchObject([{ password_hash: 'existing' }]);
  });

  it('reports a new sign-in of an existing account by mail, once', { tags: ['@ACCOUNT-142'] }, async () => {
    await addAccount(shop.db, { email: 'reported@mail.test', password_hash: 'existing' });
    for (let round = 0; round < 2; round++)
      expect((await signIn(personForm({ email: 'reported@mail.test' }))).statusCode).toBe(200);
    await shop.jobs.runDue();
    const mails = await shop.mailbox.read('reported@mail.test');
    expect(mails.map(({ subject }) => subject)).toEqual(['You can now sign in to Sokuwa with Google']);
  });

  it('keeps the password that the owner set by a mailed link, if a stranger registered the account', {
    tags: ['@ACCOUNT-139'],
  }, async () => {
    const form = registration({ email: 'owner@mail.test' });
    await post(shop, '/register/', form);
    await post(shop, '/password-reset', { email: form.email });
    const { uid, token } = await lastLink(shop, form.email);
    await post(shop, '/password-reset-confirm', { uid, token, new_password: 'the owner knows' });
    expect((await signIn(personForm({ email: form.email }))).statusCode).toBe(200);
    expect((await logIn(shop, form)).response.statusCode).toBe(401);
    expect((await logIn(shop, { ...form, password: 'the owner knows' })).response.statusCode).toBe(200);
  });

  it('takes over an unverified account with the same email address and removes its password', {
    tags: ['@ACCOUNT-35'],
  }, async () => {
    await addAccount(shop.db, {
      email: 'victim@mail.test',
      first_name: 'Attacker',
      password_hash: 'known to the attacker',
      verified_at: null,
    });
    const signedIn = (await signIn(personForm({ email: 'victim@mail.test', name: 'Vera Victor' }))).json();
    expect((await readProfile(signedIn)).user).toMatchObject({ first_name: 'Vera', last_name: 'Victor' });
    expect(await selectAccounts('victim@mail.test')).toMatchObject([
      { password_hash: null, verified_at: expect.any(Date) },
    ]);
    await shop.jobs.runDue();
    expect((await shop.mailbox.read('victim@mail.test')).map(({ text }) => text.includes('Welcome, Vera'))).toEqual([
      true,
    ]);
  });

  it('stores the identity, which the data export contains and the account deletion deletes', async () => {
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
    const rows = shop.db.selectFrom('identity').select('subject').where('subject', '=', identity.subject);
    expect(await rows.execute()).toEqual([]);
    expect((await signIn(personForm({ email: 'export@mail.test' }))).statusCode).toBe(200);
  });

  it('creates one account when sign-ins are concurrent', async () => {
    const fields = personForm({ email: 'twice@mail.test' });
    const responses = await Promise.all([signIn(fields), signIn(fields), signIn(fields)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await selectAccounts('twice@mail.test')).toHaveLength(1);
    await shop.jobs.runDue();
    expect(await shop.mailbox.read('twice@mail.test')).toHaveLength(1);
  });

  it('waits for a concurrent registration of its email address and takes over that account', async () => {
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email: 'racing@mail.test' }));
    let signingIn: ReturnType<Browser['postJson']> | undefined;
    const accountId = await shop.db.transaction().execute(async (trx) => {
      const registeredId = await addAccount(trx, { email: 'Racing@mail.test', password_hash: 'x', verified_at: null });
      signingIn = browser.postJson(CALLBACK, callback);
      await waitUntilBlocked(shop.db, 1);
      return registeredId;
    });
    expect((await signingIn)?.statusCode).toBe(200);
    expect(await selectAccounts('racing@mail.test')).toMatchObject([{ id: accountId, password_hash: null }]);
  });

  it('completes in two tabs of a browser', async () => {
    const browser = new Browser(shop.app);
    const first = await signInAtProvider(browser, personForm({ email: 'tabs@mail.test' }), '/first');
    const second = await signInAtProvider(browser, personForm({ email: 'tabs@mail.test' }), '/second');
    expect((await browser.postJson(CALLBACK, first)).json().next).toBe('/first');
    expect((await browser.postJson(CALLBACK, second)).json().next).toBe('/second');
  });

  it.each<[string, Partial<IdentityClaims>, object | undefined]>([
    [
      'no name gets the first part of the email address as first name',
      { firstName: '' },
      { first_name: 'nameless', last_name: 'Obi' },
    ],
    [
      'invalid characters and an overlong name gets a sanitized name',
      { firstName: `\u202eA\0${'da'.repeat(100)}`, lastName: ' \n' },
      { first_name: `A${'da'.repeat(100)}`.slice(0, 80), last_name: '' },
    ],
    ['no email address is refused', { email: '' }, undefined],
    ['an invalid email address is refused', { email: 'a\0b@mail.test' }, undefined],
  ])('with %s', async (_, overrides, names) => {
    const claims = { issuer: 'https://id.test', subject: '7', email: 'nameless@mail.test', emailVerified: true };
    const identity: IdentityPort = {
      startSignIn: () => shop.provider.startSignIn(),
      completeSignIn: async () => ({ ...claims, firstName: 'Ada', lastName: 'Obi', ...overrides }),
    };
    const other = await openTestShop({}, undefined, { identity });
    const browser = new Browser(other.app);
    const state = new URL((await browser.get(LOGIN)).json().authorization_url).searchParams.get('state');
    const response = await browser.postJson(CALLBACK, { code: 'c', state });
    if (!names) expectRefusal(response, 'identity_untrusted');
    const rows = other.db.selectFrom('account').select(['first_name', 'last_name']);
    expect(await rows.execute()).toEqual(names ? [names] : []);
    await other.close();
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/a b', 'cart', `/${'x'.repeat(3000)}`])(
    'returns only to paths of the shop, not to %.30s',
    { tags: ['@ACCOUNT-22'] },
    async (next) => {
      expect((await signIn(personForm({ email: 'next@mail.test' }), { next })).json().next).toBe('/');
    },
  );
});

it('the cookie is hidden from scripts, not sent by other sites, and cannot be set by other hosts', async () => {
  const cookie = String((await shop.app.inject({ url: LOGIN })).headers['set-cookie']);
  const [pair, ...attributes] = cookie.split('; ');
  expect(pair).toMatch(/^identity=[\w-]{43}$/);
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']);
  const secure = await openTestShop({ PUBLIC_URL: 'https://shop.test' });
  expect(String((await secure.app.inject({ url: LOGIN })).headers['set-cookie'])).toMatch(
    /^__Host-identity=.*; Secure(;|$)/,
  );
  await secure.close();
});

describe('a sign-in is refused', () => {
  it('when the user or the provider denies it', { tags: ['@ACCOUNT-37'] }, async () => {
    expectRefusal(await signIn({ no: '1' }), 'identity_denied');
  });

  it('when the provider has not verified the email address, with or without an account', {
    tags: ['@ACCOUNT-34', '@ACCOUNT-37'],
  }, async () => {
    await addAccount(shop.db, { email: 'target@mail.test' });
    for (const email of ['target@mail.test', 'unverified@mail.test'])
      expectRefusal(await signIn({ name: 'Attacker', email }), 'identity_unverified');
    expect(await selectAccounts('unverified@mail.test')).toEqual([]);
  });

  it('when the callback was already used', { tags: ['@ACCOUNT-36'] }, async () => {
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email: 'used@mail.test' }));
    expect((await browser.postJson(CALLBACK, callback)).statusCode).toBe(200);
    expectRefusal(await browser.postJson(CALLBACK, callback), 'identity_expired');
  });

  it('when the code was already used', { tags: ['@ACCOUNT-36'] }, async () => {
    const browser = new Browser(shop.app);
    const usedCallback = await signInAtProvider(browser, personForm({ email: 'code@mail.test' }));
    expect((await browser.postJson(CALLBACK, usedCallback)).statusCode).toBe(200);
    const started = await browser.get(LOGIN);
    const state = new URL(started.json().authorization_url).searchParams.get('state');
    expectRefusal(await browser.postJson(CALLBACK, { ...usedCallback, state }), 'identity_denied');
  });

  it.each([
    ['another issuer', { iss: 'https://evil.test' }],
    ['no issuer', { iss: undefined }],
    ['no code', { code: undefined }],
    ['an empty code', { code: '' }],
    ['another code', { code: '\0' }],
  ])('when the redirect has %s, which the browser may have changed', { tags: ['@ACCOUNT-37'] }, async (_, changed) => {
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email: 'changed@mail.test' }));
    expectRefusal(await browser.postJson(CALLBACK, { ...callback, ...changed }), 'identity_denied');
  });

  it('when another browser started it, which that browser can still complete', {
    tags: ['@ACCOUNT-36'],
  }, async () => {
    const [victim, attacker] = [new Browser(shop.app), new Browser(shop.app)];
    const callback = await signInAtProvider(attacker, personForm({ email: 'attacker@mail.test' }));
    expectRefusal(await victim.postJson(CALLBACK, callback), 'identity_expired');
    await victim.get(LOGIN);
    expectRefusal(await victim.postJson(CALLBACK, callback), 'identity_expired');
    expect((await attacker.postJson(CALLBACK, callback)).statusCode).toBe(200);
  });

  it('when the callback is too late', { tags: ['@ACCOUNT-37'] }, async () => {
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email: 'late@mail.test' }));
    await shop.db
      .updateTable('identity_challenge')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expectRefusal(await browser.postJson(CALLBACK, callback), 'identity_expired');
  });

  it.each([{}, { code: 'x' }, { code: 'x', state: '' }, { state: 'unknown' }])(
    'when no sign-in has the callback %o',
    { tags: ['@ACCOUNT-36'] },
    async (callback) => {
      const browser = new Browser(shop.app);
      expectRefusal(await browser.postJson(CALLBACK, callback), 'identity_expired');
      await browser.get(LOGIN);
      expectRefusal(await browser.postJson(CALLBACK, callback), 'identity_expired');
    },
  );

  it.each([[{ code: 7 }], [{ state: 'x'.repeat(5000) }], [[]], [null]])(
    'when the body is invalid: %#',
    async (body) => {
      expectRefusal(await new Browser(shop.app).postJson(CALLBACK, body), 'invalid_input');
    },
  );
});

describe('the sign-in endpoints', () => {
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

  it.each(calls)('%s returns database_unavailable without a database', async (_, call) => {
    const app = await openShopWithoutDatabase();
    const response = await send(app, call);
    expectRefusal(response, 'database_unavailable');
    expect(response.headers['retry-after']).toBe('2');
    await app.close();
  });

  it.each(calls)('%s is rate-limited', async (_, call) => {
    const strictShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001' });
    await strictShop.app.inject({ url: '/backend/countries/' });
    expectRefusal(await send(strictShop.app, call), 'too_many_requests');
    await strictShop.close();
  });

  it('accept only JSON of limited size', async () => {
    expectRefusal(await send(shop.app, finishIdentityLogin, '{'), 'invalid_json');
    expectRefusal(await send(shop.app, finishIdentityLogin, 'a=1', 'text/plain'), 'unsupported_media_type');
    expectRefusal(await send(shop.app, finishIdentityLogin, { x: 'y'.repeat(300_000) }), 'payload_too_large');
  });
});

describe('a provider that', () => {
  type Fetch = NonNullable<OidcSettings['fetch']>;
  /** Opens a shop that reaches the sandbox's provider with the given fetch. */
  const openShopWithFetch = async (fetch: Fetch, settings: Partial<OidcSettings> = {}) =>
    openTestShop({}, undefined, {
      identity: new OidcIdentity({ ...shop.provider.client, fetch, ...settings }),
    });
  /** Serves the sandbox's provider over HTTP. The returned fetch changes responses whose path matches. */
  const serveProvider = (path: RegExp, change: (response: Response) => Promise<Response>) => {
    const server = createServer((request, response) => void shop.provider.handle(request, response)).listen(
      0,
      '127.0.0.1',
    );
    const changingFetch: Fetch = async (url, request) => {
      const address = server.address();
      const local = new URL(url);
      local.port = String(typeof address === 'object' && address ? address.port : 0);
      local.hostname = '127.0.0.1';
      const { method, headers, body, signal } = request;
      const response = await fetch(local, {
        method,
        headers,
        ...(body && { body: String(body) }),
        ...(signal && { signal }),
      });
      return path.test(local.pathname) ? change(response) : response;
    };
    return { server, fetch: changingFetch };
  };
  const waitUntilAborted = (signal: AbortSignal | undefined) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

  it.each<[string, Partial<OidcSettings>, Fetch, 'identity_provider_unavailable' | 'identity_untrusted']>([
    [
      'is unavailable',
      {},
      async () => {
        throw new TypeError('fetch failed');
      },
      'identity_provider_unavailable',
    ],
    [
      'does not respond',
      { timeoutSeconds: 0.05 },
      (_, { signal }) => waitUntilAborted(signal),
      'identity_provider_unavailable',
    ],
    [
      'returns a server error',
      {},
      async () => new Response('Bad gateway', { status: 502 }),
      'identity_provider_unavailable',
    ],
    ['returns HTML', {}, async () => new Response('<h1>Hotel WLAN</h1>'), 'identity_untrusted'],
    ['has another issuer', {}, async () => Response.json({ issuer: 'https://evil.test' }), 'identity_untrusted'],
  ])(
    '%s is reported without a delay and requested again by the next sign-in',
    {
      tags: ['@ACCOUNT-37'],
    },
    async (_, settings, failingFetch, refusal) => {
      let isRecovered = false;
      const { server, fetch: workingFetch } = serveProvider(/./, async (response) => response);
      const other = await openShopWithFetch(
        // Leave out the signal: the time-out of this test is too short for real requests on a busy machine.
        (url, { signal, ...request }) =>
          isRecovered ? workingFetch(url, request) : failingFetch(url, { ...request, ...(signal && { signal }) }),
        settings,
      );
      expectRefusal(await other.app.inject({ url: LOGIN }), refusal);
      isRecovered = true;
      expect((await other.app.inject({ url: LOGIN })).statusCode).toBe(200);
      await other.close();
      server.close();
    },
  );

  it.each<
    [string, RegExp, (response: Response) => Promise<Response>, 'identity_provider_unavailable' | 'identity_untrusted']
  >([
    [
      'fails at the token endpoint',
      /token$/,
      async () => new Response('', { status: 500 }),
      'identity_provider_unavailable',
    ],
    [
      'times out at the token endpoint',
      /token$/,
      async () => Promise.reject(new DOMException('', 'TimeoutError')),
      'identity_provider_unavailable',
    ],
    ['returns no token', /token$/, async () => Response.json({ hello: 'you' }), 'identity_untrusted'],
    [
      'does not know the client',
      /token$/,
      async () => Response.json({ error: 'invalid_client' }, { status: 401 }),
      'identity_untrusted',
    ],
    [
      'returns an id token with an invalid signature',
      /token$/,
      async (response) => {
        const tokens = (await response.json()) as { id_token: string };
        const [header, payload = '', signature] = tokens.id_token.split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const changed = Buffer.from(JSON.stringify({ ...claims, aud: 'another' })).toString('base64url');
        return Response.json({ ...tokens, id_token: [header, changed, signature].join('.') });
      },
      'identity_untrusted',
    ],
    ['returns another nonce', /./, async (response) => response, 'identity_untrusted'],
  ])(
    '%s does not complete the sign-in',
    { tags: ['@ACCOUNT-36', '@ACCOUNT-37'] },
    async (name, path, change, refusal) => {
      const { server, fetch } = serveProvider(path, change);
      const other = await openShopWithFetch(fetch);
      const browser = new Browser(other.app);
      const url = new URL((await browser.get(LOGIN)).json().authorization_url);
      // The nonce binds the id token to this sign-in.
      if (name === 'returns another nonce') url.searchParams.set('nonce', 'another');
      const providerBrowser = new Browser(shop.app);
      await providerBrowser.follow(await providerBrowser.get(url.href), PEOPLE_PAGE);
      const redirect = await providerBrowser.postForm(PEOPLE_PAGE, personForm({ email: 'invalid@mail.test' }));
      const callbackUrl = await providerBrowser.follow(redirect, IDENTITY_CALLBACK_PAGE);
      expectRefusal(await browser.postJson(CALLBACK, Object.fromEntries(callbackUrl.searchParams)), refusal);
      expect(await other.db.selectFrom('account').select('id').execute()).toEqual([]);
      await other.close();
      server.close();
    },
  );
});

describe('the sandbox’s identity provider', () => {
  it('shows a page to choose the user', { tags: ['@SANDBOX-7'] }, async () => {
    const browser = new Browser(shop.app);
    const { authorization_url } = (await browser.get(LOGIN)).json();
    const page = await browser.get((await browser.follow(await browser.get(authorization_url), PEOPLE_PAGE)).href);
    expect(page.body).toContain('Choose a user');
    expect(page.body).toContain('Adaeze Nwosu');
    expect(page.body).not.toContain('<script');
  });

  it('offers demo users', { tags: ['@SANDBOX-7'] }, async () => {
    const signedIn = (await signIn({ demo: '1' })).json();
    expect((await readProfile(signedIn)).user).toEqual({
      first_name: 'Kwame',
      last_name: 'Mensah',
      email: 'kwame@people.example',
    });
    expectRefusal(await signIn({ demo: '3' }), 'identity_unverified');
    const page = await shop.app.inject({ url: '/sandbox/identity' });
    expect(page.body).toContain('Adaeze Nwosu');
    expect((await shop.app.inject({ url: '/sandbox' })).body).toContain('href="/sandbox/identity"');
  });

  it('shows its page again for invalid input, and refuses requests without a sign-in of the shop', async () => {
    const browser = new Browser(shop.app);
    const { authorization_url } = (await browser.get(LOGIN)).json();
    await browser.follow(await browser.get(authorization_url), PEOPLE_PAGE);
    const invalidForms: Record<string, string>[] = [
      {},
      { demo: '9' },
      { name: '', email: 'a@mail.test' },
      { name: 'A', email: 'nobody' },
    ];
    for (const fields of invalidForms) {
      const response = await browser.postForm(PEOPLE_PAGE, fields);
      expect([response.statusCode, response.headers.location]).toEqual([303, PEOPLE_PAGE]);
    }
    const otherBrowser = new Browser(shop.app);
    expect((await otherBrowser.get(PEOPLE_PAGE)).statusCode).toBe(400);
    expect((await otherBrowser.postForm(PEOPLE_PAGE, { demo: '0' })).statusCode).toBe(400);
  });

  it('refuses another redirect URI than the shop’s', async () => {
    const url = new URL((await shop.app.inject({ url: LOGIN })).json().authorization_url);
    url.searchParams.set('redirect_uri', 'https://evil.test/');
    const response = await new Browser(shop.app).get(url.href);
    expect(response.statusCode).toBe(400);
    expect(response.headers.location).toBeUndefined();
  });
});
