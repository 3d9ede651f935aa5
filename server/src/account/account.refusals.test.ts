import * as calls from '@sokuwa/contract/account/account.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import {
  addMember,
  ageLinks,
  lastLink,
  openVerificationLink,
  pictureForm,
  post,
  registration,
} from '../testing/account.ts';
import { whileEncodingIsBusy } from '../testing/busy-encoding.ts';
import { openDeskAs } from '../testing/desk.ts';
import { callEndpoints, createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { Passwords } from './passwords.ts';

let shop: TestShop;
/** A shop without a database. */
let deadApp: FastifyInstance;
/** Its rate limit is one request per minute. */
let strictShop: TestShop;
/** The credentials of a verified account. */
let verified: { email: string; password: string };
/** The registration of an unverified account. */
let unverified: ReturnType<typeof registration>;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
  deadApp = await openShopWithoutDatabase();
  strictShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  verified = await addMember(shop);
  unverified = registration();
  await post(shop, '/register/', unverified);
  headers = await signIn(shop.db);
});
afterAll(async () => {
  await deadApp.close();
  await strictShop.close();
  await shop.close();
});

type ResponsePromise = Promise<LightMyRequestResponse>;
type Request = InjectOptions & { url: string };
/** A valid body of each endpoint that takes one. */
const validBodies = new Map<Endpoint, () => object>([
  [calls.logIn, () => verified],
  [calls.register, () => registration()],
  [calls.resendVerification, () => ({ email: unverified.email })],
  [calls.requestPasswordReset, () => ({ email: verified.email })],
  [calls.confirmPasswordReset, () => ({ uid: 'A'.repeat(22), token: 'A'.repeat(43), new_password: 'a new password' })],
  [calls.verifyEmailWithPassword, () => ({ password: 'moon and stars' })],
  [calls.updateProfile, () => ({ gender: 'F' })],
]);
const validRequest = (call: Endpoint): Request => ({
  method: call.method,
  url: createEndpointUrl(call, 'x'),
  headers: call.auth === 'required' ? headers : {},
  ...(hasBody(call) && { payload: validBodies.get(call)?.() ?? {} }),
});
const sendBody = (call: Endpoint, payload: object): ResponsePromise =>
  shop.app.inject({ ...validRequest(call), payload });
const sendRaw = (call: Endpoint, type: string, payload: string): ResponsePromise =>
  shop.app.inject({ ...validRequest(call), payload, headers: { ...headers, 'content-type': type } });

