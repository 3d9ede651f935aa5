import { done } from '@sokuwa/contract/account/account.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/joining/joining.endpoints.ts';
import * as schemas from '@sokuwa/contract/joining/joining.schemas.ts';
import * as operatorCalls from '@sokuwa/contract/joining/operator-applications.endpoints.ts';
import * as operatorSchemas from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createApiToken } from '../platform/api-tokens.ts';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { createToken } from '../platform/tokens.ts';
import { type Applicant, begin, complete, newStoreName, openApplicant } from '../testing/applications.ts';
import { addMembership, openDesk, openDeskAs, type TestDesk } from '../testing/desk.ts';
import { callEndpoints, createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';
import { getMerchantTerms } from './merchant-terms.ts';

let shop: TestShop;
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
});
afterAll(async () => {
  await deadNode.close();
  await limitedShop.close();
  await shop.close();
});

/** An application that is complete, one that waits for a decision, and an operator. */
type Fixture = {
  applicant: Applicant;
  merchantId: MerchantId;
  /** The version that operators read. */
  version: string;
  operator: TestDesk;
};
const createFixture = async (call: Endpoint): Promise<Fixture> => {
  const applicant = await openApplicant(shop);
  const operator = await openDeskAs(shop, null, 'owner');
  if (call === calls.createApplication) return { applicant, merchantId: 0 as MerchantId, version: '', operator };
  const path = await complete(shop, applicant);
  if (call.auth === 'operator') await applicant.call('POST', `${path}submit/`);
  const merchantId = applicant.store as MerchantId;
  const { version } = (await operator.call('GET', `/operator/applications/${merchantId}/`)).json();
  return { applicant, merchantId, version, operator };
};

type Example = { response: z.ZodType; body?: (fixture: Fixture) => object; query?: string };
const examples = new Map<Endpoint, Example>([
  [calls.getMerchantTerms, { response: schemas.merchantTerms }],
  [calls.checkStoreName, { response: schemas.storeNameCheck, query: '?name=Yam%20House' }],
  [calls.listApplications, { response: schemas.applications }],
  [calls.createApplication, { response: schemas.application, body: () => ({ store_name: newStoreName() }) }],
  [calls.getApplication, { response: schemas.application }],
  [calls.changeApplication, { response: schemas.application, body: () => ({ place: 'Kano, Nigeria' }) }],
  [
    calls.acceptMerchantTerms,
    { response: schemas.application, body: () => ({ version: getMerchantTerms(shop.config).version }) },
  ],
  [calls.submitApplication, { response: schemas.application }],
  [calls.withdrawApplication, { response: done }],
  [operatorCalls.listOperatorApplications, { response: operatorSchemas.operatorApplications }],
  [operatorCalls.getOperatorApplication, { response: operatorSchemas.operatorApplication }],
  [
    operatorCalls.approveApplication,
    { response: operatorSchemas.operatorApplication, body: ({ version }) => ({ version }) },
  ],
  [
    operatorCalls.declineApplication,
    { response: operatorSchemas.operatorApplication, body: ({ version }) => ({ version, reason: 'Why not' }) },
  ],
]);
const exampleOf = (call: Endpoint): Example => {
  const example = examples.get(call);
  if (!example) throw new Error(`there is no example of ${call.path}`);
  return example;
};

type Changed = Partial<InjectOptions> & { param?: string | number; desk?: TestDesk; query?: string };
type Send = (changed?: Changed) => Promise<LightMyRequestResponse>;
const createSend =
  (call: Endpoint, fixture: Fixture): Send =>
  ({ param = fixture.merchantId, desk, query, ...changed } = {}) => {
    const { body, query: usual = '' } = exampleOf(call);
    const url = createEndpointUrl(call, param).replace('/backend', '') + (query ?? usual);
    const payload = 'payload' in changed ? undefined : body?.(fixture);
    const sender = desk ?? (call.auth === 'operator' ? fixture.operator : fixture.applicant);
    return sender.call(call.method, url, payload, changed);
  };
