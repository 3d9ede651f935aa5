import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMerchantApiToken } from '../platform/merchant-api-tokens.ts';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { createBuyer } from '../testing/buyer.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
beforeAll(async () => {
  shop = await openTestShop();
  store = await createStore(shop, { email: 'balogun@mail.test' });
});
afterAll(() => shop.close());

const EVIL = '<script>alert(1)</script> & "Ẹ kú àárọ̀" <b>\'; drop table account; --';

describe('a question about a product', () => {
  it('goes to its merchant, who answers; the shopper finds the answer unread, reads it and replies', {
    tags: ['@MESSAGE-1', '@MESSAGE-2', '@MESSAGE-3', '@MESSAGE-5', '@MESSAGE-7'],
  }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, ' Which size? ', 'Is it cut loose?\r\nI like room.');
    const [mine] = await shopper.listMessages();
    expect(mine).toMatchObject({
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
    const answered = (await store.reply(id, 'Take the L.')).json();
    expect(answered).toMatchObject({ sender: 'Balogun Textiles', is_own: true, content: 'Take the L.' });
    expect(await shopper.countUnread()).toBe(1);
    expect((await shopper.listMessages())[0]).toMatchObject({ is_read: false, reply_count: 1 });
    const opened = await shopper.readThread(id);
    expect(opened).toMatchObject({ is_read: false, earlier: null });
    expect(opened.replies).toEqual([{ ...answered, is_own: false }]);

    expect((await shopper.markRead(id)).json()).toEqual({ unread: 0 });
    expect((await shopper.reply(id, 'L it is.')).json()).toMatchObject({ sender: 'Ngozi Eze', is_own: true });
    expect(await shopper.readThread(id)).toMatchObject({ is_read: true, reply_count: 2 });
    const theirs = await store.readThread(id);
    expect(theirs).toMatchObject({ is_read: false });
    expect(theirs.replies.map(({ sender, is_own, content }) => [sender, is_own, content])).toEqual([
      ['Balogun Textiles', true, 'Take the L.'],
      ['Ngozi Eze', false, 'L it is.'],
    ]);
  });

  it('is kept as it was written, whatever it looks like', { tags: ['@MESSAGE-55'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, EVIL, EVIL);
    await shopper.reply(id, EVIL);
    const opened = await shopper.readThread(id);
    expect([opened.subject, opened.content, opened.replies[0]?.content]).toEqual([EVIL, EVIL, EVIL]);
  });

  it('stays readable when its product leaves the shop', async () => {
    const shopper = await createShopper(shop);
    const other = await createStore(shop);
    const id = await shopper.sendQuestion(other.productId);
    await shop.db.deleteFrom('product').where('id', '=', other.productId).execute();
    expect((await shopper.readThread(id)).product).toEqual({ id: null, title: 'Indigo adire kaftan', image: '' });
  });

  it('takes a product id as a number or in digits', { tags: ['@MESSAGE-8'] }, async () => {
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
    '%j is refused, with the reason beside its field',
    { tags: ['@MESSAGE-36', '@MESSAGE-37', '@MESSAGE-38', '@MESSAGE-39'] },
    async (parts, errors) => {
      const shopper = await createShopper(shop);
      const answer = await shopper.call('POST', '/contact-merchant/send/', { product: store.productId, ...parts });
      expectRefusal(answer, 'invalid_input');
      expect(answer.json().errors).toEqual(errors);
    },
  );
});

describe('the same words', () => {
  it('sent twice by a nervous thumb are one message and one reply', { tags: ['@MESSAGE-58'] }, async () => {
    const shopper = await createShopper(shop);
    const ids = await Promise.all([shopper.sendQuestion(store.productId), shopper.sendQuestion(store.productId)]);
    expect(new Set(ids).size).toBe(1);
    expect(await shopper.listMessages()).toHaveLength(1);
    const id = ids[0] ?? '';
    const replies = await Promise.all(Array.from({ length: 4 }, () => shopper.reply(id, 'Hello?')));
    expect(new Set(replies.map((one) => one.json().id)).size).toBe(1);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 1 });
    await Promise.all([store.reply(id, 'Hello?'), store.reply(id, 'Hello?')]);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 2 });
  });

  it('are two when they are meant: about another product, after other words, or later', {
    tags: ['@MESSAGE-58'],
  }, async () => {
    const shopper = await createShopper(shop);
    const other = await createStore(shop);
    const id = await shopper.sendQuestion(store.productId);
    expect(await shopper.sendQuestion(other.productId)).not.toBe(id);
    expect(await shopper.sendQuestion(store.productId, 'Another thing')).not.toBe(id);
    for (const words of ['Yes.', 'No.', 'Yes.']) await shopper.reply(id, words);
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 3 });
    await sql`update message_post set created_at = created_at - interval '2 minutes'`.execute(shop.db);
    await shopper.reply(id, 'Yes.');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 4 });
    expect(await shopper.sendQuestion(store.productId)).not.toBe(id);
  });

  it('as the message itself make a reply', async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId, 'Hello?', 'Hello?');
    await shopper.reply(id, 'Hello?');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 1 });
  });
});

