import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiToken } from '../platform/api-tokens.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { createBuyer } from '../testing/buyer.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop, waitUntilChangesQueued } from '../testing/shop.ts';

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
beforeAll(async () => {
  shop = await openTestShop();
  store = await createStore(shop, { email: 'balogun@mail.test' });
});
afterAll(() => shop.close());

const INJECTION = '<script>alert(1)</script> & "Ẹ kú àárọ̀" <b>\'; drop table account; --';

describe('a question about a product', () => {
  it('reaches the merchant; the reply is unread for the shopper, who reads it and replies', {
    tags: ['@MESSAGE-1', '@MESSAGE-2', '@MESSAGE-3', '@MESSAGE-5', '@MESSAGE-7'],
  }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, ' Which size? ', 'Is it cut loose?\r\nI like room.');
    const [message] = await shopper.listMessages();
    expect(message).toMatchObject({
      id,
      message_type: 'question',
      sender_name: 'Ngozi Eze',
      is_own: true,
      with_name: 'Balogun Textiles',
      subject: 'Which size?',
      content: 'Is it cut loose?\nI like room.',
      product: { id: store.productId, title: 'Indigo adire kaftan', image: '/media/products/kaftan/400.webp' },
      is_read: true,
      reply_count: 0,
      replies: [],
    });
    expect((await store.listMessages())[0]).toMatchObject({
      id,
      is_own: false,
      is_read: false,
      with_name: 'Ngozi Eze',
    });

    expect((await store.markRead(id)).json()).toEqual({ unread: 0 });
    const merchantReply = (await store.reply(id, 'Take the L.')).json();
    expect(merchantReply).toMatchObject({ sender: 'Balogun Textiles', is_own: true, content: 'Take the L.' });
    expect(await shopper.countUnread()).toBe(1);
    expect((await shopper.listMessages())[0]).toMatchObject({ is_read: false, reply_count: 1 });
    const opened = await shopper.readThread(id);
    expect(opened).toMatchObject({ is_read: false, earlier: null });
    expect(opened.replies).toEqual([{ ...merchantReply, is_own: false }]);

    expect((await shopper.markRead(id)).json()).toEqual({ unread: 0 });
    expect((await shopper.reply(id, 'L it is.')).json()).toMatchObject({ sender: 'Ngozi Eze', is_own: true });
    expect(await shopper.readThread(id)).toMatchObject({ is_read: true, reply_count: 2 });
    const openedByMerchant = await store.readThread(id);
    expect(openedByMerchant).toMatchObject({ is_read: false });
    expect(openedByMerchant.replies.map(({ sender, is_own, content }) => [sender, is_own, content])).toEqual([
      ['Balogun Textiles', true, 'Take the L.'],
      ['Ngozi Eze', false, 'L it is.'],
    ]);
  });

  it('is stored unchanged, even with HTML or SQL in it', { tags: ['@MESSAGE-55'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, INJECTION, INJECTION);
    await shopper.reply(id, INJECTION);
    const opened = await shopper.readThread(id);
    expect([opened.subject, opened.content, opened.replies[0]?.content]).toEqual([INJECTION, INJECTION, INJECTION]);
  });

  it('stays readable after its product is deleted', async () => {
    const shopper = await createShopper(shop);
    const other = await createStore(shop);
    const id = await shopper.sendQuestion(other.productId);
    await shop.db.deleteFrom('product').where('id', '=', other.productId).execute();
    expect((await shopper.readThread(id)).product).toEqual({ id: null, title: 'Indigo adire kaftan', image: '' });
  });

  it('accepts a product id as a number or as digits', { tags: ['@MESSAGE-8'] }, async () => {
    const shopper = await createShopper(shop);
    const form = { subject: 'A', content: 'B', product: String(store.productId) };
    expect((await shopper.call('POST', '/contact-merchant/send/', form)).statusCode).toBe(200);
  });

  it.each([
    [{ subject: '', content: 'B' }, { subject: ['Subject is required'] }],
    [{ subject: 'A', content: ' \n ' }, { content: ['Message content is required'] }],
    [{ content: 'B' }, { subject: ['Subject is required'] }],
    [{ subject: 'A', content: 'B', product: 'x' }, { product: ['Product ID is required and not found'] }],
    [{ subject: 'A', content: 'B', product: undefined }, { product: ['Product ID is required and not found'] }],
    [{ subject: 'x'.repeat(201), content: 'B' }, { subject: ['Write 200 characters at most.'] }],
    [{ subject: 'A', content: '🍠'.repeat(5001) }, { content: ['Write 5000 characters at most.'] }],
    [{ subject: 'A\nB', content: 'B' }, { subject: ['Write this without control characters.'] }],
    [{ subject: 'A', content: 'B\0' }, { content: ['Write this without control characters.'] }],
    [{ subject: 'A', content: 'B\u202e' }, { content: ['Write this without control characters.'] }],
  ])(
    'is refused with an error for its field: %j',
    { tags: ['@MESSAGE-36', '@MESSAGE-37', '@MESSAGE-38', '@MESSAGE-39'] },
    async (parts, errors) => {
      const shopper = await createShopper(shop);
      const response = await shopper.call('POST', '/contact-merchant/send/', { product: store.productId, ...parts });
      expectRefusal(response, 'invalid_input');
      expect(response.json().errors).toEqual(errors);
    },
  );
});

