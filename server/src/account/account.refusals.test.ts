import * as calls from '@sokuwa/contract/account/account.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addMember,
  ageLinks,
  lastLink,
  openVerificationLink,
  pictureForm,
  post,
  registration,
} from '../testing/account.ts';
import { allEndpoints, endpointUrl, hasBody } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { Passwords } from './passwords.ts';

let shop: TestShop;
let dead: FastifyInstance;
/** Its one visitor may ask once a minute. */
let strict: TestShop;
/** Is verified. */
let member: { email: string; password: string };
/** Is not. */
let newcomer: ReturnType<typeof registration>;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  member = await addMember(shop);
  newcomer = registration();
  await post(shop, '/register/', newcomer);
  headers = await signIn(shop.db);
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

type Answer = Promise<LightMyRequestResponse>;
type Request = InjectOptions & { url: string };
/** What each call with a body takes. */
const bodies = new Map<Endpoint, () => object>([
  [calls.logIn, () => member],
  [calls.register, () => registration()],
  [calls.resendVerification, () => ({ email: newcomer.email })],
  [calls.requestPasswordReset, () => ({ email: member.email })],
  [calls.confirmPasswordReset, () => ({ uid: 'A'.repeat(22), token: 'A'.repeat(43), new_password: 'a new password' })],
  [calls.updateProfile, () => ({ gender: 'F' })],
]);
const good = (call: Endpoint): Request => ({
  method: call.method,
  url: endpointUrl(call, 'x'),
  headers: call.auth === 'required' ? headers : {},
  ...(hasBody(call) && { payload: bodies.get(call)?.() ?? {} }),
});
const ask = (call: Endpoint, payload: object): Answer => shop.app.inject({ ...good(call), payload });
const raw = (call: Endpoint, type: string, payload: string): Answer =>
  shop.app.inject({ ...good(call), payload, headers: { ...headers, 'content-type': type } });