describe('a thread', () => {
  it('is nobody else’s: another shopper and another merchant find none', { tags: ['@MESSAGE-56'] }, async () => {
    const [shopper, stranger] = [await createShopper(shop), await createShopper(shop)];
    const rival = await createStore(shop);
    const id = await shopper.sendQuestion(store.productId);
    for (const answer of [
      await stranger.call('GET', `/list-contact-merchant/${id}/`),
      await stranger.markRead(id),
      await stranger.reply(id, 'Mine now'),
      await rival.call('GET', `${id}/`),
      await rival.markRead(id),
      await rival.reply(id, 'Buy from me'),
      await shopper.markRead(id, 'note'),
      await shopper.markRead(id, '__proto__'),
    ])
      expectRefusal(answer, 'not_found');
    expect(await shopper.readThread(id)).toMatchObject({ reply_count: 0 });
  });

  it('of a thousand replies comes fifty at a time, the newest first', { tags: ['@MESSAGE-57'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    await sql`insert into message_post (thread_id, n, side, content)
      select ${id}::uuid, n, 'merchant', 'Reply ' || n from generate_series(1, 1000) n`.execute(shop.db);
    await sql`update message_thread set last_n = 1000, merchant_last = 1000 where id = ${id}::uuid`.execute(shop.db);
    const seen: string[] = [];
    let before: number | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const { replies, earlier, reply_count } = await shopper.readThread(id, before);
      expect([replies.length, reply_count]).toEqual([50, 1000]);
      seen.unshift(...replies.map(({ content }) => content));
      before = earlier ?? undefined;
    }
    expect(before).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => `Reply ${n + 1}`));
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

  it('numbers replies of both sides that come at once, and loses none', async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const words = Array.from({ length: 3 }, (_, n) => `Words ${n}`);
    const trx = await shop.db.startTransaction().execute();
    await sql`select from account where id = ${shopper.accountId} for update`.execute(trx);
    const all = Promise.all(words.map((one, n) => (n % 2 ? shopper.reply(id, one) : store.reply(id, one))));
    await waitUntilBlocked(shop.db, 2);
    await trx.commit().execute();
    expect((await all).map(({ statusCode }) => statusCode)).toEqual(words.map(() => 200));
    expect((await shopper.readThread(id)).replies.map(({ content }) => content).toSorted()).toEqual(words);
  });
});

describe('an inbox', () => {
  it('comes twenty at a time, the one written in last first', { tags: ['@MESSAGE-3', '@MESSAGE-4'] }, async () => {
    const shopper = await createShopper(shop);
    const ids: string[] = [];
    for (let n = 0; n < 23; n++) ids.push(await shopper.sendQuestion(store.productId, `Question ${n}`));
    await store.reply(ids[3] ?? '', 'An answer');
    const first = (await shopper.call('GET', '/user/messages')).json();
    expect(first).toMatchObject({ count: 23, next: 'http://shop.test/backend/user/messages?page=2', previous: null });
    expect(first.results).toHaveLength(20);
    expect(first.results[0]).toMatchObject({ id: ids[3], is_read: false });
    const second = (await shopper.call('GET', '/user/messages?page=2')).json();
    expect(second).toMatchObject({ next: null, previous: 'http://shop.test/backend/user/messages?page=1' });
    expect(second.results).toHaveLength(3);
    expectRefusal(await shopper.call('GET', '/user/messages?page=3'), 'invalid_page');
  });

  it('that is empty is a page without results', async () => {
    const shopper = await createShopper(shop);
    expect((await shopper.call('GET', '/user/messages')).json()).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });
});

describe('thirty messages a minute', () => {
  it('are the most that one account, and one merchant, may write', { tags: ['@MESSAGE-59'] }, async () => {
    const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const [shopper, other] = [await createShopper(strict), await createShopper(strict)];
    const its = await createStore(strict);
    const id = await shopper.sendQuestion(its.productId);
    for (let n = 1; n < 30; n++) expect((await shopper.reply(id, `Words ${n}`)).statusCode).toBe(200);
    const answer = await shopper.reply(id, 'One more');
    expectRefusal(answer, 'too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    expectRefusal(
      await shopper.call('POST', '/contact-merchant/send/', { subject: 'A', content: 'B', product: its.productId }),
      'too_many_requests',
    );
    await other.sendQuestion(its.productId);
    for (let n = 0; n < 30; n++) expect((await its.reply(id, `Words ${n}`)).statusCode).toBe(200);
    expectRefusal(await its.reply(id, 'One more'), 'too_many_requests');
    await strict.close();
  });
});

describe("a merchant's own token", () => {
  it('opens its own calls alone, and ends with the next one', { tags: ['@SESSION-15', '@MERCHANT-8'] }, async () => {
    const shopper = await createShopper(shop);
    const its = await createStore(shop);
    const id = await shopper.sendQuestion(its.productId);
    for (const headers of [shopper.headers, shopper.replyHeaders])
      expectRefusal(await shop.app.inject({ url: '/backend/merchant/messages/', headers }), 'token_invalid');
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages', headers: its.headers }), 'token_invalid');
    expectRefusal(await shopper.call('POST', `/contact-merchant/${id}/reply/`, { content: 'A' }), 'token_invalid');
    expectRefusal(
      await shopper.call('POST', `/contact-merchant/${id}/reply/`, { content: 'A' }, its.headers),
      'token_invalid',
    );
    await createMerchantApiToken(shop.db, its.merchantId);
    expectRefusal(await its.call('GET', ''), 'token_invalid');
  });
});

