import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, it } from 'vitest';
import type { Provoke, Send } from './merchant-refusals.ts';
import { signInOperator } from './operator.ts';
import { expectRefusal } from './responses.ts';
import { openTestShop, type TestShop } from './shop.ts';
import { openShopWithoutDatabase } from './shop-without-database.ts';

export type OperatorRequest = InjectOptions & { url: string };

/**
 * Declares a test for every refusal that the calls list: causes it and expects exactly it.
 * @param open what a valid request of each call is, and how the refusals of its own are caused, in a shop of these tests
 */
export const testOperatorRefusals = (
  calls: Record<string, Endpoint>,
  open: (
    shop: TestShop,
    headers: Record<string, string>,
  ) => Promise<{ requestOf(call: Endpoint): OperatorRequest; provoke: Partial<Record<RefusalCode, Provoke>> }>,
): void => {
  let shop: TestShop;
  let withoutDatabase: FastifyInstance;
  /** Allows one request a minute. */
  let limited: TestShop;
  let readOnly: Record<string, string>;
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shop = await openTestShop();
    withoutDatabase = await openShopWithoutDatabase();
    limited = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
    readOnly = await signInOperator(shop, { name: 'reader', scope: 'read' });
    opened = await open(shop, await signInOperator(shop));
  });
  afterAll(async () => {
    await withoutDatabase.close();
    await limited.close();
    await shop.close();
  });

  const shared: Partial<Record<RefusalCode, Provoke>> = {
    credentials_missing: (send) => send({ headers: {} }),
    token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
    token_read_only: (send) => send({ headers: readOnly }),
    too_many_requests: async (_, call) => {
      await limited.app.inject({ url: '/backend/countries/' });
      return limited.app.inject(opened.requestOf(call));
    },
    database_unavailable: (_, call) => withoutDatabase.inject(opened.requestOf(call)),
    invalid_json: (send, call) =>
      send({ payload: '{', headers: { ...opened.requestOf(call).headers, 'content-type': 'application/json' } }),
    unsupported_media_type: (send, call) =>
      send({ payload: 'a=1', headers: { ...opened.requestOf(call).headers, 'content-type': 'text/plain' } }),
    payload_too_large: (send, call) =>
      send({
        payload: JSON.stringify({ x: 'y'.repeat(1_100_000) }),
        headers: { ...opened.requestOf(call).headers, 'content-type': 'application/json' },
      }),
  };
  const declared = Object.entries(calls).flatMap(([name, call]) =>
    call.refusals.map((code) => [name, code, call] as const),
  );
  it.each(declared)('%s can refuse with %s', async (_, code, call) => {
    const send: Send = (changed) => shop.app.inject({ ...opened.requestOf(call), ...changed });
    const cause = opened.provoke[code] ?? shared[code];
    if (!cause) throw new Error(`no request is defined that causes ${code}`);
    expectRefusal(await cause(send, call), code);
  });
};
