import type { AddressInfo } from 'node:net';
import * as calls from '@sokuwa/contract/today/today.endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { createMerchant } from '../testing/merchant.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { buy } from '../testing/sales.ts';
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

const cookieOf = (desk: TestDesk) => ({ cookie: `desk=${desk.cookies.get('desk')}` });

/** Opens a stream as EventSource does, and parses its events. */
const openStream = async (headers: Record<string, string>, query = '') => {
  const aborting = new AbortController();
  const response = await fetch(`${origin}/backend/merchant/events/${query}`, { headers, signal: aborting.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    /** @returns the areas of the next event; undefined when the stream ends */
    next: async (): Promise<string[] | undefined> => {
      for (;;) {
        const match = /(?:^|\n)data: (.*)\n\n/.exec(text);
        if (match) {
          text = text.slice(match.index + match[0].length);
          return JSON.parse(match[1] ?? '').areas;
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        text += chunk.value;
      }
    },
    close: () => aborting.abort(),
  };
};

describe('the stream of a merchant', () => {
  it('names everything at first, then what has arrived', { tags: ['@DESK-11'] }, async () => {
    const desk = await openDeskAs(shop, store.merchantId, 'staff');
    const stream = await openStream(cookieOf(desk), `?store=${store.merchantId}`);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(await stream.next()).toEqual(['orders', 'messages', 'returns']);
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(store.productId);
    expect(await stream.next()).toEqual(['messages']);
    const orderId = await buy(shop, [[store.productId, 1]]);
    expect(await stream.next()).toEqual(['orders']);
    await shop.db
      .insertInto('return_request')
      .values({
        id: `${orderId}-R1`,
        order_id: orderId,
        merchant_id: store.merchantId,
        reason: 'damaged',
        refund_to: 'original',
      })
      .execute();
    expect(await stream.next()).toEqual(['returns']);
    // A colleague's reply is a change too.
    await store.reply(id, 'An answer');
    expect(await stream.next()).toEqual(['messages']);
    stream.close();
  });

  it('is of one merchant only', { tags: ['@DESK-11', '@STAFF-1'] }, async () => {
    const other = await createMerchant(shop);
    const stream = await openStream(other.headers);
    expect(await stream.next()).toHaveLength(3);
    await (await createShopper(shop)).sendQuestion(store.productId);
    const own = await createStore(shop);
    const watched = await openStream(own.headers);
    expect(await watched.next()).toHaveLength(3);
    await (await createShopper(shop)).sendQuestion(own.productId);
    expect(await watched.next()).toEqual(['messages']);
    for (const one of [stream, watched]) one.close();
    const desk = await openDeskAs(shop, store.merchantId, 'owner');
    for (const query of [
      '',
      `?store=${other.id}`,
      '?store=x',
      `?store=${store.merchantId}&store=${store.merchantId}`,
    ]) {
      const response = await shop.app.inject({ url: `/backend/merchant/events/${query}`, headers: cookieOf(desk) });
      expectRefusal(response, 'not_a_member');
    }
  });

  it('ends for whoever was removed from the team', { tags: ['@DESK-11', '@STAFF-12'] }, async () => {
    const desk = await openDeskAs(shop, store.merchantId, 'staff');
    const stream = await openStream(cookieOf(desk), `?store=${store.merchantId}`);
    expect(await stream.next()).toHaveLength(3);
    await shop.db.deleteFrom('membership').where('account_id', '=', desk.accountId).execute();
    await (await createShopper(shop)).sendQuestion(store.productId);
    expect(await stream.next()).toBeUndefined();
  });

  it('is the only call that takes the store from its address', { tags: ['@DESK-11'] }, async () => {
    const desk = await openDeskAs(shop, store.merchantId, 'owner');
    const response = await shop.app.inject({
      url: `/backend/merchant/today/?store=${store.merchantId}`,
      headers: cookieOf(desk),
    });
    expectRefusal(response, 'not_a_member');
  });

  it('is refused without a token, beyond thirty streams, and with a wrong address', {
    tags: ['@DESK-11'],
  }, async () => {
    const url = '/backend/merchant/events/';
    expectRefusal(await shop.app.inject({ url }), 'credentials_missing');
    expectRefusal(await shop.app.inject({ url, headers: { authorization: 'Token none' } }), 'token_invalid');
    const { headers } = await createMerchant(shop);
    expectRefusal(await shop.app.inject({ url: `${url}?store=1&store=2`, headers }), 'invalid_input');
    const streams = await Promise.all(Array.from({ length: 30 }, () => openStream(headers)));
    const response = await shop.app.inject({ url, headers });
    expectRefusal(response, 'too_many_requests');
    expect(response.headers['retry-after']).toBe('60');
    for (const stream of streams) stream.close();
    expect(calls.merchantEvents.events).toBe(true);
  });

  it('ends when the server closes', { tags: ['@DESK-11'] }, async () => {
    const closing = await openTestShop();
    const { headers } = await createMerchant(closing);
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = closing.app.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/backend/merchant/events/`, { headers });
    await closing.close();
    expect(await response.text()).toContain('retry: ');
  });
});