describe('a note from a merchant', () => {
  it('reaches the buyer of an order that was paid for, and of no other', { tags: ['@MERCHANT-10'] }, async () => {
    const buyer = await createBuyer(shop, [[store.productId, 1]]);
    const { id: order_id, reference } = await buyer.placeOrder();
    const note = { order_id, subject: 'Your kaftan', content: 'Which chest size should I send you?' };
    expectRefusal(await store.call('POST', 'send/', note), 'not_found');
    await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    expectRefusal(await (await createStore(shop)).call('POST', 'send/', note), 'not_found');
    expectRefusal(await store.call('POST', 'send/', { ...note, order_id: '000000000000' }), 'not_found');
    const answer = await store.call('POST', 'send/', note);
    expect(answer.json()).toMatchObject({ message: 'Message sent successfully' });
    expect((await store.call('POST', 'send/', note)).json()).toEqual(answer.json());
    const [message] = (await buyer.call('GET', '/user/messages')).json().results;
    expect(message).toMatchObject({
      id: answer.json().id,
      message_type: 'note',
      sender_name: 'Balogun Textiles',
      is_own: false,
      is_read: false,
      product: { id: store.productId },
    });
  });
});

describe('a message that nobody reads', () => {
  const subjects = async (to: string) => (await shop.mailbox.read(to)).map(({ subject }) => subject);
  const pass = async (seconds: number) => {
    await advanceJobs(shop.db, seconds);
    // What these jobs queue is mailed by the next round.
    for (let rounds = 0; rounds < 2; rounds++) expect(await shop.jobs.runDue()).toEqual([]);
  };

  it('is mailed to the other side after ten minutes, once until it reads', { tags: ['@MESSAGE-54'] }, async () => {
    const shopper = await createShopper(shop);
    const its = await createStore(shop, { email: 'unread@mail.test', name: 'Ọjà Ọba' });
    const id = await shopper.sendQuestion(its.productId, 'Which <b>size</b>?', EVIL);
    await pass(9 * 60);
    expect(await subjects('unread@mail.test')).toEqual([]);
    await shopper.reply(id, 'Are you there?');
    await pass(60);
    expect(await subjects('unread@mail.test')).toEqual(['Ngozi Eze wrote to Ọjà Ọba: Which <b>size</b>?']);
    const [letter] = await shop.mailbox.read('unread@mail.test');
    expect(letter?.text).toContain(EVIL);
    expect(letter?.html).not.toContain('<script>alert');
    expect(letter?.html).not.toContain('<b>size');
    await pass(3600);
    expect(await subjects('unread@mail.test')).toHaveLength(1);

    await its.markRead(id);
    await its.reply(id, 'Here I am.');
    await pass(600);
    expect(await subjects(shopper.email)).toEqual(['Ọjà Ọba wrote to you: Which <b>size</b>?']);
    const [mail] = await shop.mailbox.read(shopper.email);
    expect(mail?.text).toContain(`http://shop.test/inbox/message/details/${id}`);
    expect(mail?.text).toContain('Here I am.');

    await shopper.reply(id, 'Good.');
    await pass(600);
    expect(await subjects('unread@mail.test')).toHaveLength(2);
  });

  it('is not mailed when it was read, when the merchant has no address, or when the account is gone', async () => {
    const [reader, leaver] = [await createShopper(shop), await createShopper(shop)];
    const quiet = await createStore(shop);
    const [id, gone] = [await reader.sendQuestion(quiet.productId), await leaver.sendQuestion(quiet.productId)];
    await quiet.reply(id, 'An answer');
    await quiet.reply(gone, 'An answer');
    await reader.markRead(id);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: leaver.headers });
    await pass(600);
    expect([...(await subjects(reader.email)), ...(await subjects(leaver.email))]).toEqual([]);
  });
});

describe('an account that is deleted', () => {
  it('takes its messages along, and has them in its export before', async () => {
    const shopper = await createShopper(shop);
    const its = await createStore(shop);
    const id = await shopper.sendQuestion(its.productId);
    await its.reply(id, 'An answer');
    const { messages } = (await shopper.call('GET', '/user-data-export/')).json();
    expect(messages).toEqual([
      {
        subject: 'Which size?',
        store_name: 'Balogun Textiles',
        product: 'Indigo adire kaftan',
        written: [
          { by: 'buyer', content: 'Is it cut loose?', at: expect.stringMatching(/Z$/) },
          { by: 'merchant', content: 'An answer', at: expect.stringMatching(/Z$/) },
        ],
      },
    ]);
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers: shopper.headers });
    expect(await its.listMessages()).toEqual([]);
    const { rows } = await sql`select from message_post where thread_id = ${id}::uuid`.execute(shop.db);
    expect(rows).toEqual([]);
  });
});
