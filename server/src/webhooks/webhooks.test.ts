import { promises as dns, type LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import type { WebhookDelivery } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Encryption } from '../platform/encryption.ts';
import { createStore } from '../testing/messages.ts';
import { addMerchant, openTestShop, type TestShop } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { advanceWebhooks, openReceiver, verifyWebhook, webhookCalls } from '../testing/webhook-receiver.ts';
import { openPostWebhook, queueWebhook } from './index.ts';
import { cleanWebhooks, sendDueWebhooks } from './send-webhooks.service.ts';
import { MAX_TRIES } from './webhooks.rules.ts';
import { secretContext } from './webhooks.service.ts';
import { countEndpoints } from './webhooks.sql.ts';

const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString('base64'));
const EMAIL = 'store@mail.test';
let resolve = async (_: string): Promise<LookupAddress[]> => [];

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let webhooks: ReturnType<typeof webhookCalls>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  shop = await openTestShop({ ENCRYPTION_KEY: KEYS.join(',') }, undefined, {
    postWebhook: openPostWebhook({ production: false }, { resolve: (name) => resolve(name), timeoutMs: 500 }),
  });
});
afterAll(() => shop.close());
beforeEach(async () => {
  store = await createStore(shop, { email: EMAIL });
  webhooks = webhookCalls(shop, store);
  receiver = await openReceiver();
});
afterEach(async () => {
  await receiver.close();
  // What a test has left would be sent in the next one.
  await shop.db.deleteFrom('webhook_endpoint').execute();
  await shop.db.deleteFrom('sandbox_mail').execute();
});

const lowStock = (merchantId = store.merchantId, stock = 5) =>
  queueWebhook(shop.db, merchantId, 'product.low_stock', {
    product_id: store.productId,
    title: 'Indigo adire kaftan',
    sku: null,
    stock,
    threshold: 5,
  });
const send = async () => expect(await shop.jobs.runDue()).toEqual([]);
/** Sends what is due, as if so many seconds had passed. */
const sendAfter = async (seconds: number) => {
  await advanceWebhooks(shop.db, seconds);
  await sendDueWebhooks(shop);
};
const subscribe = (path = '/hook') => webhooks.add(receiver.url + path, ['product.low_stock']);
const mailSubjects = async () => (await shop.mailbox.read(EMAIL)).map(({ subject }) => subject);

