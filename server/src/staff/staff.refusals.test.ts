import { done } from '@sokuwa/contract/account/account.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as deskCalls from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import * as desk from '@sokuwa/contract/staff/desk-access.schemas.ts';
import * as teamCalls from '@sokuwa/contract/staff/team.endpoints.ts';
import * as team from '@sokuwa/contract/staff/team.schemas.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { Passwords } from '../account/index.ts';
import { createApiToken } from '../platform/api-tokens.ts';
import { createToken, hashToken } from '../platform/tokens.ts';
import { addMember, post, registration } from '../testing/account.ts';
import { addStaff, openDesk, openDeskAs, type TestDesk } from '../testing/desk.ts';
import { callEndpoints, createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { createAuthenticator, type TestAuthenticator } from '../testing/passkey.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { showCode } from '../testing/totp.ts';

let shop: TestShop;
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
/** A shop that cannot encrypt. */
let plainShop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  plainShop = await openTestShop({ NODE_ENV: 'production', SANDBOX_MAILBOX: '1', SANDBOX_PAYMENTS: '1' });
});
afterAll(async () => {
  await deadNode.close();
  await limitedShop.close();
  await plainShop.close();
  await shop.close();
});

const ORIGIN = 'http://shop.test';

/** People, and what they have to send, for one request. */
type Fixture = {
  owner: { email: string; password: string };
  /** Signed in as an owner of a store, and as an operator. */
  desk: TestDesk;
  operator: TestDesk;
  /** Has passed the password, and has to prove a second factor. */
  pending: TestDesk;
  secret: string;
  passkey: TestAuthenticator;
  /** Somebody else of the store, of the operators, and invitations to both. */
  memberId: number;
  operatorId: number;
  invitationId: number;
  operatorInvitationId: number;
  /** An invitation of `desk`'s account to be an operator. */
  token: string;
};
const createFixture = async (): Promise<Fixture> => {
  // All fixtures share the operators.
  await shop.db.deleteFrom('membership').where('merchant_id', 'is', null).execute();
  await shop.db.deleteFrom('invitation').where('merchant_id', 'is', null).execute();
  const merchantId = await addMerchant(shop.db);
  const owner = await addStaff(shop, merchantId, 'owner');
  const one = openDesk(shop);
  await one.signIn(owner);
  one.store = merchantId;
  const { secret } = (await one.call('POST', '/desk/totp/')).json();
  await one.call('POST', '/desk/totp/confirmation/', { code: showCode(secret) });
  const passkey = createAuthenticator(ORIGIN);
  const { options } = (await one.call('POST', '/desk/passkeys/options/')).json();
  await one.call('POST', '/desk/passkeys/', { label: 'Phone', answer: passkey.register(options) });
  const pending = openDesk(shop);
  await pending.signIn(owner);
  const operator = await openDeskAs(shop, null, 'owner');
  await openDeskAs(shop, merchantId, 'staff');
  await openDeskAs(shop, null, 'finance');
  const invite = (side: TestDesk, path: string, role: string) =>
    side.call('POST', path, { email: registration().email, role });
  const { members, invitations } = (await invite(one, '/merchant/team/invitations/', 'staff')).json();
  const operators = (await invite(operator, '/operator/team/invitations/', 'finance')).json();
  const token = createToken();
  await shop.db
    .insertInto('invitation')
    .values({
      merchant_id: null,
      email: owner.email,
      role: 'finance',
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 60_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {
    ...{ owner, desk: one, operator, pending, secret, passkey, token },
    memberId: members.at(-1).id,
    operatorId: operators.members.at(-1).id,
    invitationId: invitations[0].id,
    operatorInvitationId: operators.invitations.at(-1).id,
  };
};

const passkeyAnswer = async (from: TestDesk, path: string, { passkey }: Fixture) =>
  passkey.answer((await from.call('POST', path)).json().options);
type Example = {
  response: z.ZodType;
  /** Default: the owner in the desk. */
  by?: 'operator' | 'pending' | 'nobody';
  /** What happens before the request. */
  prepare?: (fixture: Fixture) => Promise<unknown>;
  param?: (fixture: Fixture) => string | number;
  body?: (fixture: Fixture) => object | Promise<object>;
};
const newMember = { email: 'new@mail.test' };
const examples = new Map<Endpoint, Example>([
  [deskCalls.signInToDesk, { by: 'nobody', body: ({ owner }) => owner, response: desk.signInResult }],
  [
    deskCalls.proveDeskCode,
    { by: 'pending', body: ({ secret }) => ({ code: showCode(secret, 1) }), response: desk.signInResult },
  ],
  [deskCalls.getSignInPasskeyOptions, { by: 'pending', response: desk.passkeyOptions }],
  [
    deskCalls.signInWithPasskey,
    {
      by: 'pending',
      body: (fixture) => passkeyAnswer(fixture.pending, '/desk/sign-in/passkey-options/', fixture),
      response: desk.signInResult,
    },
  ],
  [deskCalls.getDeskSession, { response: desk.deskSession }],
  [deskCalls.signOutOfDesk, { response: done }],
  [deskCalls.listDeskSessions, { response: desk.deskSessions }],
  [
    deskCalls.endDeskSession,
    {
      prepare: ({ desk: one, owner }) => one.signIn(owner),
      param: () => 1,
      response: desk.deskSessions,
    },
  ],
  [deskCalls.getSecondFactors, { response: desk.secondFactors }],
  [deskCalls.verifyDeskCode, { body: ({ secret }) => ({ code: showCode(secret, 1) }), response: desk.deskSession }],
  [deskCalls.getVerificationOptions, { response: desk.passkeyOptions }],
  [
    deskCalls.verifyDeskPasskey,
    {
      body: (fixture) => passkeyAnswer(fixture.desk, '/desk/verification/passkey-options/', fixture),
      response: desk.deskSession,
    },
  ],
  [deskCalls.getNewPasskeyOptions, { response: desk.passkeyOptions }],
  [
    deskCalls.addPasskey,
    {
      body: async ({ desk: one }) => {
        const { options } = (await one.call('POST', '/desk/passkeys/options/')).json();
        return { label: 'Laptop', answer: createAuthenticator(ORIGIN).register(options) };
      },
      response: desk.factorAdded,
    },
  ],
  [deskCalls.removePasskey, { param: ({ passkey }) => passkey.id, response: desk.secondFactors }],
  [deskCalls.createTotp, { prepare: ({ desk: one }) => one.call('DELETE', '/desk/totp/'), response: desk.newTotp }],
  [
    deskCalls.confirmTotp,
    {
      body: async ({ desk: one }) => {
        await one.call('DELETE', '/desk/totp/');
        const { secret } = (await one.call('POST', '/desk/totp/')).json();
        return { code: showCode(secret) };
      },
      response: desk.factorAdded,
    },
  ],
  [deskCalls.removeTotp, { response: desk.secondFactors }],
  [deskCalls.createRecoveryCodes, { response: desk.recoveryCodes }],
  [teamCalls.getMerchantTeam, { response: team.merchantTeam }],
  [teamCalls.inviteMerchantStaff, { body: () => ({ ...newMember, role: 'staff' }), response: team.merchantTeam }],
  [teamCalls.revokeMerchantInvitation, { param: ({ invitationId }) => invitationId, response: team.merchantTeam }],
  [
    teamCalls.changeMerchantRole,
    { param: ({ memberId }) => memberId, body: () => ({ role: 'owner' }), response: team.merchantTeam },
  ],
  [teamCalls.removeMerchantMember, { param: ({ memberId }) => memberId, response: team.merchantTeam }],
  [teamCalls.getOperatorTeam, { by: 'operator', response: team.operatorTeam }],
  [
    teamCalls.inviteOperator,
    { by: 'operator', body: () => ({ ...newMember, role: 'support' }), response: team.operatorTeam },
  ],
  [
    teamCalls.revokeOperatorInvitation,
    { by: 'operator', param: ({ operatorInvitationId }) => operatorInvitationId, response: team.operatorTeam },
  ],
  [
    teamCalls.changeOperatorRole,
    {
      by: 'operator',
      param: ({ operatorId }) => operatorId,
      body: () => ({ role: 'support' }),
      response: team.operatorTeam,
    },
  ],
  [teamCalls.removeOperator, { by: 'operator', param: ({ operatorId }) => operatorId, response: team.operatorTeam }],
  [teamCalls.readInvitation, { by: 'nobody', body: ({ token }) => ({ token }), response: team.offeredInvitation }],
  [teamCalls.acceptInvitation, { body: ({ token }) => ({ token }), response: desk.deskSession }],
]);
const exampleOf = (call: Endpoint): Example => {
  const example = examples.get(call);
  if (!example) throw new Error(`there is no example of ${call.path}`);
  return example;
};
const deskOf = (call: Endpoint, fixture: Fixture): TestDesk => {
  const { by } = exampleOf(call);
  if (by === 'nobody') return openDesk(shop);
  return by ? fixture[by] : fixture.desk;
};

type Changed = Partial<InjectOptions> & { param?: string | number; desk?: TestDesk };
type Send = (changed?: Changed) => Promise<LightMyRequestResponse>;
const createSend =
  (call: Endpoint, fixture: Fixture): Send =>
  async ({ param, desk: other, ...changed } = {}) => {
    const { body, param: paramOf } = exampleOf(call);
    const url = createEndpointUrl(call, param ?? paramOf?.(fixture) ?? '').replace('/backend', '');
    const payload = 'payload' in changed ? undefined : await body?.(fixture);
    return (other ?? deskOf(call, fixture)).call(call.method, url, payload, changed);
  };
/** What the request sends to another node. */
const requestTo = (app: FastifyInstance, call: Endpoint) =>
  app.inject({
    method: call.method,
    url: createEndpointUrl(call, 1),
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `desk=${createToken()}; desk-sign-in=${createToken()}`,
      'x-desk-store': '1',
    },
    ...(hasBody(call) && {
      payload: {
        ...{ email: 'a@mail.test', password: 'x', role: 'owner', code: '123456', token: createToken(), label: 'x' },
        ...createAuthenticator(ORIGIN).answer({ challenge: 'x' }),
        answer: createAuthenticator(ORIGIN).answer({ challenge: 'x' }),
      },
    }),
  });

type Provoke = (send: Send, fixture: Fixture, call: Endpoint) => Promise<LightMyRequestResponse>;
const age = (column: 'signed_in_at' | 'verified_at') =>
  shop.db
    .updateTable('desk_session')
    .set({ [column]: new Date('2026-01-01') })
    .execute();
const fillPasskeys = async ({ desk: one }: Fixture) => {
  for (let n = 1; n < 20; n += 1) {
    const { options } = (await one.call('POST', '/desk/passkeys/options/')).json();
    await one.call('POST', '/desk/passkeys/', { label: 'x', answer: createAuthenticator(ORIGIN).register(options) });
  }
};
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ desk: openDesk(shop) }),
  token_invalid: (send) => {
    const stranger = openDesk(shop);
    stranger.cookies.set('desk', createToken());
    return send({ desk: stranger });
  },
  cross_site: (send) => send({ headers: { 'sec-fetch-site': 'cross-site' } }),
  token_read_only: async (send, { desk: one }, call) => {
    const merchantId = call.auth === 'operator' ? null : (one.store ?? null);
    const token = await createApiToken(shop.db, { merchantId, name: 'report', scope: 'read' });
    return send({ headers: { authorization: `Token ${token}` } });
  },
  too_many_requests: async (_, __, call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return requestTo(limitedShop.app, call);
  },
  database_unavailable: (_, __, call) => requestTo(deadNode, call),
  invalid_input: (send, _, call) => (hasBody(call) ? send({ payload: { role: 'king' } }) : send({ param: 'no.ne' })),
  invalid_json: (send) => send({ payload: '{', headers: { 'content-type': 'application/json' } }),
  unsupported_media_type: (send) => send({ payload: 'a=1', headers: { 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send, _, call) => send({ param: call === deskCalls.removePasskey ? 'none' : 999_999 }),
  login_failed: (send, { owner }) => send({ payload: { ...owner, password: 'wrong' } }),
  email_not_verified: async (send) => {
    const unverified = registration();
    await post(shop, '/register/', unverified);
    return send({ payload: unverified });
  },
  too_busy: async (send) => {
    const mock = vi.spyOn(Passwords.prototype, 'verify').mockResolvedValueOnce({ refused: 'too_busy' });
    const response = await send();
    mock.mockRestore();
    return response;
  },
  sign_in_expired: async (_, fixture, call) => {
    const sender = deskOf(call, fixture);
    const path = createEndpointUrl(call, '').replace('/backend', '');
    const body = await exampleOf(call).body?.(fixture);
    await shop.db.updateTable('desk_challenge').set({ expires_at: new Date() }).execute();
    return sender.call(call.method, path, body);
  },
  code_wrong: async (send, fixture, call) => {
    if (call === deskCalls.confirmTotp) await exampleOf(call).body?.(fixture);
    return send({ payload: { code: '000000' } });
  },
  passkey_refused: async (send, fixture, call) => {
    const body = { ...(await exampleOf(call).body?.(fixture)) };
    const answer = createAuthenticator(ORIGIN).answer({ challenge: 'x' });
    return send({ payload: 'answer' in body ? { ...body, answer } : answer });
  },
  verification_required: async (send, fixture, call) => {
    const body = await exampleOf(call).body?.(fixture);
    await age('verified_at');
    return send(body ? { payload: body } : {});
  },
  too_many_passkeys: async (send, fixture, call) => {
    const body = await exampleOf(call).body?.(fixture);
    const { options } = (await fixture.desk.call('POST', '/desk/passkeys/options/')).json();
    const last = { label: 'x', answer: createAuthenticator(ORIGIN).register(options) };
    if (!body) {
      await fillPasskeys(fixture);
      return send();
    }
    const { account_id } = (await fixture.desk.call('GET', '/desk/session/')).json();
    const rows = Array.from({ length: 20 }, (_, n) => ({
      ...{ id: `${account_id}-${n}`, account_id, public_key: Buffer.alloc(1), counter: 0 },
      ...{ transports: [], label: 'x', backed_up: false },
    }));
    await shop.db.insertInto('passkey').values(rows).execute();
    return send({ payload: last });
  },
  totp_exists: (_, { desk: one }) => one.call('POST', '/desk/totp/'),
  totp_missing: (_, { desk: one }) => one.call('POST', '/desk/totp/confirmation/', { code: '000000' }),
  encryption_unavailable: async () => (await openDeskAs(plainShop, null, 'owner')).call('POST', '/desk/totp/'),
  member_exists: async (send, fixture, call) => {
    const url = call.path.replace('invitations/', '');
    const { members } = (await deskOf(call, fixture).call('GET', url)).json();
    return send({ payload: { email: members[0].email, role: 'owner' } });
  },
  team_full: async (send, fixture, call) => {
    const merchant_id = call.auth === 'operator' ? null : (fixture.desk.store ?? null);
    const rows = Array.from({ length: 50 }, (_, n) => ({
      ...{ merchant_id, email: `full${n}@mail.test`, role: 'owner' as const },
      ...{ token_hash: hashToken(createToken()), expires_at: new Date(Date.now() + 60_000) },
    }));
    await shop.db.insertInto('invitation').values(rows).execute();
    const response = await send();
    await shop.db.deleteFrom('invitation').where('email', 'like', 'full%').execute();
    return response;
  },
  last_owner: async (send, fixture, call) => {
    const one = deskOf(call, fixture);
    if (call.auth === 'operator') await shop.db.deleteFrom('membership').where('merchant_id', 'is', null).execute();
    const alone = call.auth === 'operator' ? await openDeskAs(shop, null, 'owner') : one;
    const { members } = (await alone.call('GET', `/${call.auth}/team/`)).json();
    const response = await send({
      desk: alone,
      param: members[0].id,
      ...(hasBody(call) && { payload: { role: call.auth === 'operator' ? 'support' : 'staff' } }),
    });
    return response;
  },
  link_invalid: (send) => send({ payload: { token: createToken() } }),
  invitation_of_other: async (send, { token }) => {
    const member = await addMember(shop);
    const other = openDesk(shop);
    await other.signIn(member);
    return send({ desk: other, payload: { token } });
  },
};

/** Refusals that leave people and their sessions as they were, so that their tests can share them. */
const CHANGE_NOTHING: ReadonlySet<RefusalCode> = new Set([
  ...(['credentials_missing', 'token_invalid', 'cross_site', 'token_read_only', 'too_many_requests'] as const),
  ...([
    'database_unavailable',
    'invalid_input',
    'invalid_json',
    'unsupported_media_type',
    'payload_too_large',
  ] as const),
  ...(['not_found', 'login_failed', 'link_invalid', 'too_busy', 'encryption_unavailable'] as const),
]);

const all = callEndpoints.filter(([, call]) => examples.has(call));
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));
const expectDeclaredRefusal = async (fixture: Fixture, code: RefusalCode, call: Endpoint) => {
  const response = await provoke[code]?.(createSend(call, fixture), fixture, call);
  if (!response) throw new Error(`this test does not provoke ${code}`);
  expectRefusal(response, code);
  if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
};