describe('identical texts', () => {
  it('sent twice within a minute are stored once', { tags: ['@MESSAGE-58'] }, async () => {
    const shopper = await createShopper(shop);
    const ids = await Promise.all([shopper.sendQuestion(store.productId), shopper.sendQuestion(store.productId)]);
    expect(new Set(ids).size).toBe(1);
    expect(await shopper.listMessages()).toHaveLength(1);
    const id = ids[0] ?? '';
    const replies = await Promise.all(Array.from({ length: 4 }, () => shopper.reply(id, 'Hello?')));
    expect(new Set(replies.map((response) => response.json().id)).size).toBe(1);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 1 });
    await Promise.all([store.reply(id, 'Hello?'), store.reply(id, 'Hello?')]);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 2 });
  });

  it('are stored twice for another product, after another reply, or after a minute', {
    tags: ['@MESSAGE-58'],
  }, async () => {
    const shopper = await createShopper(shop);
    const other = await createStore(shop);
    const id = await shopper.sendQuestion(store.productId);
    expect(await shopper.sendQuestion(other.productId)).not.toBe(id);
    expect(await shopper.sendQuestion(store.productId, 'Another thing')).not.toBe(id);
    for (const content of ['Yes.', 'No.', 'Yes.']) await shopper.reply(id, content);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 3 });
    await sql`update message_post set created_at = created_at - interval '2 minutes'`.execute(shop.db);
    await shopper.reply(id, 'Yes.');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 4 });
    expect(await shopper.sendQuestion(store.productId)).not.toBe(id);
  });

  it('of a message and its first reply are both stored', async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, 'Hello?', 'Hello?');
    await shopper.reply(id, 'Hello?');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 1 });
  });
});

