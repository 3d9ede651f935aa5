import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../platform/tokens.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openSecondNode } from '../testing/second-node.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';

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

/** Opens an event stream and parses its events. */
const openStream = async (headers: Record<string, string>, serverUrl = origin) => {
  const aborting = new AbortController();
  const response = await fetch(`${serverUrl}/backend/user/messages/events/`, { headers, signal: aborting.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    /** @returns the next event; undefined when the stream ends */
    next: async (): Promise<Event | undefined> => {
      for (;;) {
        const match = /(?:^|\n)id: (\d+)\nevent: messages\ndata: (.*)\n\n/.exec(text);
        if (match) {
          text = text.slice(match.index + match[0].length);
          return { id: Number(match[1]), ...JSON.parse(match[2] ?? '') };
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        text += chunk.value;
      }
    },
    close: () => aborting.abort(),
  };
};

const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await wait(5);
};

describe('the event stream', () => {
  it('sends the unread count at once, and every change to all devices', { tags: ['@MESSAGE-51'] }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const [phone, desktop] = [await openStream(shopper.headers), await openStream(shopper.headers)];
    expect(phone.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(phone.response.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(phone.response.headers.get('x-accel-buffering')).toBe('no');
    expect(phone.response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const stream of [phone, desktop]) expect(await stream.next()).toMatchObject({ unread: 0, threads: [] });
    await store.reply(id, 'A reply');
    for (const stream of [phone, desktop]) expect(await stream.next()).toMatchObject({ unread: 1, threads: [id] });
    await shopper.markRead(id);
    for (const stream of [phone, desktop]) {
      expect(await stream.next()).toMatchObject({ unread: 0, threads: [id] });
      stream.close();
    }
  });

  it('resumes on any node after the last received event, without an event if nothing was missed', {
    tags: ['@MESSAGE-53'],
  }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    const first = await openStream(shopper.headers);
    const lastSeen = await first.next();
    first.close();
    await store.reply(id, 'Sent while disconnected');
    const node = await openSecondNode(shop);
    await node.listen({ port: 0, host: '127.0.0.1' });
    const nodeUrl = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
    const second = await openStream({ ...shopper.headers, 'last-event-id': String(lastSeen?.id) }, nodeUrl);
    const missed = await second.next();
    expect(missed).toMatchObject({ unread: 1, threads: [id] });
    second.close();
    const third = await openStream({ ...shopper.headers, 'last-event-id': String(missed?.id) }, nodeUrl);
    await store.reply(id, 'Sent while connected');
    const last = await third.next();
    expect(last).toMatchObject({ unread: 1, threads: [id] });
    expect(last?.id).toBeGreaterThan(missed?.id ?? 0);
    third.close();
    await node.close();
  });

  it('ignores an invalid last event id', async () => {
    const shopper = await createShopper(shop);
    for (const lastEventId of ['x', '-1', '9'.repeat(40), "1'"]) {
      const stream = await openStream({ ...shopper.headers, 'last-event-id': lastEventId });
      expect(await stream.next()).toEqual({ id: expect.any(Number), unread: 0, threads: [] });
      stream.close();
    }
    await waitUntil(() => shop.feed.openStreamCount === 0);
  });

  it('sends no events of other accounts', async () => {
    const [shopper, otherShopper] = [await createShopper(shop), await createShopper(shop)];
    const stream = await openStream(otherShopper.headers);
    await stream.next();
    await shopper.sendQuestion(store.productId);
    const id = await otherShopper.sendQuestion(store.productId);
    expect(await stream.next()).toMatchObject({ threads: [id] });
    stream.close();
  });

  it('is refused without a token, with an invalid token, and beyond six streams per account', async () => {
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages/events/' }), 'credentials_missing');
    const invalid = { authorization: 'Token none' };
    expectRefusal(await shop.app.inject({ url: '/backend/user/messages/events/', headers: invalid }), 'token_invalid');
    const { headers } = await createShopper(shop);
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(headers)));
    const response = await shop.app.inject({ url: '/backend/user/messages/events/', headers });
    expectRefusal(response, 'too_many_requests');
    expect(response.headers['retry-after']).toBe('60');
    for (const stream of streams) stream.close();
    await waitUntil(() => shop.feed.openStreamCount === 0);
    const reopened = await openStream(headers);
    expect(reopened.response.status).toBe(200);
    reopened.close();
  });

  it('shares one listening connection among all streams, and reconnects it', async () => {
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
    for (const stream of streams) stream.close();
  });

  it('ends at logout, on every node; streams of other sessions stay open', {
    tags: ['@SESSION-12'],
  }, async () => {
    const { headers, accountId, sendQuestion } = await createShopper(shop);
    const id = await sendQuestion(store.productId);
    const phone = await signIn(shop.db, accountId);
    const node = await openSecondNode(shop);
    await node.listen({ port: 0, host: '127.0.0.1' });
    const nodeUrl = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}`;
    const streams = [await openStream(headers), await openStream(headers, nodeUrl)];
    const other = await openStream(phone, nodeUrl);
    for (const stream of [...streams, other]) await stream.next();
    const loggedOut = await shop.app.inject({ method: 'POST', url: '/backend/logout/', headers });
    expect(loggedOut.statusCode).toBe(200);
    for (const stream of streams) expect(await stream.next()).toBeUndefined();
    await store.reply(id, 'A reply');
    expect(await other.next()).toMatchObject({ threads: [id] });
    other.close();
    await node.close();
  });

  it('ends when the account is deleted', { tags: ['@SESSION-12'] }, async () => {
    const { headers } = await createShopper(shop);
    const stream = await openStream(headers);
    await stream.next();
    await shop.app.inject({ method: 'DELETE', url: '/backend/user-profile-update', headers });
    expect(await stream.next()).toBeUndefined();
  });

  it('ends if its session ended while the node was not listening', { tags: ['@SESSION-12'] }, async () => {
    const [{ headers }, loggedIn] = [await createShopper(shop), await createShopper(shop)];
    const [stream, otherStream] = [await openStream(headers), await openStream(loggedIn.headers)];
    for (const one of [stream, otherStream]) await one.next();
    // The session ends in a transaction that sends no notification.
    await shop.db.connection().execute(async (db) => {
      await sql`set session_replication_role = replica`.execute(db);
      await sql`delete from session where token_hash = ${hashToken(headers.authorization.slice(6))}`.execute(db);
      await sql`set session_replication_role = default`.execute(db);
    });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%messages_changed%'`.execute(shop.db);
    expect(await stream.next()).toBeUndefined();
    await store.reply(await loggedIn.sendQuestion(store.productId), 'Still here');
    expect(await otherStream.next()).toMatchObject({ threads: [expect.any(String)] });
    otherStream.close();
  });

  it('ends when the server closes', { tags: ['@MESSAGE-53'] }, async () => {
    const other = await openTestShop();
    const { headers } = await createShopper(other);
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await openStream(headers, `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}`);
    await stream.next();
    await other.close();
    expect(await stream.next()).toBeUndefined();
  });
});
