import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as find from '@sokuwa/contract/find/find.endpoints.ts';
import { foundByMerchant, foundByOperator } from '@sokuwa/contract/find/find.schemas.ts';
import { getToday } from '@sokuwa/contract/today/today.endpoints.ts';
import { today } from '@sokuwa/contract/today/today.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointUrl } from '../testing/endpoints.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';

const calls = { getToday, ...find };
const responses = { getToday: today, findForMerchant: foundByMerchant, findForOperator: foundByOperator };

let shops: RefusalShops;
let operator: { authorization: string };
beforeAll(async () => {
  shops = await openRefusalShops();
  operator = await signInOperator(shops.shop);
});
afterAll(() => shops.close());

const requestOf = (call: Endpoint): MerchantRequest => ({
  method: call.method,
  url: createEndpointUrl(call, ''),
  headers: call.auth === 'operator' ? operator : shops.merchant.headers,
  ...(call !== getToday && { query: { query: 'garri' } }),
});
const all = Object.entries(calls).map(([name, call]): [keyof typeof calls, Endpoint] => [
  name as keyof typeof calls,
  call,
]);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('what the desk reads of several slices', () => {
  it.each(declared)('%s can return %s', { tags: ['@MERCHANT-49'] }, async (_, code, call) => {
    const invalid: Provoke = (send) => send({ query: { query: ' ' } });
    const provocation = { ...shops.provokeShared(requestOf), invalid_input: invalid }[code];
    const response = await provocation?.((changed) => shops.shop.app.inject({ ...requestOf(call), ...changed }), call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
  });

  it.each(all)('%s returns exactly the response of the contract', { tags: ['@MERCHANT-49'] }, async (name, call) => {
    const response = await shops.shop.app.inject(requestOf(call));
    expect(response.statusCode, response.body).toBe(200);
    expect(responses[name].parse(response.json())).toEqual(response.json());
    expect(response.headers['cache-control']).toBe('private, no-cache');
  });
});