/** What any call can be refused with. */
const anyCall: Partial<Record<RefusalCode, (call: Endpoint) => Answer>> = {
  invalid_input: (call) => ask(call, { email: 7, gender: 7 }),
  invalid_json: (call) => raw(call, 'application/json', '{'),
  unsupported_media_type: (call) => raw(call, 'text/plain', 'x=1'),
  payload_too_large: (call) => raw(call, 'application/json', JSON.stringify({ x: 'y'.repeat(300_000) })),
  credentials_missing: (call) => shop.app.inject({ ...good(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...good(call), headers: { authorization: 'Token none' } }),
  database_unavailable: (call) => dead.inject(good(call)),
  too_many_requests: async (call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(good(call));
  },
};

/** A call that mails a link, and that link. */
const mailed = async (path: string, payload: { email: string }) => {
  await post(shop, path, payload);
  return lastLink(shop, payload.email);
};
const forVerification = () => mailed('/register/', registration());
const forReset = async () => mailed('/password-reset', { email: (await addMember(shop)).email });
type Link = { uid: string; token: string };
const reset = ({ uid, token }: Link, new_password = 'a new password') =>
  ask(calls.confirmPasswordReset, { uid, token, new_password });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const upload = (bytes: Buffer | string): Answer => {
  const form = pictureForm(bytes);
  return shop.app.inject({ ...good(calls.updateProfile), ...form, headers: { ...headers, ...form.headers } });
};
/** The line for hashes is full for the one who comes now; that it has an end is tested beside the line itself. */
const whenBusy = async (method: 'hash' | 'verify', call: () => Answer): Answer => {
  const full = vi.spyOn(Passwords.prototype, method).mockResolvedValueOnce({ refused: 'too_busy' });
  const answer = await call();
  full.mockRestore();
  return answer;
};

/** What is refused by one call in its own way. */
const ownWay = new Map<Endpoint, Partial<Record<RefusalCode, () => Answer>>>([
  [
    calls.logIn,
    {
      login_failed: () => ask(calls.logIn, { ...member, password: 'a wrong guess' }),
      email_not_verified: () => ask(calls.logIn, newcomer),
      too_busy: () => whenBusy('verify', () => ask(calls.logIn, member)),
    },
  ],
  [
    calls.register,
    {
      email_exists: () => ask(calls.register, registration({ email: member.email })),
      password_too_short: () => ask(calls.register, registration({ password: '1234567' })),
      password_too_long: () => ask(calls.register, registration({ password: 'x'.repeat(129) })),
      passwords_differ: () => ask(calls.register, registration({ confirm_password: 'another one' })),
      too_busy: () => whenBusy('hash', () => ask(calls.register, registration())),
    },
  ],
  [
    calls.verifyEmail,
    {
      link_invalid: () => shop.app.inject(good(calls.verifyEmail)),
      link_used: async () => {
        const link = await forVerification();
        await openVerificationLink(shop, link);
        return openVerificationLink(shop, link);
      },
      link_expired: async () => {
        const link = await forVerification();
        await ageLinks(shop, 25);
        return openVerificationLink(shop, link);
      },
    },
  ],
  [calls.resendVerification, { not_found_or_active: () => ask(calls.resendVerification, { email: member.email }) }],
  [
    calls.requestPasswordReset,
    { email_not_found: () => ask(calls.requestPasswordReset, { email: registration().email }) },
  ],
  [
    calls.confirmPasswordReset,
    {
      link_invalid: async () => reset({ ...(await forReset()), token: 'A'.repeat(43) }),
      link_used: async () => {
        const link = await forReset();
        await reset(link);
        return reset(link);
      },
      link_expired: async () => {
        const link = await forReset();
        await ageLinks(shop, 2);
        return reset(link);
      },
      password_too_short: async () => reset(await forReset(), '1234567'),
      password_too_long: async () => reset(await forReset(), 'x'.repeat(129)),
      too_busy: async () => {
        const link = await forReset();
        return whenBusy('hash', () => reset(link));
      },
    },
  ],
  [
    calls.updateProfile,
    {
      read_only_field: () => ask(calls.updateProfile, { user: { email: 'other@mail.test' } }),
      unknown_place: () => ask(calls.updateProfile, { country: 'NG', region: 1, city: 1 }),
      phone_invalid: () => ask(calls.updateProfile, { phone_number: '12' }),
      picture_invalid: () => upload('<svg/>'),
      picture_too_large: async () => upload(await picture(10_000, 6000)),
      too_busy: async () => {
        const large = await picture(7000, 7000);
        const answers = await Promise.all(Array.from({ length: 14 }, () => upload(large)));
        const [refused] = answers.filter(({ statusCode }) => statusCode === 503);
        if (!refused) throw new Error('all fourteen were taken');
        return refused;
      },
    },
  ],
]);

const declared = allEndpoints
  .filter(([, call]) => Object.values<Endpoint>(calls).includes(call))
  .flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('every refusal that the contract declares', () => {
  it.each(declared)('%s can answer %s', { tags: ['@ACCOUNT-102'] }, async (_, code, call) => {
    const answer = await (ownWay.get(call)?.[code]?.() ?? anyCall[code]?.(call));
    if (!answer) throw new Error(`no way to provoke ${code} is written down`);
    expectRefusal(answer, code);
    if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('2');
    if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('carries the texts that the specification names under the key error', {
    tags: ['@API-13', '@ACCOUNT-102'],
  }, async () => {
    const texts = await Promise.all(
      [
        ask(calls.requestPasswordReset, { email: registration().email }),
        ask(calls.resendVerification, { email: member.email }),
        ask(calls.register, registration({ email: member.email })),
        ask(calls.register, registration({ password: '1234567' })),
        ask(calls.logIn, { ...member, password: 'a wrong guess' }),
      ].map(async (answer) => (await answer).json().error),
    );
    expect(texts).toEqual([
      'Email not found',
      'User not found or already active.',
      'Email already exists.',
      'Password must be at least 8 characters.',
      undefined,
    ]);
  });
});

describe('a call that is asked for in the wrong way', () => {
  it.each([
    ['GET', '/login/'],
    ['PUT', '/register/'],
    ['POST', `/verify-email/${'A'.repeat(22)}/${'A'.repeat(43)}`],
    ['GET', '/password-reset'],
    ['PATCH', '/user-profile-update'],
    ['POST', '/user-data-export/'],
  ] as const)('%s %s is none', async (method, path) => {
    const answer = await shop.app.inject({ method, url: `/backend${path}`, headers });
    expectRefusal(answer, answer.statusCode === 405 ? 'method_not_allowed' : 'not_found');
  });

  it.each(['/login', '/login/', '//login//', '/login/?next=/'])(
    'is taken with or without slashes: %s',
    { tags: ['@API-6'] },
    async (path) => {
      expect((await post(shop, path, member)).statusCode).toBe(200);
    },
  );
});