describe('a thread', () => {
  it('is not found for another shopper or another merchant', { tags: ['@MESSAGE-56'] }, async () => {
    const [shopper, otherShopper] = [await createShopper(shop), await createShopper(shop)];
    const otherStore = await createStore(shop);
    const id = await shopper.sendQuestion(store.productId);
    for (const response of [
      await otherShopper.call('GET', `/list-contact-merchant/${id}/`),
      await otherShopper.markRead(id),
      await otherShopper.reply(id, 'Mine now'),
      await otherStore.call('GET', `${id}/`),
      await otherStore.markRead(id),
      await otherStore.reply(id, 'Buy from me'),
      await shopper.markRead(id, 'note'),
      await shopper.markRead(id, '__proto__'),
    ])
      expectRefusal(response, 'not_found');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 0 });
  });

  it('returns fifty replies at a time, the newest first', { tags: ['@MESSAGE-57'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    await sql`insert into message_post (thread_id, n, side, content)
      select ${id}::uuid, n, 'merchant', 'Reply ' || n from generate_series(1, 1000) n`.execute(shop.db);
    await sql`update message_thread set last_n = 1000, merchant_last = 1000 where id = ${id}::uuid`.execute(shop.db);
    const contents: string[] = [];
    let before: number | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const { replies, earlier, reply_count } = await shopper.readThread(id, before);
      expect([replies.length, reply_count]).toEqual([50, 1000]);
      contents.unshift(...replies.map(({ content }) => content));
      before = earlier ?? undefined;
    }
    expect(before).toBeUndefined();
    expect(contents).toEqual(Array.from({ length: 1000 }, (_, n) => `Reply ${n + 1}`));
    expect((await shopper.listMessages())[0]?.replies.map(({ content }) => content)).toEqual([
      'Reply 998',
      'Reply 999',
      'Reply 1000',
    ]);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from message_post where thread_id = ${id}::uuid and n > 0 and n < 900 order by n desc limit 50
    `.execute(shop.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('message_post_pkey');
  });

  it('numbers concurrent replies of both sides and stores all of them', async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const contents = Array.from({ length: 3 }, (_, n) => `Reply ${n}`);
    const trx = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${shopper.accountId} for update`.execute(trx);
    const responses = Promise.all(
      contents.map((content, n) => (n % 2 ? shopper.reply(id, content) : store.reply(id, content))),
    );
    await waitUntilChangesQueued(shop, shopper.accountId, contents.length);
    await trx.commit().execute();
    expect((await responses).map(({ statusCode }) => statusCode)).toEqual(contents.map(() => 200));
    expect((await shopper.readThread(id)).replies.map(({ content }) => content).toSorted()).toEqual(contents);
  });
});

describe('an inbox', () => {
  it('lists twenty threads per page, latest activity first', { tags: ['@MESSAGE-3', '@MESSAGE-4'] }, async () => {
    const shopper = await createShopper(shop);
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) ids.push(await shopper.sendQuestion(store.productId, `Question ${n}`));
    await store.reply(ids[3] ?? '', 'A reply');
    const first = (await shopper.call('GET', '/user/messages')).json();
    expect(first).toMatchObject({ count: 23, next: 'http://shop.test/backend/user/messages?page=2', previous: null });
    expect(first.results).toHaveLength(20);
    expect(first.results[0]).toMatchObject({ id: ids[3], is_read: false });
    const second = (await shopper.call('GET', '/user/messages?page=2')).json();
    expect(second).toMatchObject({ next: null, previous: 'http://shop.test/backend/user/messages?page=1' });
    expect(second.results).toHaveLength(3);
    expectRefusal(await shopper.call('GET', '/user/messages?page=3'), 'invalid_page');
  });

  it('is a page without results when it is empty', async () => {
    const shopper = await createShopper(shop);
    expect((await shopper.call('GET', '/user/messages')).json()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });
});

describe('the rate limit', () => {
  it('is thirty messages a minute per account and per merchant', { tags: ['@MESSAGE-59'] }, async () => {
    const limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const [shopper, otherShopper] = [await createShopper(limitedShop), await createShopper(limitedShop)];
    const ownStore = await createStore(limitedShop);
    const id = await shopper.sendQuestion(ownStore.productId);
    for (let n = 1; n < 30; n++) expect((await shopper.reply(id, `Reply ${n}`)).statusCode).toBe(200);
    const response = await shopper.reply(id, 'One more');
    expectRefusal(response, 'too_many_requests');
    expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
    expectRefusal(
      await shopper.call('POST', '/contact-merchant/send/', {
        subject: 'A',
        content: 'B',
        product: ownStore.productId,
      }),
      'too_many_requests',
    );
    await otherShopper.sendQuestion(ownStore.productId);
    for (let n = 0; n < 30; n++) expect((await ownStore.reply(id, `Reply ${n}`)).statusCode).toBe(200);
    expectRefusal(await ownStore.reply(id, 'One more'), 'too_many_requests');
    await limitedShop.close();
  });
});