/** How to provoke refusals that many endpoints share. */
const commonRefusals: Partial<Record<RefusalCode, (call: Endpoint) => ResponsePromise>> = {
  invalid_input: (call) => sendBody(call, { email: 7, gender: 7 }),
  invalid_json: (call) => sendRaw(call, 'application/json', '{'),
  unsupported_media_type: (call) => sendRaw(call, 'text/plain', 'x=1'),
  payload_too_large: (call) => sendRaw(call, 'application/json', JSON.stringify({ x: 'y'.repeat(300_000) })),
  credentials_missing: (call) => shop.app.inject({ ...validRequest(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...validRequest(call), headers: { authorization: 'Token none' } }),
  database_unavailable: (call) => deadApp.inject(validRequest(call)),
  too_many_requests: async (call) => {
    await strictShop.app.inject({ url: '/backend/countries/' });
    return strictShop.app.inject(validRequest(call));
  },
};

/** Sends a request that mails a link. @returns the link */
const requestLink = async (path: string, payload: { email: string }) => {
  await post(shop, path, payload);
  return lastLink(shop, payload.email);
};
const requestVerificationLink = () => requestLink('/register/', registration());
const requestResetLink = async () => requestLink('/password-reset', { email: (await addMember(shop)).email });
type Link = { uid: string; token: string };
const reset = ({ uid, token }: Link, new_password = 'a new password') =>
  sendBody(calls.confirmPasswordReset, { uid, token, new_password });
const confirm = ({ uid, token }: Link, password = 'moon and stars') =>
  post(shop, `/verify-email/${uid}/${token}`, { password });
const createPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const upload = (bytes: Buffer | string): ResponsePromise => {
  const form = pictureForm(bytes);
  return shop.app.inject({ ...validRequest(calls.updateProfile), ...form, headers: { ...headers, ...form.headers } });
};
/** Makes the call while the hash queue is full. The limit itself is tested in passwords.test.ts. */
const callWhenBusy = async (method: 'hash' | 'verify', call: () => ResponsePromise): ResponsePromise => {
  const mock = vi.spyOn(Passwords.prototype, method).mockResolvedValueOnce({ refused: 'too_busy' });
  const response = await call();
  mock.mockRestore();
  return response;
};

/** How to provoke the refusals of single endpoints. */
const specificRefusals = new Map<Endpoint, Partial<Record<RefusalCode, () => ResponsePromise>>>([
  [
    calls.logIn,
    {
      login_failed: () => sendBody(calls.logIn, { ...verified, password: 'a wrong guess' }),
      email_not_verified: () => sendBody(calls.logIn, unverified),
      too_busy: () => callWhenBusy('verify', () => sendBody(calls.logIn, verified)),
    },
  ],
  [
    calls.register,
    {
      email_exists: () => sendBody(calls.register, registration({ email: verified.email })),
      password_too_short: () => sendBody(calls.register, registration({ password: '1234567' })),
      password_too_long: () => sendBody(calls.register, registration({ password: 'x'.repeat(129) })),
      password_too_common: () => sendBody(calls.register, registration({ password: 'iloveyou' })),
      passwords_differ: () => sendBody(calls.register, registration({ confirm_password: 'another one' })),
      too_busy: () => callWhenBusy('hash', () => sendBody(calls.register, registration())),
    },
  ],
  [
    calls.verifyEmail,
    {
      link_invalid: () => shop.app.inject(validRequest(calls.verifyEmail)),
      link_used: async () => {
        const link = await requestVerificationLink();
        await openVerificationLink(shop, link);
        return openVerificationLink(shop, link);
      },
      link_expired: async () => {
        const link = await requestVerificationLink();
        await ageLinks(shop, 25);
        return openVerificationLink(shop, link);
      },
      invalid_input: () =>
        shop.app.inject({ ...validRequest(calls.verifyEmail), headers: { 'x-same-browser': 'perhaps' } }),
      password_required: async () => {
        const { uid, token } = await requestVerificationLink();
        return shop.app.inject({
          url: `/backend/verify-email/${uid}/${token}`,
          headers: { 'x-same-browser': 'required' },
        });
      },
    },
  ],
  [
    calls.verifyEmailWithPassword,
    {
      link_invalid: () => shop.app.inject(validRequest(calls.verifyEmailWithPassword)),
      link_used: async () => {
        const link = await requestVerificationLink();
        await openVerificationLink(shop, link);
        return confirm(link);
      },
      link_expired: async () => {
        const link = await requestVerificationLink();
        await ageLinks(shop, 25);
        return confirm(link);
      },
      password_wrong: async () => confirm(await requestVerificationLink(), 'a wrong guess'),
      too_busy: async () => {
        const link = await requestVerificationLink();
        return callWhenBusy('verify', () => confirm(link));
      },
    },
  ],
  [
    calls.resendVerification,
    { not_found_or_active: () => sendBody(calls.resendVerification, { email: verified.email }) },
  ],
  [
    calls.requestPasswordReset,
    { email_not_found: () => sendBody(calls.requestPasswordReset, { email: registration().email }) },
  ],
  [
    calls.confirmPasswordReset,
    {
      link_invalid: async () => reset({ ...(await requestResetLink()), token: 'A'.repeat(43) }),
      link_used: async () => {
        const link = await requestResetLink();
        await reset(link);
        return reset(link);
      },
      link_expired: async () => {
        const link = await requestResetLink();
        await ageLinks(shop, 2);
        return reset(link);
      },
      password_too_short: async () => reset(await requestResetLink(), '1234567'),
      password_too_long: async () => reset(await requestResetLink(), 'x'.repeat(129)),
      password_too_common: async () => reset(await requestResetLink(), 'iloveyou'),
      too_busy: async () => {
        const link = await requestResetLink();
        return callWhenBusy('hash', () => reset(link));
      },
    },
  ],
  [
    calls.deleteAccount,
    {
      invalid_input: () =>
        shop.app.inject({ ...validRequest(calls.deleteAccount), query: { confirm_undelivered: 'perhaps' } }),
      only_owner: async () => {
        const owner = await openDeskAs(shop, await addMerchant(shop.db), 'owner');
        return shop.app.inject({
          ...validRequest(calls.deleteAccount),
          headers: await signIn(shop.db, owner.accountId),
        });
      },
      orders_undelivered: async () => {
        const { id } = await shop.db
          .insertInto('account')
          .values({ email: 'buyer@mail.test', first_name: 'Ada', last_name: 'Obi' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await shop.db
          .insertInto('shop_order')
          .values({
            id: 'ABCDEFGH1234' as OrderId,
            account_id: id,
            status: 'Paid',
            subtotal_kobo: kobo(100),
            shipment_kobo: kobo(0),
            discount_kobo: kobo(0),
            total_kobo: kobo(100),
            fingerprint: Buffer.alloc(32),
            expires_at: new Date(),
          })
          .execute();
        return shop.app.inject({ ...validRequest(calls.deleteAccount), headers: await signIn(shop.db, id) });
      },
    },
  ],
  [
    calls.updateProfile,
    {
      read_only_field: () => sendBody(calls.updateProfile, { user: { email: 'other@mail.test' } }),
      unknown_place: () => sendBody(calls.updateProfile, { country: 'NG', region: 1, city: 1 }),
      phone_invalid: () => sendBody(calls.updateProfile, { phone_number: '12' }),
      picture_invalid: () => upload('<svg/>'),
      picture_too_large: async () => upload(await createPicture(10_000, 6000)),
      pictures_unavailable: async () => {
        vi.spyOn(shop.media, 'put').mockRejectedValueOnce(new MediaUnavailable('full'));
        return upload(await createPicture(10, 10));
      },
      too_busy: async () => {
        const small = await createPicture(10, 10);
        return whileEncodingIsBusy(() => upload(small));
      },
    },
  ],
]);

const declared = callEndpoints
  .filter(([, call]) => Object.values<Endpoint>(calls).includes(call))
  .flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('every refusal that the contract lists', () => {
  it.each(declared)('%s can return %s', { tags: ['@ACCOUNT-102'] }, async (_, code, call) => {
    const response = await (specificRefusals.get(call)?.[code]?.() ?? commonRefusals[code]?.(call));
    if (!response) throw new Error(`this test cannot provoke ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
    if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('has the text of the specification under the key error', {
    tags: ['@API-13', '@ACCOUNT-102'],
  }, async () => {
    const texts = await Promise.all(
      [
        sendBody(calls.requestPasswordReset, { email: registration().email }),
        sendBody(calls.resendVerification, { email: verified.email }),
        sendBody(calls.register, registration({ email: verified.email })),
        sendBody(calls.register, registration({ password: '1234567' })),
        sendBody(calls.logIn, { ...verified, password: 'a wrong guess' }),
      ].map(async (response) => (await response).json().error),
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

describe('a request with a wrong method or path', () => {
  it.each([
    ['GET', '/login/'],
    ['PUT', '/register/'],
    ['PUT', `/verify-email/${'A'.repeat(22)}/${'A'.repeat(43)}`],
    ['GET', '/password-reset'],
    ['PATCH', '/user-profile-update'],
    ['POST', '/user-data-export/'],
  ] as const)('%s %s is refused', async (method, path) => {
    const response = await shop.app.inject({ method, url: `/backend${path}`, headers });
    expectRefusal(response, response.statusCode === 405 ? 'method_not_allowed' : 'not_found');
  });

  it.each(['/login', '/login/', '//login//', '/login/?next=/'])(
    'accepts missing and additional slashes: %s',
    { tags: ['@API-6'] },
    async (path) => {
      expect((await post(shop, path, verified)).statusCode).toBe(200);
    },
  );
});