describe('a webhook', () => {
  it('is signed, so that a receiver can verify it', { tags: ['@WEBHOOK-3', '@WEBHOOK-5', '@WEBHOOK-6'] }, async () => {
    const { secret, id } = await subscribe();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await lowStock();
    await send();
    const [webhook, ...others] = receiver.received;
    expect(others).toEqual([]);
    if (!webhook) throw new Error('nothing was sent');
    expect(verifyWebhook(webhook, secret)).toEqual({
      type: 'product.low_stock',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        ...{ product_id: store.productId, title: 'Indigo adire kaftan', sku: null, stock: 5, threshold: 5 },
        links: { product: `http://shop.test/product/details/${store.productId}` },
      },
    });
    expect(() => verifyWebhook({ ...webhook, body: `${webhook.body} ` }, secret)).toThrow('No matching signature');
    expect(webhook.headers['content-type']).toBe('application/json');
    const [delivery] = await webhooks.deliveries(id);
    expect(delivery).toMatchObject({ webhook_id: webhook.id, type: 'product.low_stock', status: 'delivered' });
    expect(delivery?.attempts).toMatchObject([{ status_code: 204, failure: null }]);
  });

  it('goes to each endpoint that is subscribed to its type, and to no other merchant', {
    tags: ['@WEBHOOK-1'],
  }, async () => {
    await subscribe('/one');
    await webhooks.add(`${receiver.url}/two`, ['order.paid', 'product.low_stock', 'order.paid']);
    await webhooks.add(`${receiver.url}/three`, ['order.paid']);
    const { id } = await subscribe('/off');
    await webhooks.call('PATCH', `${id}/`, { is_enabled: false });
    await webhookCalls(shop, await createStore(shop)).add(`${receiver.url}/stranger`, ['product.low_stock']);
    await lowStock();
    await send();
    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/one', '/two']);
    expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
  });

  it('is stored only if somebody is subscribed, in the transaction that causes it', {
    tags: ['@WEBHOOK-4'],
  }, async () => {
    const countEvents = async () => (await shop.db.selectFrom('webhook_event').select('id').execute()).length;
    const before = await countEvents();
    await lowStock();
    expect(await countEvents()).toBe(before);
    await subscribe();
    const rolledBack = shop.db.transaction().execute(async (trx) => {
      await queueWebhook(trx, store.merchantId, 'product.low_stock', {
        ...{ product_id: store.productId, title: '', sku: null, stock: 1, threshold: 5 },
      });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await send();
    expect(receiver.received).toEqual([]);
    expect(await countEvents()).toBe(before);
  });

  it('is signed with the old secret too for a day after a new one was created', { tags: ['@WEBHOOK-5'] }, async () => {
    const { id, secret: oldest } = await subscribe();
    const rotate = async () => (await webhooks.call('POST', `${id}/rotate-secret/`)).json().secret;
    const [second, newest] = [await rotate(), await rotate()];
    expect(new Set([oldest, second, newest]).size).toBe(3);
    await lowStock();
    await send();
    const [first] = receiver.received;
    if (!first) throw new Error('nothing was sent');
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(3);
    for (const secret of [oldest, second, newest]) verifyWebhook(first, secret);
    await sql`update webhook_secret set ends_at = ends_at - interval '24 hours'`.execute(shop.db);
    await cleanWebhooks(shop);
    await lowStock();
    await send();
    const last = receiver.received.at(-1);
    if (!last) throw new Error('nothing was sent');
    verifyWebhook(last, newest);
    for (const secret of [oldest, second]) expect(() => verifyWebhook(last, secret)).toThrow('No matching signature');
    expect(
      await shop.db.selectFrom('webhook_secret').select('id').where('endpoint_id', '=', id).execute(),
    ).toHaveLength(1);
  });

  it('can be a test event, whatever the endpoint is subscribed to', { tags: ['@WEBHOOK-14'] }, async () => {
    const { id, secret } = await webhooks.add(`${receiver.url}/hook`, ['order.paid']);
    const delivery = await webhooks.test(id);
    expect(delivery).toMatchObject({ type: 'webhook.test', status: 'pending', attempts: [] });
    await send();
    const [webhook] = receiver.received;
    if (!webhook) throw new Error('nothing was sent');
    expect(webhook.id).toBe(delivery.webhook_id);
    expect(verifyWebhook(webhook, secret)).toMatchObject({ type: 'webhook.test', data: { endpoint_id: id } });
  });
});

describe('secrets', { tags: ['@WEBHOOK-1', '@SETTING-24'] }, () => {
  it('are encrypted, shown once, and encrypted again when the key is replaced', async () => {
    const { id, secret } = await subscribe();
    const readRow = () =>
      shop.db
        .selectFrom('webhook_secret')
        .select(['id', 'ciphertext'])
        .where('endpoint_id', '=', id)
        .executeTakeFirstOrThrow();
    expect((await readRow()).ciphertext).not.toContain(secret.slice(6, 20));
    expect((await webhooks.call('GET')).body).not.toContain(secret.slice(6, 20));
    const old = new Encryption([Buffer.alloc(32, 2)]);
    const ciphertext = old.encrypt(secret, secretContext(id));
    await shop.db.updateTable('webhook_secret').set({ ciphertext }).where('endpoint_id', '=', id).execute();
    await cleanWebhooks(shop);
    const { ciphertext: renewed } = await readRow();
    expect(new Encryption([Buffer.alloc(32, 1)]).decrypt(renewed, secretContext(id))).toBe(secret);
  });
});

describe('an attempt that fails', () => {
  const attemptsOf = async (id: string) =>
    (await webhooks.deliveries(id))[0]?.attempts.map(({ failure, status_code }) => [status_code, failure]);

  it.each([500, 404, 400, 429, 301])(
    'with %i is repeated with the same id, and a new timestamp',
    {
      tags: ['@WEBHOOK-4', '@WEBHOOK-6', '@WEBHOOK-7'],
    },
    async (status) => {
      const { id, secret } = await subscribe();
      receiver.respondWith(status, { location: `${receiver.url}/elsewhere` });
      await lowStock();
      await send();
      await sendAfter(0);
      expect(receiver.received).toHaveLength(1);
      receiver.respondWith(200);
      await sendAfter(90);
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
      expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
      expect(receiver.received.map(({ body }) => body)[0]).toBe(receiver.received[1]?.body);
      for (const webhook of receiver.received) verifyWebhook(webhook, secret);
      expect(await attemptsOf(id)).toEqual([
        [status, status === 301 ? 'redirect' : 'status'],
        [200, null],
      ]);
      expect((await webhooks.call('GET')).json().results).toMatchObject([{ failing_since: null }]);
    },
  );

  it('is repeated after Retry-After, and the endpoint gets nothing else before', { tags: ['@WEBHOOK-7'] }, async () => {
    await subscribe();
    receiver.respondWith(429, { 'retry-after': '4000' });
    await lowStock();
    await send();
    await lowStock(store.merchantId, 4);
    await sendAfter(3900);
    expect(receiver.received).toHaveLength(1);
    receiver.respondWith(200);
    await sendAfter(200);
    expect(receiver.received).toHaveLength(3);
  });

  it('by a receiver that hangs, before or in its response', { tags: ['@WEBHOOK-6'] }, async () => {
    const { id } = await subscribe();
    receiver.respond(() => undefined);
    await lowStock();
    await send();
    expect(await attemptsOf(id)).toEqual([[null, 'timeout']]);
    // The status counts, however slowly and however much follows.
    receiver.respond((_, response) => void response.writeHead(200).write('x'.repeat(100)));
    await sendAfter(90);
    receiver.respond((_, response) => void response.writeHead(200).end('x'.repeat(5_000_000)));
    await lowStock();
    await send();
    expect((await webhooks.deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it.each([
    ['http://10.0.0.7/hook', 400],
    ['http://169.254.169.254/latest/meta-data', 400],
    ['ftp://receiver.test/', 400],
    ['http://user:password@receiver.test/', 400],
    ['http://inside.test/hook', 200],
    ['http://mixed.test/hook', 200],
  ])('%s is not called', { tags: ['@WEBHOOK-2'] }, async (url, status) => {
    const outside = { address: '127.0.0.1', family: 4 };
    const inside = { address: '10.0.0.7', family: 4 };
    resolve = async (name) => (name === 'mixed.test' ? [outside, inside] : [inside]);
    const response = await webhooks.call('POST', '', { url, event_types: ['product.low_stock'] });
    expect(response.statusCode).toBe(status);
    if (status !== 200) return;
    await lowStock();
    await send();
    expect(await attemptsOf(response.json().id)).toEqual([[null, 'address']]);
  });

  it('is not called any more when its name leads inside the network (DNS rebinding)', {
    tags: ['@WEBHOOK-2'],
  }, async () => {
    const { port } = new URL(receiver.url);
    const { id } = await webhooks.add(`http://rebinding.test:${port}/hook`, ['product.low_stock']);
    const asked: string[] = [];
    let address = '127.0.0.1';
    resolve = async (name) => {
      asked.push(name);
      const found = address;
      // Whoever asks a second time for the same attempt gets the other address.
      address = '10.0.0.7';
      return [{ address: found, family: 4 }];
    };
    await lowStock();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(asked).toEqual(['rebinding.test']);
    await lowStock();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(id)).toEqual([[null, 'address']]);
  });

  it('shows neither the response nor the error', { tags: ['@WEBHOOK-10'] }, async () => {
    const { id } = await subscribe();
    receiver.respondWith(500);
    await lowStock();
    await send();
    await receiver.close();
    await sendAfter(90);
    expect(await attemptsOf(id)).toEqual([
      [500, 'status'],
      [null, 'connection'],
    ]);
    const { body } = await webhooks.call('GET', `${id}/deliveries/`);
    expect(body).not.toMatch(/never stored|ECONN|127\.0\.0\.1/);
    receiver = await openReceiver();
  });

  it('when the secret of the endpoint cannot be decrypted', { tags: ['@WEBHOOK-10', '@WEBHOOK-17'] }, async () => {
    const { id } = await subscribe();
    await sql`update webhook_secret set ciphertext = 'unreadable' where endpoint_id = ${id}`.execute(shop.db);
    await lowStock();
    await send();
    expect(await attemptsOf(id)).toEqual([[null, 'secret']]);
    expect(receiver.received).toEqual([]);
    // A new secret signs, although the replaced one cannot.
    const { secret } = (await webhooks.call('POST', `${id}/rotate-secret/`)).json();
    await sendAfter(90);
    const [webhook] = receiver.received;
    if (!webhook) throw new Error('nothing was sent');
    verifyWebhook(webhook, secret);
  });

  it('for two days is given up, with one mail until something is accepted', {
    tags: ['@WEBHOOK-7', '@WEBHOOK-9'],
  }, async () => {
    const { id } = await subscribe();
    receiver.respondWith(500);
    await lowStock();
    await lowStock();
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Without five days of failures, which would disable it.
      await advanceWebhooks(shop.db, 24 * 3600);
      await sql`update webhook_endpoint set failing_since = now() where failing_since is not null`.execute(shop.db);
      await sendDueWebhooks(shop);
    }
    expect((await webhooks.deliveries(id)).map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['failed', MAX_TRIES],
      ['failed', MAX_TRIES],
    ]);
    await sendAfter(24 * 3600);
    expect(receiver.received).toHaveLength(2 * MAX_TRIES);
    await send();
    expect(await mailSubjects()).toEqual([`Webhooks to ${new URL(receiver.url).host} fail`]);
  });

  it('for five days disables the endpoint, with a mail', { tags: ['@WEBHOOK-8'] }, async () => {
    const { id } = await subscribe();
    receiver.respondWith(500);
    await lowStock();
    await send();
    await lowStock();
    await sendAfter(5 * 24 * 3600);
    await send();
    const [endpoint] = (await webhooks.call('GET')).json().results;
    expect(endpoint).toMatchObject({ is_enabled: false, disabled_for: 'failing' });
    expect((await webhooks.deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
    const [mail] = await shop.mailbox.read(EMAIL);
    expect(mail?.subject).toBe(`Webhooks to ${new URL(receiver.url).host} are disabled`);
    expect(mail?.text).toContain('It has accepted no webhook for five days.');
    const count = receiver.received.length;
    await lowStock();
    await sendAfter(0);
    expect(receiver.received).toHaveLength(count);
    receiver.respondWith(200);
    const enabled = await webhooks.call('PATCH', `${id}/`, { is_enabled: true });
    expect(enabled.json()).toMatchObject({ is_enabled: true, disabled_for: null, failing_since: null });
    await lowStock();
    await sendAfter(0);
    expect(receiver.received).toHaveLength(count + 1);
  });

  it('with 410 disables the endpoint at once, with a mail', { tags: ['@WEBHOOK-8'] }, async () => {
    const { id } = await subscribe();
    receiver.respondWith(410);
    await lowStock();
    await lowStock();
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await webhooks.call('GET')).json().results).toMatchObject([
      { id, is_enabled: false, disabled_for: 'gone' },
    ]);
    const [mail] = await shop.mailbox.read(EMAIL);
    expect(mail?.text).toContain('It responded with 410 Gone.');
  });
});

it('a name occupies no thread in production; elsewhere /etc/hosts counts too', { tags: ['@WEBHOOK-11'] }, async () => {
  const lookup = vi.spyOn(dns, 'lookup');
  const request = { headers: {}, body: Buffer.from('x') };
  await openPostWebhook({ production: true }, { timeoutMs: 50 })('https://name.invalid/', request);
  expect(lookup).not.toHaveBeenCalled();
  const { port } = new URL(receiver.url);
  expect(await openPostWebhook({ production: false })(`http://localhost:${port}/hook`, request)).toMatchObject({
    status: 204,
  });
  expect(lookup).toHaveBeenCalledOnce();
  lookup.mockRestore();
});

describe('workers', () => {
  it('repeat an attempt with the same id if one stopped before it stored the result', {
    tags: ['@WEBHOOK-4'],
  }, async () => {
    const { id } = await subscribe();
    await lowStock();
    // The database fails between sending and storing, once.
    await sql`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'the node stopped'; end $$`.execute(
      shop.db,
    );
    await sql`create trigger fail_once before insert on webhook_attempt for each row execute function fail_once()`.execute(
      shop.db,
    );
    await sendDueWebhooks(shop);
    await sql`drop function fail_once cascade`.execute(shop.db);
    expect(receiver.received).toHaveLength(1);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: [] });
    // Until the reservation of the first worker ends, nobody else sends.
    await sendDueWebhooks(shop);
    expect(receiver.received).toHaveLength(1);
    await sendAfter(60);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ status: 'delivered' });
  });

  it('never send to the same endpoint at once', { tags: ['@WEBHOOK-15'] }, async () => {
    await subscribe('/a');
    await subscribe('/b');
    for (let n = 0; n < 10; n++) await lowStock();
    const open = new Map<string, number>();
    let most = 0;
    receiver.respond(({ path }, response) => {
      open.set(path, (open.get(path) ?? 0) + 1);
      most = Math.max(most, open.get(path) ?? 0);
      setImmediate(() => {
        open.set(path, (open.get(path) ?? 0) - 1);
        response.writeHead(200).end();
      });
    });
    await Promise.all([1, 2, 3, 4].map(() => sendDueWebhooks(shop)));
    expect(receiver.received).toHaveLength(20);
    expect(new Set(receiver.received.map(({ path, id }) => path + id)).size).toBe(20);
    expect(most).toBe(1);
  });

  it('send to others while an endpoint hangs, also events that come later', { tags: ['@WEBHOOK-11'] }, async () => {
    const other = await createStore(shop);
    await webhookCalls(shop, other).add(`${receiver.url}/other`, ['product.low_stock']);
    const held: ServerResponse[] = [];
    receiver.respond(
      ({ path }, response) => void (path === '/hook' ? held.push(response) : response.writeHead(200).end()),
    );
    const patient = { ...shop, postWebhook: openPostWebhook({ production: false }, { timeoutMs: 60_000 }) };
    await subscribe();
    for (let n = 0; n < 40; n++) await lowStock();
    const sending = sendDueWebhooks(patient);
    await waitFor(() => expect(held).toHaveLength(1));
    for (let n = 0; n < 3; n++) await lowStock(other.merchantId);
    await waitFor(() => expect(receiver.at('/other')).toHaveLength(3));
    expect(receiver.at('/hook')).toHaveLength(1);
    receiver.respondWith(200);
    held[0]?.writeHead(200).end();
    await sending;
    expect(receiver.at('/hook')).toHaveLength(40);
  });
});