describe('the endpoints of the desk and of teams', () => {
  it('are all here', () => {
    const calls: Endpoint[] = [...Object.values(deskCalls), ...Object.values(teamCalls)];
    expect(calls.filter((call) => !examples.has(call)).map(({ path }) => path)).toEqual([]);
  });

  describe('that change nothing', () => {
    let fixture: Fixture;
    beforeAll(async () => {
      fixture = await createFixture();
    });
    it.each(declared.filter(([, code]) => CHANGE_NOTHING.has(code)))(
      '%s can return %s',
      { tags: ['@STAFF-6', '@STAFF-13'] },
      (_, code, call) => expectDeclaredRefusal(fixture, code, call),
    );
  });

  it.each(declared.filter(([, code]) => !CHANGE_NOTHING.has(code)))(
    '%s can return %s',
    { tags: ['@STAFF-6', '@STAFF-13'] },
    async (_, code, call) => expectDeclaredRefusal(await createFixture(), code, call),
  );

  it.each(all)('%s returns exactly the response of the contract', async (_, call) => {
    const fixture = await createFixture();
    const { prepare, response: schema } = exampleOf(call);
    await prepare?.(fixture);
    const [session] = (await fixture.desk.call('GET', '/desk/sessions/')).json().results;
    const param = call === deskCalls.endDeskSession ? { param: session.id } : {};
    const response = await createSend(call, fixture)(param);
    expect(response.statusCode, response.body).toBe(200);
    expect(schema.parse(response.json())).toEqual(response.json());
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
    if (call.method === 'GET') expect(response.headers.vary).toBe('cookie, x-desk-store');
    expect(hasParams(call)).toBe(exampleOf(call).param !== undefined);
  });
});
