import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let origin: string;
let store: Awaited<ReturnType<typeof createStore>>;
beforeAll(async () => {
  shop = await openTestShop();
  store = await createStore(shop);
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

type Event = { id: number; unread: number; threads: string[] };

/** A stream of events, read as a browser reads it. */
const openStream = async (headers: Record<string, string>, from = origin) => {
  const leaving = new AbortController();
  const answer = await fetch(`${from}/backend/user/messages/events/`, { headers, signal: leaving.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    answer,
    /** The next event; undefined when the stream ends. */
    next: async (): Promise<Event | undefined> => {
      for (;;) {
        const found = /(?:^|\n)id: (\d+)\nevent: messages\ndata: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return { id: Number(found[1]), ...JSON.parse(found[2] ?? '') };
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        text += chunk.value;
      }
    },
    leave: () => leaving.abort(),
  };
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await wait(5);
};

describe('the stream of events', () => {
  it('tells at once what is unread, and then what changes, on every device', { tags: ['@MESSAGE-51'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const [phone, desk] = [await openStream(shopper.headers), await openStream(shopper.headers)];
    expect(phone.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(phone.answer.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(phone.answer.headers.get('x-accel-buffering')).toBe('no');
    expect(phone.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const stream of [phone, desk]) expect(await stream.next()).toMatchObject({ unread: 0, threads: [] });
    await store.reply(id, 'An answer');
    for (const stream of [phone, desk]) expect(await stream.next()).toMatchObject({ unread: 1, threads: [id] });
    await shopper.markRead(id);
    for (const stream of [phone, desk]) {
      expect(await stream.next()).toMatchObject({ unread: 0, threads: [id] });
      stream.leave();
    }
  });

  it('goes on where it ended, on whichever node, and says nothing when nothing was missed', {
    tags: ['@MESSAGE-53'],
  }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const first = await openStream(shopper.headers);
    const seen = await first.next();
    first.leave();
    await store.reply(id, 'While you were away');
    const node = await openSecondNode(shop);
    await node.listen({ port: 0, host: '127.0.0.1' });
    const there = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
    const second = await openStream({ ...shopper.headers, 'last-event-id': String(seen?.id) }, there);
    const missed = await second.next();
    expect(missed).toMatchObject({ unread: 1, threads: [id] });
    second.leave();
    const third = await openStream({ ...shopper.headers, 'last-event-id': String(missed?.id) }, there);
    await store.reply(id, 'Now you are here');
    const last = await third.next();
    expect(last).toMatchObject({ unread: 1, threads: [id] });
    expect(last?.id).toBeGreaterThan(missed?.id ?? 0);
    third.leave();
    await node.close();
  });

  it('takes any nonsense for a last event as none', async () => {
    const shopper = await createShopper(shop);
    for (const last of ['x', '-1', '9'.repeat(40), "1'"]) {
      const stream = await openStream({ ...shopper.headers, 'last-event-id': last });
      expect(await stream.next()).toEqual({ id: expect.any(Number), unread: 0, threads: [] });
      stream.leave();
    }
    await until(() => shop.feed.open === 0);
  });

  it('tells nobody of another one’s messages', async () => {
    const [shopper, stranger] = [await createShopper(shop), await createShopper(shop)];
    const stream = await openStream(stranger.headers);
    await stream.next();
    await shopper.sendQuestion(store.productId);
    const id = await stranger.sendQuestion(store.productId);
    expect(await stream.next()).toMatchObject({ threads: [id] });
    stream.leave();
  });

  it('is refused to guests and dead tokens, and beyond six for one account', async () => {
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages/events/' }), 'credentials_missing');
    const dead = { authorization: 'Token none' };
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages/events/', headers: dead }), 'token_invalid');
    const { headers } = await createShopper(shop);
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(headers)));
    const answer = await shop.app.inject({ url: '/backend/user/messages/events/', headers });
    expectRefusal(answer, 'too_many_requests');
    expect(answer.headers['retry-after']).toBe('60');
    for (const stream of streams) stream.leave();
    await until(() => shop.feed.open === 0);
    const again = await openStream(headers);
    expect(again.answer.status).toBe(200);
    again.leave();
  });

  it('needs one connection that listens, however many there are, and hears again when it breaks', async () => {
    const shoppers = await Promise.all([createShopper(shop), createShopper(shop), createShopper(shop)]);
    const streams = await Promise.all(shoppers.map(({ headers }) => openStream(headers)));
    for (const stream of streams) await stream.next();
    const listening = sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and query ilike 'listen%messages_changed%'`;
    const { rows } = await listening.execute(shop.db);
    expect(rows).toHaveLength(1);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(shop.db);
    const id = await shoppers[0]?.sendQuestion(store.productId);
    expect(await streams[0]?.next()).toMatchObject({ threads: [id] });
    for (const stream of streams) stream.leave();
  });

  it('ends when the server closes, which waits for none', { tags: ['@MESSAGE-53'] }, async () => {
    const closing = await openTestShop();
    const { headers } = await createShopper(closing);
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(headers, `http://127.0.0.1:${(closing.app.server.address() as AddressInfo).port}`);
    await stream.next();
    await closing.close();
    expect(await stream.next()).toBeUndefined();
  });
});