it('a merchant has some of the slots at most', { tags: ['@WEBHOOK-11'] }, async () => {
  const other = await createStore(shop);
  const ids = [];
  for (let n = 0; n < 10; n++) ids.push((await subscribe(`/hook${n}`)).id);
  await webhookCalls(shop, other).add(`${receiver.url}/other`, ['product.low_stock']);
  const held: ServerResponse[] = [];
  const hold: Parameters<typeof receiver.respond>[0] = ({ path }, response) =>
    void (path === '/other' ? response.writeHead(200).end() : held.push(response));
  receiver.respond(hold);
  const patient = { ...shop, postWebhook: openPostWebhook({ production: false }, { timeoutMs: 60_000 }) };
  /** Sends one event to all, and counts how many of the ten endpoints are called while none responds. */
  const countHeld = async (expected: number) => {
    receiver.received.length = 0;
    await lowStock();
    const sending = sendDueWebhooks(patient);
    await waitFor(() => expect(held.length).toBeGreaterThan(0));
    await lowStock(other.merchantId);
    // The other merchant's webhook is found by a later round of the same worker.
    await waitFor(() => expect(receiver.at('/other')).toHaveLength(1));
    // It may have overtaken the last of those that are called at the same time.
    await waitFor(() => expect(held.length).toBeGreaterThanOrEqual(expected));
    const count = held.length;
    receiver.respondWith(200);
    for (const response of held.splice(0)) response.writeHead(200).end();
    await sending;
    expect(receiver.received).toHaveLength(11);
    receiver.respond(hold);
    return count;
  };
  expect(await countHeld(4)).toBe(4);
  await sql`update webhook_endpoint set failing_since = now() where id = any(${ids}::uuid[])`.execute(shop.db);
  expect(await countHeld(2)).toBe(2);
});

