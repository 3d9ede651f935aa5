import { describe, expect, it, vi } from 'vitest';
import { ApiError, makeApi, type Transport } from './api-client.ts';
import { addToCart, getCart } from './cart/cart.endpoints.ts';
import { listCategories } from './catalog/catalog.endpoints.ts';
import { getStore } from './catalog/merchant-store.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { replyToMerchant } from './messages/messages.endpoints.ts';
import { getDeskSession, signInToDesk } from './staff/desk-access.endpoints.ts';

const TOKEN = 'abc';
const respondWith = (status: number, body: unknown = {}) => vi.fn<Transport>(async () => ({ status, body }));
const MERCHANT_TOKEN = 'merchant-token';
const storeWith = (token: string | null) => ({ get: () => token, merchant: () => MERCHANT_TOKEN, remove: vi.fn() });

describe('a call', () => {
  it('sends the token only to endpoints that accept one', {
    tags: ['@API-8', '@SESSION-2'],
  }, async () => {
    const send = respondWith(200);
    const api = makeApi(send, storeWith(TOKEN));
    await api.call(getCart, {});
    await api.call(addToCart, { body: { product_id: 1 } });
    await api.call(listCategories, {});
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([TOKEN, TOKEN, undefined]);
  });

  it('sends only the merchant token to endpoints that require it', {
    tags: ['@SESSION-2', '@SESSION-6'],
  }, async () => {
    const send = respondWith(200);
    await makeApi(send, storeWith(TOKEN)).call(replyToMerchant, { params: { id: 'x' }, body: { content: 'A' } });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([MERCHANT_TOKEN]);
  });

  it('goes to the shop, whose cookie the desk has: the own calls of the desk, and there those of merchants too', {
    tags: ['@API-3', '@STAFF-10'],
  }, async () => {
    const send = respondWith(200);
    const calls: Endpoint[] = [getDeskSession, signInToDesk, getStore, listCategories];
    for (const call of calls) await makeApi(send).call(call, {});
    for (const call of calls) await makeApi(send, undefined, { inDesk: true }).call(call, {});
    const hosts = send.mock.calls.map(([call]) => call.host);
    expect(hosts).toEqual(['shop', 'shop', undefined, undefined, 'shop', 'shop', 'shop', 'shop']);
  });

  it('accepts only the given success statuses', { tags: ['@SUPPORT-24'] }, async () => {
    await expect(makeApi(respondWith(204)).call(listCategories, { successStatuses: [200, 201] })).rejects.toMatchObject(
      {
        status: 204,
        message: 'Unexpected server response.',
      },
    );
    await makeApi(respondWith(201)).call(listCategories, { successStatuses: [200, 201] });
  });

  it('sends the given token instead of the stored one', async () => {
    const send = respondWith(200);
    await makeApi(send, storeWith(TOKEN)).call(getCart, { token: 'new' });
    await makeApi(send).call(getCart, { token: 'new' });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual(['new', 'new']);
  });

  it('exposes the messages by field and the text under the key error', async () => {
    const fieldErrors = { email: ['No.'] };
    const api = makeApi(respondWith(400, { message: 'x', error: 'Email not found', errors: fieldErrors }));
    await expect(api.call(listCategories, {})).rejects.toMatchObject({
      fieldErrors,
      errorKeyText: 'Email not found',
    });
    await expect(makeApi(respondWith(400)).call(listCategories, {})).rejects.toMatchObject({
      fieldErrors: {},
      errorKeyText: undefined,
    });
  });

  it('sends no token without a stored one and during server rendering', async () => {
    const send = respondWith(200);
    await makeApi(send, storeWith(null)).call(addToCart, { body: { product_id: 1 } });
    await makeApi(send).call(addToCart, { body: { product_id: 1 } });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([undefined, undefined]);
  });

  it.each([199, 300, 304, 400, 404, 500, 503])('throws for status %i', { tags: ['@SHELL-72'] }, async (status) => {
    await expect(makeApi(respondWith(status, null)).call(listCategories, {})).rejects.toMatchObject({
      message: `Request failed with status code ${status}`,
      status,
      serverMessage: undefined,
    });
  });

  it.each([200, 201, 204, 299])('resolves for status %i', { tags: ['@SHELL-72'] }, async (status) => {
    await expect(makeApi(respondWith(status, 'x')).call(listCategories, {})).resolves.toBe('x');
  });

  it('exposes the message of the server from the keys message and detail', async () => {
    for (const body of [{ message: 'No.' }, { detail: 'No.' }, { detail: 'x', message: 'No.' }])
      await expect(makeApi(respondWith(418, body)).call(listCategories, {})).rejects.toMatchObject({
        message: 'No.',
        serverMessage: 'No.',
      });
  });
});

describe('a refused token', () => {
  const refused = { code: 'token_invalid', message: 'Invalid token.' };

  it('does not sign the buyer out when it is the merchant token', { tags: ['@MESSAGE-30'] }, async () => {
    vi.useFakeTimers();
    const tokens = storeWith(TOKEN);
    const call = makeApi(respondWith(401, refused), tokens).call(replyToMerchant, {
      params: { id: 'x' },
      body: { content: 'A' },
    });
    await expect(call).rejects.toMatchObject({ code: 'token_invalid' });
    vi.runAllTimers();
    expect(tokens.remove).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('is removed after the caller has handled the error', { tags: ['@SESSION-13'] }, async () => {
    vi.useFakeTimers();
    const tokens = storeWith(TOKEN);
    const handleError = vi.fn(() => expect(tokens.remove).not.toHaveBeenCalled());
    await makeApi(respondWith(401, refused), tokens).call(getCart, {}).catch(handleError);
    expect(handleError).toHaveBeenCalledWith(expect.any(ApiError));
    vi.runAllTimers();
    expect(tokens.remove).toHaveBeenCalledExactlyOnceWith(TOKEN);
    vi.useRealTimers();
  });

  it.each([400, 403, 500])('is not removed after status %i', async (status) => {
    vi.useFakeTimers();
    const tokens = storeWith(TOKEN);
    await expect(makeApi(respondWith(status), tokens).call(getCart, {})).rejects.toThrow();
    vi.runAllTimers();
    expect(tokens.remove).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