describe("a merchant's API token", () => {
  it('is valid only for the endpoints of merchants, until a new token is created', {
    tags: ['@SESSION-15', '@MERCHANT-8'],
  }, async () => {
    const shopper = await createShopper(shop);
    const ownStore = await createStore(shop);
    const id = await shopper.sendQuestion(ownStore.productId);
    for (const headers of [shopper.headers, shopper.replyHeaders])
      expectRefusal(await shop.app.inject({ url: '/backend/merchant/messages/', headers }), 'token_invalid');
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages', headers: ownStore.headers }), 'token_invalid');
    expectRefusal(await shopper.call('POST', `/contact-merchant/${id}/reply/`, { content: 'A' }), 'token_invalid');
    expectRefusal(
      await shopper.call('POST', `/contact-merchant/${id}/reply/`, { content: 'A' }, ownStore.headers),
      'token_invalid',
    );
    await createApiToken(shop.db, { merchantId: ownStore.merchantId, name: 'default', scope: 'write' });
    expectRefusal(await ownStore.call('GET', ''), 'token_invalid');
  });
});

describe('a question about an order', { tags: ['@MESSAGE-61'] }, () => {
  it('reaches the merchant of the ordered product, also if it is no longer for sale, and names the order', async () => {
    const other = await createStore(shop);
    const buyer = await createBuyer(shop, [[other.productId, 1]]);
    const { id: order_id } = await buyer.placeOrder();
    await shop.db.deleteFrom('product').where('id', '=', other.productId).execute();
    const question = { subject: `Order ${order_id}`, content: 'When do you ship it?', product: other.productId };
    expectRefusal(await buyer.call('POST', '/contact-merchant/send/', question), 'not_found');
    const response = await buyer.call('POST', '/contact-merchant/send/', { ...question, order_id });
    expect(response.statusCode, response.body).toBe(200);
    expect(await other.listMessages()).toMatchObject([
      {
        id: response.json().id,
        message_type: 'question',
        order_id,
        product: { id: null, title: 'Indigo adire kaftan' },
      },
    ]);
    const [message] = (await buyer.call('GET', '/user/messages')).json().results;
    expect(message).toMatchObject({ order_id, is_own: true });
  });

  it('is not sent about an order of another account, or a product that is not in it', async () => {
    const buyer = await createBuyer(shop, [[store.productId, 1]]);
    const { id: order_id } = await buyer.placeOrder();
    const question = { subject: 'A', content: 'B', product: store.productId, order_id };
    const stranger = await createShopper(shop);
    expectRefusal(await stranger.call('POST', '/contact-merchant/send/', question), 'not_found');
    const { productId: product } = await createStore(shop);
    expectRefusal(await buyer.call('POST', '/contact-merchant/send/', { ...question, product }), 'not_found');
    const text = 'The request is not valid.';
    expectRefusal(
      await buyer.call('POST', '/contact-merchant/send/', { ...question, order_id: 'none' }),
      'invalid_input',
      text,
    );
  });
});

describe('a note from a merchant', () => {
  it('reaches the buyer of a paid order, but not of an unpaid one', { tags: ['@MERCHANT-10'] }, async () => {
    const buyer = await createBuyer(shop, [[store.productId, 1]]);
    const { id: order_id, reference } = await buyer.placeOrder();
    const note = { order_id, subject: 'Your kaftan', content: 'Which chest size should I send you?' };
    expectRefusal(await store.call('POST', 'send/', note), 'not_found');
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    expectRefusal(await (await createStore(shop)).call('POST', 'send/', note), 'not_found');
    expectRefusal(await store.call('POST', 'send/', { ...note, order_id: '000000000000' }), 'not_found');
    const response = await store.call('POST', 'send/', note);
    expect(response.json()).toMatchObject({ message: 'Message sent successfully' });
    expect((await store.call('POST', 'send/', note)).json()).toEqual(response.json());
    const [message] = (await buyer.call('GET', '/user/messages')).json().results;
    expect(message).toMatchObject({
      id: response.json().id,
      message_type: 'note',
      sender_name: 'Balogun Textiles',
      is_own: false,
      is_read: false,
      product: { id: store.productId },
    });
  });
});