it('a worker ends only when nothing is due, even if all that it sends ends while it looks for more', {
  tags: ['@WEBHOOK-11'],
}, async () => {
  for (let n = 0; n < 6; n++) await subscribe(`/hook${n}`);
  const held: ServerResponse[] = [];
  receiver.respond((_, response) => void held.push(response));
  const countReserved = async () => {
    const reserved = sql<{ n: number }>`select count(*) as n from webhook_endpoint where free_at > now()`;
    return (await reserved.execute(shop.db)).rows[0]?.n;
  };
  /** Ends the four attempts that have the merchant's slots when the worker has looked for more, before it gets the result. */
  const endAttempts = async () => {
    receiver.respondWith(200);
    for (const response of held.splice(0)) response.writeHead(200).end();
    await waitFor(async () => expect(await countReserved()).toBe(0));
    await new Promise(setImmediate);
  };
  const looks = new WeakSet<object>();
  const db = shop.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes('with due as')) looks.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (looks.has(queryId) && held.length === 4) await endAttempts();
      return result;
    },
  });
  await lowStock();
  const postWebhook = openPostWebhook({ production: false }, { timeoutMs: 60_000 });
  await sendDueWebhooks({ ...shop, db, postWebhook });
  expect(receiver.received).toHaveLength(6);
});