const requestTo = (app: FastifyInstance, call: Endpoint) =>
  app.inject({
    method: call.method,
    url: createEndpointUrl(call, 1),
    headers: { 'sec-fetch-site': 'same-origin', cookie: `desk=${createToken()}` },
    ...(hasBody(call) && { payload: { store_name: 'Yam', version: '1', reason: 'R' } }),
  });

const approve = (merchantId: MerchantId) =>
  shop.db.updateTable('merchant').set({ state: 'approved', suspended_at: null }).where('id', '=', merchantId).execute();
type Provoke = (send: Send, fixture: Fixture, call: Endpoint) => Promise<LightMyRequestResponse>;
/** With what else the call needs. */
const withName = (call: Endpoint, fields: object) =>
  call === calls.createApplication ? { store_name: newStoreName(), ...fields } : fields;
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  credentials_missing: (send) => send({ desk: openDesk(shop) }),
  token_invalid: (send) => {
    const stranger = openDesk(shop);
    stranger.cookies.set('desk', createToken());
    return send({ desk: stranger });
  },
  cross_site: (send) => send({ headers: { 'sec-fetch-site': 'cross-site' } }),
  token_read_only: async (send) => {
    const token = await createApiToken(shop.db, { merchantId: null, name: 'report', scope: 'read' });
    return send({ headers: { authorization: `Token ${token}` } });
  },
  too_many_requests: async (_, __, call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return requestTo(limitedShop.app, call);
  },
  database_unavailable: (_, __, call) => requestTo(deadNode, call),
  invalid_input: (send, _, call) => {
    if (hasBody(call)) return send({ payload: { store_name: 7, version: 7 } });
    return call.path.includes('{') ? send({ param: 'no.ne' }) : send({ query: '?name=&cursor=-' });
  },
  invalid_json: (send) => send({ payload: '{', headers: { 'content-type': 'application/json' } }),
  unsupported_media_type: (send) => send({ payload: 'a=1', headers: { 'content-type': 'text/plain' } }),
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
  not_found: (send) => send({ param: 999_999 }),
  store_name_taken: async (send) => {
    const name = newStoreName();
    await addMerchant(shop.db, { name });
    return send({ payload: { store_name: name } });
  },
  unknown_country: (send, _, call) => send({ payload: withName(call, { country: 'ZZ' }) }),
  phone_invalid: (send, _, call) => send({ payload: withName(call, { phone: '12' }) }),
  application_open: async (send, { applicant }) => {
    await begin(applicant);
    return send();
  },
  too_many_stores: async (send, { applicant }) => {
    for (let n = 0; n < 3; n += 1)
      await addMembership(shop, applicant.accountId as AccountId, await addMerchant(shop.db), 'owner');
    return send();
  },
  store_approved: async (send, { merchantId }) => {
    await approve(merchantId);
    return send();
  },
  terms_outdated: (send) => send({ payload: { version: '0-old' } }),
  application_incomplete: async (send, { applicant, merchantId }) => {
    await applicant.call('PATCH', `/desk/applications/${merchantId}/`, { place: '' });
    return send();
  },
  application_not_waiting: async (send, { merchantId }) => {
    await approve(merchantId);
    return send();
  },
  application_changed: async (send, { applicant, merchantId }) => {
    await applicant.call('PATCH', `/desk/applications/${merchantId}/`, { place: 'Kano' });
    return send();
  },
};

const all = callEndpoints.filter(([, call]) => examples.has(call));
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the calls of applications', () => {
  it('are all here', () => {
    const listed: Endpoint[] = [...Object.values(calls), ...Object.values(operatorCalls)];
    expect(listed.filter((call) => !examples.has(call)).map(({ path }) => path)).toEqual([]);
  });

  it.each(declared)('%s can return %s', { tags: ['@JOIN-6', '@JOIN-16'] }, async (_, code, call) => {
    const fixture = await createFixture(call);
    const response = await provoke[code]?.(createSend(call, fixture), fixture, call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });

  it.each(all)('%s returns exactly the response of the contract', async (_, call) => {
    const fixture = await createFixture(call);
    const response = await createSend(call, fixture)();
    expect(response.statusCode, response.body).toBe(200);
    expect(exampleOf(call).response.parse(response.json())).toEqual(response.json());
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
  });
});
