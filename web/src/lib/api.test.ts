import { addToCart, getCart } from '@sokuwa/contract/cart/cart.endpoints.ts';
import { listCategories } from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { replyToMerchant } from '@sokuwa/contract/messages/messages.endpoints.ts';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, makeApi, type Transport } from './api.ts';

const TOKEN = 'abc';
const answering = (status: number, body: unknown = {}) => vi.fn<Transport>(async () => ({ status, body }));
const MERCHANT_TOKEN = 'merchant-token';
const holding = (token: string | null) => ({ get: () => token, merchant: () => MERCHANT_TOKEN, remove: vi.fn() });

describe('a call', () => {
  it('carries the token where its contract takes one, and nowhere else', {
    tags: ['@API-8', '@SESSION-2'],
  }, async () => {
    const send = answering(200);
    const api = makeApi(send, holding(TOKEN));
    await api.call(getCart, {});
    await api.call(addToCart, { body: { product_id: 1 } });
    await api.call(listCategories, {});
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([TOKEN, TOKEN, undefined]);
  });

  it('carries the merchant token, and no other, where its contract takes that', {
    tags: ['@SESSION-2', '@SESSION-6'],
  }, async () => {
    const send = answering(200);
    await makeApi(send, holding(TOKEN)).call(replyToMerchant, { params: { id: 'x' }, body: { content: 'A' } });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([MERCHANT_TOKEN]);
  });

  it('takes for a success only what it was told is one', { tags: ['@SUPPORT-24'] }, async () => {
    await expect(makeApi(answering(204)).call(listCategories, { successStatuses: [200, 201] })).rejects.toMatchObject({
      status: 204,
      message: 'Unexpected server response.',
    });
    await makeApi(answering(201)).call(listCategories, { successStatuses: [200, 201] });
  });

  it('carries the token that it was given instead of the stored one', async () => {
    const send = answering(200);
    await makeApi(send, holding(TOKEN)).call(getCart, { token: 'new' });
    await makeApi(send).call(getCart, { token: 'new' });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual(['new', 'new']);
  });

  it("gives what is wrong by field, and the specification's text under error", async () => {
    const fields = { email: ['No.'] };
    const refusal = makeApi(answering(400, { message: 'x', error: 'Email not found', errors: fields }));
    await expect(refusal.call(listCategories, {})).rejects.toMatchObject({
      fieldErrors: fields,
      errorKeyText: 'Email not found',
    });
    await expect(makeApi(answering(400)).call(listCategories, {})).rejects.toMatchObject({
      fieldErrors: {},
      errorKeyText: undefined,
    });
  });

  it("is a guest's where no token is stored, and where a page is rendered", async () => {
    const send = answering(200);
    await makeApi(send, holding(null)).call(addToCart, { body: { product_id: 1 } });
    await makeApi(send).call(addToCart, { body: { product_id: 1 } });
    expect(send.mock.calls.map(([call]) => call.token)).toEqual([undefined, undefined]);
  });

  it.each([199, 300, 304, 400, 404, 500, 503])(
    'answered with %i is an error',
    { tags: ['@SHELL-72'] },
    async (status) => {
      await expect(makeApi(answering(status, null)).call(listCategories, {})).rejects.toMatchObject({
        message: `Request failed with status code ${status}`,
        status,
        serverMessage: undefined,
      });
    },
  );

  it.each([200, 201, 204, 299])('answered with %i is none', { tags: ['@SHELL-72'] }, async (status) => {
    await expect(makeApi(answering(status, 'x')).call(listCategories, {})).resolves.toBe('x');
  });

  it("gives the server's words, which come as message and as detail", async () => {
    for (const body of [{ message: 'No.' }, { detail: 'No.' }, { detail: 'x', message: 'No.' }])
      await expect(makeApi(answering(418, body)).call(listCategories, {})).rejects.toMatchObject({
        message: 'No.',
        serverMessage: 'No.',
      });
  });
});

describe('a refused token', () => {
  const refused = { code: 'token_invalid', message: 'Invalid token.' };

  it('that was a merchant token leaves the buyer signed in', { tags: ['@MESSAGE-30'] }, async () => {
    vi.useFakeTimers();
    const tokens = holding(TOKEN);
    const call = makeApi(answering(401, refused), tokens).call(replyToMerchant, {
      params: { id: 'x' },
      body: { content: 'A' },
    });
    await expect(call).rejects.toMatchObject({ code: 'token_invalid' });
    vi.runAllTimers();
    expect(tokens.remove).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('is dropped once its holder has been told', { tags: ['@SESSION-13'] }, async () => {
    vi.useFakeTimers();
    const tokens = holding(TOKEN);
    const told = vi.fn(() => expect(tokens.remove).not.toHaveBeenCalled());
    await makeApi(answering(401, refused), tokens).call(getCart, {}).catch(told);
    expect(told).toHaveBeenCalledWith(expect.any(ApiError));
    vi.runAllTimers();
    expect(tokens.remove).toHaveBeenCalledExactlyOnceWith(TOKEN);
    vi.useRealTimers();
  });

  it.each([400, 403, 500])('is not what a %i says', async (status) => {
    vi.useFakeTimers();
    const tokens = holding(TOKEN);
    await expect(makeApi(answering(status), tokens).call(getCart, {})).rejects.toThrow();
    vi.runAllTimers();
    expect(tokens.remove).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