it('endpoints that have failed for an hour are counted for the operator', { tags: ['@WEBHOOK-10'] }, async () => {
  const count = async () => Object.fromEntries((await countEndpoints(shop.db)).map((row) => [row.status, row.count]));
  await subscribe();
  const { id } = await subscribe();
  receiver.respondWith(500);
  await lowStock();
  await send();
  expect(await count()).toEqual({ working: 2 });
  await advanceWebhooks(shop.db, 3601);
  await webhooks.call('PATCH', `${id}/`, { is_enabled: false });
  expect(await count()).toEqual({ failing: 1, disabled: 1 });
});

describe('the log', () => {
  it('is paged, newest first, and filtered by status', { tags: ['@WEBHOOK-10'] }, async () => {
    const { id } = await subscribe();
    receiver.respondWith(200);
    for (let n = 0; n < 60; n++) await lowStock();
    receiver.respond(({ body }, response) => {
      const failed = receiver.received.length > 55;
      expect(body).not.toBe('');
      response.writeHead(failed ? 400 : 200).end();
    });
    await send();
    const read = async (path: string): Promise<{ next: string | null; results: WebhookDelivery[] }> =>
      (await webhooks.call('GET', path)).json();
    const first = await read(`${id}/deliveries/`);
    expect(first.results).toHaveLength(50);
    const next = first.next?.split('/merchant/webhooks/')[1] ?? '';
    const second = await read(next);
    expect(second).toMatchObject({ next: null, results: { length: 10 } });
    const all = [...first.results, ...second.results];
    expect(new Set(all.map((delivery) => delivery.id)).size).toBe(60);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await read(`${id}/deliveries/?status=pending`)).results).toHaveLength(5);
    expect((await read(`${id}/deliveries/?status=delivered`)).results).toHaveLength(50);
    expect((await read(`${id}/deliveries/?status=failed`)).results).toEqual([]);
  });

  it('is deleted after 30 days', { tags: ['@WEBHOOK-10'] }, async () => {
    const { id } = await subscribe();
    await lowStock();
    await send();
    await sql`update webhook_event set created_at = now() - interval '30 days 1 minute'`.execute(shop.db);
    await lowStock();
    await cleanWebhooks(shop);
    expect(await webhooks.deliveries(id)).toMatchObject([{ status: 'pending' }]);
  });

  it('replays one event, also a delivered one, or all that have failed since a time, with the same ids', {
    tags: ['@WEBHOOK-10', '@WEBHOOK-4'],
  }, async () => {
    const { id } = await subscribe();
    await lowStock();
    await send();
    const [delivered] = await webhooks.deliveries(id);
    const replay = await webhooks.call('POST', `${id}/deliveries/${delivered?.id}/replay/`);
    expect(replay.json()).toMatchObject({ status: 'pending', webhook_id: delivered?.webhook_id });
    await send();
    expect(receiver.received.map((webhook) => webhook.id)).toEqual([delivered?.webhook_id, delivered?.webhook_id]);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ status: 'delivered', attempts: { length: 2 } });

    const since = new Date().toISOString();
    for (let n = 0; n < 3; n++) await lowStock();
    await webhooks.call('PATCH', `${id}/`, { is_enabled: false });
    await webhooks.call('PATCH', `${id}/`, { is_enabled: true });
    await sendAfter(0);
    expect(receiver.received).toHaveLength(2);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await webhooks.call('POST', `${id}/replay/`, { since: later })).json()).toEqual({ replayed: 0 });
    expect((await webhooks.call('POST', `${id}/replay/`, { since })).json()).toEqual({ replayed: 3 });
    await send();
    expect(receiver.received).toHaveLength(5);
  });
});