describe('an unread message', () => {
  const readSubjects = async (to: string) => (await shop.mailbox.read(to)).map(({ subject }) => subject);
  const runJobsAfter = async (seconds: number) => {
    await advanceJobs(shop.db, seconds);
    // The second run sends the mails that the first run queues.
    for (let run = 0; run < 2; run++) expect(await shop.jobs.runDue()).toEqual([]);
  };

  it('is mailed to the recipient after ten minutes, without further mails until the thread is read', {
    tags: ['@MESSAGE-54'],
  }, async () => {
    const shopper = await createShopper(shop);
    const ownStore = await createStore(shop, { email: 'unread@mail.test', name: 'Ọjà Ọba' });
    const id = await shopper.sendQuestion(ownStore.productId, 'Which <b>size</b>?', INJECTION);
    await runJobsAfter(9 * 60);
    expect(await readSubjects('unread@mail.test')).toEqual([]);
    await shopper.reply(id, 'Are you there?');
    await runJobsAfter(60);
    expect(await readSubjects('unread@mail.test')).toEqual(['Ngozi Eze wrote to Ọjà Ọba: Which <b>size</b>?']);
    const [merchantMail] = await shop.mailbox.read('unread@mail.test');
    expect(merchantMail?.text).toContain(INJECTION);
    expect(merchantMail?.html).not.toContain('<script>alert');
    expect(merchantMail?.html).not.toContain('<b>size');
    await runJobsAfter(3600);
    expect(await readSubjects('unread@mail.test')).toHaveLength(1);

    await ownStore.markRead(id);
    await ownStore.reply(id, 'Here I am.');
    await runJobsAfter(600);
    expect(await readSubjects(shopper.email)).toEqual(['Ọjà Ọba wrote to you: Which <b>size</b>?']);
    const [shopperMail] = await shop.mailbox.read(shopper.email);
    expect(shopperMail?.text).toContain(`http://shop.test/inbox/message/details/${id}`);
    expect(shopperMail?.text).toContain('Here I am.');

    await shopper.reply(id, 'Good.');
    await runJobsAfter(600);
    expect(await readSubjects('unread@mail.test')).toHaveLength(2);
  });

  it('is not mailed after it was read, to a merchant without an email address, or to a deleted account', async () => {
    const [reader, deleted] = [await createShopper(shop), await createShopper(shop)];
    const storeWithoutEmail = await createStore(shop);
    const [id, deletedId] = [
      await reader.sendQuestion(storeWithoutEmail.productId),
      await deleted.sendQuestion(storeWithoutEmail.productId),
    ];
    await storeWithoutEmail.reply(id, 'A reply');
    await storeWithoutEmail.reply(deletedId, 'A reply');
    await reader.markRead(id);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: deleted.headers });
    await runJobsAfter(600);
    expect([...(await readSubjects(reader.email)), ...(await readSubjects(deleted.email))]).toEqual([
      'Your Sokuwa account was deleted',
    ]);
  });
});

describe('the messages of an account', () => {
  it('are part of its data export and are deleted with it', async () => {
    const shopper = await createShopper(shop);
    const ownStore = await createStore(shop);
    const id = await shopper.sendQuestion(ownStore.productId);
    await ownStore.reply(id, 'A reply');
    const { messages } = (await shopper.call('GET', '/user-data-export/')).json();
    expect(messages).toEqual([
      {
        subject: 'Which size?',
        store_name: 'Balogun Textiles',
        product: 'Indigo adire kaftan',
        written: [
          { by: 'buyer', content: 'Is it cut loose?', at: expect.stringMatching(/Z$/) },
          { by: 'merchant', content: 'A reply', at: expect.stringMatching(/Z$/) },
        ],
      },
    ]);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: shopper.headers });
    expect(await ownStore.listMessages()).toEqual([]);
    const { rows } = await sql`select from message_post where thread_id = ${id}::uuid`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
