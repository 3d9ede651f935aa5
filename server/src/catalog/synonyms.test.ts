import * as calls from '@sokuwa/contract/catalog/synonyms.endpoints.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectAudit } from '../platform/audit.ts';
import { hasBody } from '../testing/endpoints.ts';
import { LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { testOperatorRefusals } from '../testing/operator-refusals.ts';
import { expectRefusal, productIdsOf } from '../testing/responses.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { addProduct, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { findSynonymProblems } from './synonyms.rules.ts';
import { changeSynonyms } from './synonyms.service.ts';

let shop: TestShop;
let headers: { authorization: string };
/** Another node of the same shop, which caches responses. */
let node: Awaited<ReturnType<typeof openFollowingNode>>;
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop, { name: 'Ada' });
  node = await openFollowingNode(shop);
});
afterAll(async () => {
  await node.close();
  await shop.close();
});
beforeEach(() => shop.db.deleteFrom('search_synonyms').execute());

const url = '/backend/operator/synonyms/';
const read = async () => (await shop.app.inject({ url, headers })).json();
const change = (payload: object) => shop.app.inject({ method: 'PUT', url, headers, payload });
const attempt = (payload: object) => shop.app.inject({ method: 'POST', url: `${url}try/`, headers, payload });
const searchOnOtherNode = async (text: string) =>
  productIdsOf(await node.other.app.inject({ url: `/backend/api/products/?search=${text}` }));

describe('the synonyms of the search', { tags: ['@SEARCH-18'] }, () => {
  it('are those that the shop comes with, until an operator changes them', async () => {
    const builtIn = await read();
    expect(builtIn).toEqual({
      ...{ revision: 0, list: expect.stringContaining('garri, gari, eba'), is_built_in: true },
      ...{ changed_at: null, changed_by: null },
    });
    const changed = (await change({ revision: 0, list: '# Ours\r\nkaftan, jalabia', reason: 'Asked for' })).json();
    expect(changed).toEqual({
      ...{ revision: 1, list: '# Ours\nkaftan, jalabia\n', is_built_in: false },
      ...{ changed_at: expect.any(String), changed_by: 'token:Ada' },
    });
    expect(await read()).toEqual(changed);
    const [entry] = await selectAudit(shop.db, { action: 'synonyms replace', limit: 1 });
    expect(entry).toMatchObject({ actor: 'token:Ada', reason: 'Asked for', after: { list: changed.list } });
    expect((await change({ revision: 1, list: null })).json()).toMatchObject({
      ...{ revision: 2, list: builtIn.list, is_built_in: true },
    });
  });

  it('are used by every node within a second, also where the search was cached', async () => {
    const kaftan = await addProduct(shop.db, { title: 'Adire kaftan' });
    expect(await searchOnOtherNode('jalabia')).toEqual([]);
    await change({ revision: 0, list: 'kaftan, jalabia' });
    await waitFor(async () => expect(await searchOnOtherNode('jalabia')).toEqual([kaftan]));
    await change({ revision: 1, list: null });
    await waitFor(async () => expect(await searchOnOtherNode('jalabia')).toEqual([]));
  });

  it('that somebody else has changed are not overwritten, and a repetition changes nothing', async () => {
    const body = { revision: 0, list: 'kaftan, jalabia' };
    const first = (await change(body)).json();
    expect((await change(body)).json()).toEqual(first);
    const refused = await change({ revision: 0, list: 'yam, tuber' });
    expectRefusal(refused, 'synonyms_changed');
    expect(refused.json().current).toEqual(first);
  });

  it('of two first changes at the same time are those of one', async () => {
    const blocker = await shop.db.startTransaction().execute();
    await blocker.insertInto('search_synonyms').values({ revision: 1, list: 'a, b\n', changed_by: 'x' }).execute();
    const changing = change({ revision: 0, list: 'yam, tuber' });
    await waitUntilBlocked(shop.db, 1);
    await blocker.commit().execute();
    const refused = await changing;
    expectRefusal(refused, 'synonyms_changed');
    expect(refused.json().current).toMatchObject({ revision: 1, list: 'a, b\n' });
  });

  it.each([
    ['yam', 'Line 1 needs two names or more, separated by commas.'],
    ['# fine\n\nyam, ', 'Line 3 has an empty name.'],
    ['a > b > c', 'Line 1 has more than one ">".'],
    ['yam, a b c d e', 'Line 1 has a name of more than 4 words: "a b c d e".'],
    [Array.from({ length: 51 }, (_, n) => `n${n}`).join(), 'Line 1 has more than 50 names.'],
  ])('are refused with the line that is wrong: %j', async (list, problem) => {
    expect((await change({ revision: 0, list })).json()).toMatchObject({
      code: 'invalid_input',
      errors: { list: [problem] },
    });
    expect((await attempt({ list, search: 'yam' })).json().code).toBe('invalid_input');
  });

  it('name at most 20 wrong lines', () => {
    expect(findSynonymProblems('yam\n'.repeat(30))).toHaveLength(20);
  });
});

describe('a trial of synonyms', { tags: ['@SEARCH-19'] }, () => {
  it('shows what a search would find, and changes nothing', async () => {
    const robe = await addProduct(shop.db, { title: 'Linen agbada', pictures: [{ key: 'products/robe', alt: '' }] });
    const found = await addProduct(shop.db, { title: 'Wool babariga' });
    const tried = (await attempt({ list: 'agbada, babariga', search: 'the babariga' })).json();
    expect(tried).toMatchObject({
      terms: [{ words: 'babariga', names: ['babariga', 'agbada'] }],
      ...{ count: 2, present_count: 1 },
    });
    expect(tried.results.map(({ id, is_new }: { id: number; is_new: boolean }) => [id, is_new])).toEqual([
      [found, false],
      [robe, true],
    ]);
    expect(tried.results[1]).toMatchObject({
      title: 'Linen agbada',
      image_url: expect.stringContaining('products/robe'),
    });
    expect(await searchOnOtherNode('babariga')).toEqual([found]);
  });
});

describe('the calls of synonyms', () => {
  testOperatorRefusals(calls, async (testShop, operatorHeaders) => {
    const bodies = new Map<Endpoint, object>([
      [calls.changeSynonyms, { revision: 0, list: 'kaftan, jalabia' }],
      [calls.trySynonyms, { list: 'kaftan, jalabia', search: 'kaftan' }],
    ]);
    return {
      requestOf: (call) => ({
        method: call.method,
        url: `/backend${call.path}`,
        headers: operatorHeaders,
        ...(hasBody(call) && { payload: bodies.get(call) ?? {} }),
      }),
      provoke: {
        invalid_input: (send) => send({ payload: { revision: 'x', list: 'yam', search: '' } }),
        synonyms_changed: async (send) => {
          const deps = { db: testShop.db, builtIn: '' };
          await changeSynonyms(deps, { list: 'yam, tuber' }, LIVE_ACT);
          return send();
        },
      },
    };
  });
});