describe('endpoints', () => {
  it('are ten at most, also when they are added at once', { tags: ['@WEBHOOK-1'] }, async () => {
    const add = () => webhooks.call('POST', '', { url: receiver.url, event_types: ['order.paid'] });
    const statuses = (await Promise.all(Array.from({ length: 12 }, add))).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 409, 409]);
    const [first] = (await webhooks.call('GET')).json().results;
    const deleted = await webhooks.call('DELETE', `${first.id}/`);
    expect(deleted.json().results).toHaveLength(9);
    expect((await add()).statusCode).toBe(200);
  });

  it('are changed in part', { tags: ['@WEBHOOK-1'] }, async () => {
    const { id, secret: _, ...endpoint } = await subscribe();
    expect((await webhooks.call('PATCH', `${id}/`, {})).json()).toEqual({ id, ...endpoint });
    const url = `${receiver.url}/new`;
    expect((await webhooks.call('PATCH', `${id}/`, { url })).json()).toEqual({ id, ...endpoint, url });
    const event_types = ['order.paid', 'order.cancelled'];
    expect((await webhooks.call('PATCH', `${id}/`, { event_types })).json()).toEqual({
      id,
      ...endpoint,
      url,
      event_types,
    });
  });

  it('are deleted while something is on its way to them', { tags: ['@WEBHOOK-1'] }, async () => {
    const { id } = await subscribe();
    await lowStock();
    receiver.respond((_, response) => {
      webhooks.call('DELETE', `${id}/`).then(() => response.writeHead(200).end());
    });
    await send();
    expect((await webhooks.call('GET')).json().results).toEqual([]);
  });

  it('end with their merchant', async () => {
    const merchantId = await addMerchant(shop.db);
    await shop.db
      .insertInto('webhook_endpoint')
      .values({ merchant_id: merchantId, url: receiver.url, event_types: ['product.low_stock'] })
      .execute();
    await lowStock(merchantId);
    await shop.db.deleteFrom('merchant').where('id', '=', merchantId).execute();
    expect(
      await shop.db.selectFrom('webhook_event').select('id').where('merchant_id', '=', merchantId).execute(),
    ).toEqual([]);
  });
});
