import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { MAX_SAVED_REPLIES } from '@sokuwa/contract/messages/messages.rules.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import * as calls from '@sokuwa/contract/messages/saved-replies.endpoints.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { expectRefusal } from '../testing/responses.ts';
import { waitUntilBlocked } from '../testing/shop.ts';
import { lockSavedReplies } from './saved-replies.sql.ts';

let shops: RefusalShops;
let store: TestMerchant;
let replyId: number;
beforeAll(async () => {
  shops = await openRefusalShops();
});
afterAll(() => shops.close());
beforeEach(async () => {
  store = await createMerchant(shops.shop);
  replyId = (await create({ title: 'Tracking link', content: 'Here it is: {tracking}' })).json().id;
});

const text = { title: 'Leaves today', content: 'It leaves today,\nwith {carrier}.' };
const create = (reply: object) => store.call('POST', '/saved-replies/', reply);
const list = async (): Promise<schemas.SavedReply[]> => (await store.call('GET', '/saved-replies/')).json();

describe('saved replies', () => {
  it('are created, changed, listed by title and deleted', { tags: ['@DESK-12'] }, async () => {
    const created = (await create(text)).json();
    expect(created).toEqual({ id: expect.any(Number), ...text });
    expect(await list()).toMatchObject([text, { id: replyId }]);
    const changed = { title: 'Zoo', content: 'Changed' };
    expect((await store.call('PUT', `/saved-replies/${created.id}/`, changed)).json()).toEqual({
      id: created.id,
      ...changed,
    });
    expect((await list()).map(({ title }) => title)).toEqual(['Tracking link', 'Zoo']);
    expect((await store.call('DELETE', `/saved-replies/${replyId}/`)).json()).toEqual([{ id: created.id, ...changed }]);
    expect(await list()).toHaveLength(1);
  });

  it('are saved once by a repeated request, also at the same time', { tags: ['@DESK-12'] }, async () => {
    const blocked = shops.shop.db.transaction().execute(async (trx) => {
      await lockSavedReplies(trx, store.id);
      const both = [create(text), create(text)];
      await waitUntilBlocked(shops.shop.db, 2);
      return both;
    });
    const [one, other] = await Promise.all(await blocked);
    expect(one?.json()).toEqual(other?.json());
    expect(await list()).toHaveLength(2);
  });

  it('are not of another merchant', { tags: ['@DESK-12', '@STAFF-1'] }, async () => {
    const other = await createMerchant(shops.shop);
    expect((await other.call('GET', '/saved-replies/')).json()).toEqual([]);
    expectRefusal(await other.call('PUT', `/saved-replies/${replyId}/`, text), 'not_found');
    expectRefusal(await other.call('DELETE', `/saved-replies/${replyId}/`), 'not_found');
    expect(await list()).toHaveLength(1);
  });
});

const responses = new Map<Endpoint, z.ZodType>([
  [calls.listSavedReplies, z.array(schemas.savedReply)],
  [calls.createSavedReply, schemas.savedReply],
  [calls.changeSavedReply, schemas.savedReply],
  [calls.deleteSavedReply, z.array(schemas.savedReply)],
]);
const requestOf = (call: Endpoint, id: string | number = replyId): MerchantRequest => ({
  method: call.method,
  url: createEndpointUrl(call, id),
  headers: store.headers,
  ...(hasBody(call) && { payload: text }),
});
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  invalid_input: (send, call) =>
    hasBody(call) ? send({ payload: { title: ' ', content: 'x' } }) : send({ url: requestOf(call, 'x').url }),
  not_found: (send, call) => send({ url: requestOf(call, 2_000_000_000).url }),
  saved_reply_exists: async (send) => {
    await create({ ...text, content: 'Other' });
    return send();
  },
  too_many_saved_replies: async (send) => {
    await shops.shop.db
      .insertInto('saved_reply')
      .values(
        Array.from({ length: MAX_SAVED_REPLIES - 1 }, (_, n) => ({
          merchant_id: store.id,
          title: `${n}`,
          content: 'x',
        })),
      )
      .execute();
    return send();
  },
};
const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the endpoints of saved replies', () => {
  it.each(declared)('%s can return %s', { tags: ['@MERCHANT-49'] }, async (_, code, call) => {
    const shared = shops.provokeShared(requestOf);
    const readOnly: Provoke = (send) => send({ headers: store.readOnlyHeaders });
    const provocation = { ...shared, token_read_only: readOnly, ...provoke }[code];
    const response = await provocation?.((changed) => shops.shop.app.inject({ ...requestOf(call), ...changed }), call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
  });

  it.each(all)('%s returns exactly the response of the contract', { tags: ['@MERCHANT-49'] }, async (_, call) => {
    const response = await shops.shop.app.inject(requestOf(call));
    expect(response.statusCode, response.body).toBe(200);
    expect(responses.get(call)?.parse(response.json())).toEqual(response.json());
  });
});
