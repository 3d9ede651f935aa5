import type { MerchantMessageDetail, MerchantMessagePage } from '@sokuwa/contract/messages/messages.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let merchant: TestMerchant;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  store = await createStore(shop);
  merchant = await createMerchant(shop, store.merchantId);
});

const list = async (query = '', of: TestMerchant = merchant): Promise<MerchantMessagePage> => {
  const response = await of.call('GET', `/messages/${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const idsOf = async (query: string, of?: TestMerchant) => (await list(query, of)).results.map(({ id }) => id);
const read = async (id: string): Promise<MerchantMessageDetail> =>
  (await merchant.call('GET', `/messages/${id}/`)).json();
const markDone = (id: string, isDone: boolean, of = merchant) =>
  of.call('PATCH', `/messages/${id}/done/`, { is_done: isDone });

describe('threads without an answer', () => {
  it('are listed by who waits longest, until the merchant replies', { tags: ['@DESK-9'] }, async () => {
    const shopper = await createShopper(shop);
    const [first, second, third] = [
      await shopper.sendQuestion(store.productId, 'One'),
      await shopper.sendQuestion(store.productId, 'Two'),
      await shopper.sendQuestion(store.productId, 'Three'),
    ];
    await store.reply(second, 'An answer');
    // Writing again does not restart the waiting.
    const since = (await read(first)).unanswered_since;
    await shopper.reply(first, 'Are you there?');
    expect((await read(first)).unanswered_since).toBe(since);
    expect(await idsOf('?unanswered=true')).toEqual([first, third]);
    expect(await idsOf('?unanswered=false')).toEqual([second]);
    expect(await list('?unanswered=true')).toMatchObject({ count: 2, next: null });
    expect((await read(second)).unanswered_since).toBeNull();
    await shopper.reply(second, 'Another question');
    expect(await idsOf('?unanswered=true')).toEqual([first, third, second]);
  });

  it('can be done without an answer, undone, and wait again when the buyer writes', { tags: ['@DESK-9'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, 'Thank you!');
    const since = (await read(id)).unanswered_since;
    for (const isDone of [true, true]) expect((await markDone(id, isDone)).json()).toEqual({ unanswered_since: null });
    expect(await idsOf('?unanswered=true')).toEqual([]);
    for (const isDone of [false, false])
      expect((await markDone(id, isDone)).json()).toEqual({ unanswered_since: since });
    await markDone(id, true);
    await shopper.reply(id, 'One more question');
    expect(await idsOf('?unanswered=true')).toEqual([id]);
    await store.reply(id, 'An answer');
    expect((await markDone(id, false)).json()).toEqual({ unanswered_since: null });
    expectRefusal(await markDone(id, true, await createMerchant(shop)), 'not_found');
  });

  it('wait also when a node of release 1.0 has written the post', { tags: ['@DESK-9'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    await store.reply(id, 'An answer');
    await sql`update message_thread set last_n = 2, buyer_last = 2, last_at = now() where id = ${id}`.execute(shop.db);
    expect(await idsOf('?unanswered=true')).toEqual([id]);
  });
});

describe('the search in messages', () => {
  it.each(['Zaïnab', 'bello', 'BELL zai', 'kaftan', 'cut loose', 'waistband', 'which size waist'])(
    'finds a thread by %s',
    { tags: ['@DESK-10'] },
    async (text) => {
      const shopper = await createShopper(shop, { first_name: 'Zainab', last_name: 'Ọ̀ṣun-Bello' });
      const id = await shopper.sendQuestion(store.productId);
      await store.reply(id, 'The waistband is elastic.');
      await (await createShopper(shop)).sendQuestion(store.productId, 'Other', 'Nothing of that');
      const found = await idsOf(`?search=${encodeURIComponent(text)}`);
      if (text === 'kaftan') expect(found).toContain(id);
      else expect(found).toEqual([id]);
      expect(await idsOf(`?search=${encodeURIComponent(text)}`, await createMerchant(shop))).toEqual([]);
    },
  );

  it.each(['aistband', 'zainab xyz', 'za', '', "'", '%', '*:&|!', '/merchant/1', '💥', '中文', 'é'.repeat(50)])(
    'does not find it by %j',
    { tags: ['@DESK-10'] },
    async (text) => {
      const shopper = await createShopper(shop, { first_name: 'Zainab' });
      const id = await shopper.sendQuestion(store.productId, 'Size', 'The waistband');
      expect(await idsOf(`?search=${encodeURIComponent(`${text} qqq`)}`)).not.toContain(id);
      expect((await merchant.call('GET', `/messages/?search=${encodeURIComponent(text)}`)).statusCode).toBe(200);
    },
  );

  it('has pages and filters, and follows a changed name', { tags: ['@DESK-10'] }, async () => {
    const shopper = await createShopper(shop, { first_name: 'Amara' });
    for (let n = 0; n < 21; n++) await shopper.sendQuestion(store.productId, `Subject ${n}`);
    const first = await list('?search=amara&unanswered=true');
    expect(first).toMatchObject({ count: 21, previous: null });
    expect(first.next).toContain('search=amara');
    const second = (await shop.app.inject({ url: first.next ?? '', headers: merchant.headers })).json();
    expect(second.results).toHaveLength(1);
    expect(await idsOf('?search=amara&unanswered=false')).toEqual([]);
    await sql`update account set first_name = 'Ifeoma' where id = ${shopper.accountId}`.execute(shop.db);
    expect(await list('?search=amara')).toMatchObject({ count: 0 });
    expect(await list('?search=ifeoma')).toMatchObject({ count: 21 });
  });

  it('finds nothing of a deleted account', { tags: ['@DESK-10'] }, async () => {
    const shopper = await createShopper(shop, { first_name: 'Halima' });
    await shopper.sendQuestion(store.productId);
    await sql`delete from account where id = ${shopper.accountId}`.execute(shop.db);
    expect(await idsOf('?search=halima')).toEqual([]);
    const { rows } = await sql`select from message_words where words @@ 'halima'::tsquery`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
