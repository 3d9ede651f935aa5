import { makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../lib/app-context.ts';
import { pendingVariables } from '../lib/mutations.ts';
import { accountCartQuery, cartChangeKey, cartKey, changeAccountCart, fetchFailure } from './account-cart.ts';
import { applyChange, type CartChange, type CartItems } from './cart.rules.ts';

const { toasts, session } = vi.hoisted(() => ({ toasts: [] as string[], session: { token: 'abc' as string | null } }));
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => toasts.push(text) } }));
vi.mock('../lib/token-store.ts', () => ({ tokens: { get: () => session.token } }));

/** The server's response for products by quantity. */
const makeCart = (quantities: Record<number, number>, price = 1000, stock = 100): Cart => ({
  cart: Object.entries(quantities).map(([id, quantity]) => ({
    product_id: Number(id),
    title: `Product ${id}`,
    image: '',
    quantity,
    price: String(price),
    total: String(price * quantity),
    weight: 1,
    stock,
    available: stock >= quantity,
  })),
  subtotal: 0,
});

type Request = Parameters<Transport>[0] & {
  respond(body: unknown, status?: number): Promise<void>;
  disconnect(): Promise<void>;
};
/** The requests without a response, oldest first. */
let requests: Request[] = [];
let context: AppContext;
let changes = 0;
/** Opens a view of the cart that refetches at the interval. @returns a function that closes it */
const openView = (refetchInterval: number, listener = () => {}) =>
  new QueryObserver(context.queryClient, {
    ...accountCartQuery(context.api, 'abc'),
    refetchInterval,
    notifyOnChangeProps: ['data', 'error', 'status'],
  }).subscribe(listener);
let closeView: () => void;

/** Runs the callbacks of a response. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const send: Transport = (call) =>
  new Promise((resolve, reject) => {
    requests.push({
      ...call,
      respond: async (body, status = 200) => {
        resolve({ status, body });
        await settle();
      },
      disconnect: async () => {
        reject(new Error('Network Error'));
        await settle();
      },
    });
    call.signal?.addEventListener('abort', () => reject(new Error('Request aborted')));
  });

const takeRequest = (): Request => {
  const request = requests.shift();
  if (!request) throw new Error('No request waits for a response');
  return request;
};
const describeRequests = () =>
  requests.map(({ method, url, body }) => [method, url, ...(body === undefined ? [] : [body])]);
const refetch = async () => {
  void context.queryClient.refetchQueries({ queryKey: cartKey('abc') });
  await settle();
};
const getQueryState = () => context.queryClient.getQueryState<CartItems>(cartKey('abc'));
/** The fetched cart with the pending changes, as the page shows it. */
const getShownItems = (): CartItems =>
  pendingVariables<CartChange>(context.queryClient, cartChangeKey('abc')).reduce(
    applyChange,
    getQueryState()?.data ?? [],
  );
const getQuantities = () => Object.fromEntries(getShownItems().map(({ productId, quantity }) => [productId, quantity]));

/** Starts a change. @returns its outcome, updated when it ends */
const startChange = async (change: CartChange): Promise<{ outcome: string }> => {
  const result = { outcome: 'pending' };
  changeAccountCart(context, 'abc', change).then(
    () => {
      result.outcome = 'done';
    },
    (error: Error) => {
      result.outcome = error.message;
    },
  );
  await settle();
  return result;
};
const set = (productId: number, quantity: number): CartChange => ({ kind: 'set', productId, quantity });
const remove = (productId: number): CartChange => ({ kind: 'remove', productId });
const add = (id: number, quantity: number): CartChange => ({
  kind: 'add',
  product: { id, title: 'x', weight: 1, stock: 9 },
  quantity,
});

beforeEach(async () => {
  vi.useFakeTimers();
  requests = [];
  toasts.length = 0;
  session.token = 'abc';
  const api = makeApi(send, { get: () => session.token, merchant: () => null, remove: () => {} });
  // These tests need no other part of the context.
  context = { api, queryClient: new QueryClient() } as AppContext;
  changes = 0;
  closeView = openView(1000, () => {
    changes += 1;
  });
  await settle();
  return () => {
    closeView();
    context.queryClient.clear();
    vi.useRealTimers();
  };
});

describe('fetching the cart', () => {
  it('sends one request with the token', { tags: ['@CART-76'] }, async () => {
    expect(takeRequest()).toMatchObject({ method: 'GET', url: '/api/cart/', token: 'abc' });
    expect(requests).toEqual([]);
  });

  it('returns the same object and does not notify the view when the cart is unchanged', {
    tags: ['@CART-83'],
  }, async () => {
    await takeRequest().respond(makeCart({ 1: 2 }));
    const before = { data: getQueryState()?.data, changes };
    await refetch();
    await takeRequest().respond(makeCart({ 1: 2 }));
    expect(getQueryState()?.data).toBe(before.data);
    expect(changes).toBe(before.changes);
  });

  it('is not repeated by another view within five seconds', { tags: ['@CART-79'] }, async () => {
    await takeRequest().respond(makeCart({ 1: 2 }));
    const visitView = async () => {
      const close = openView(60_000);
      await settle();
      close();
    };
    vi.setSystemTime(Date.now() + 4900);
    await visitView();
    expect(requests).toEqual([]);
    vi.setSystemTime(Date.now() + 200);
    await visitView();
    expect(describeRequests()).toEqual([['GET', '/api/cart/']]);
  });

  it('is cached for five minutes after the last view has closed', { tags: ['@CART-80'] }, async () => {
    await takeRequest().respond(makeCart({ 1: 2 }));
    closeView();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(getQueryState()?.data).toMatchObject([{ productId: 1, quantity: 2 }]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(getQueryState()).toBeUndefined();
  });

  it('is retried once, then reports the message of the server', { tags: ['@CART-81', '@CART-86'] }, async () => {
    await takeRequest().respond({ message: 'The cart service is down' }, 503);
    expect(getQueryState()?.status).toBe('pending');
    await vi.advanceTimersByTimeAsync(1000);
    await takeRequest().respond({ message: 'The cart service is down' }, 503);
    expect(fetchFailure(getQueryState()?.error)).toBe('The cart service is down');
  });

  it.each([
    ['no response', (request: Request) => request.disconnect()],
    ['an unexpected body', (request: Request) => request.respond({ hello: 'world' })],
    ['an empty body', (request: Request) => request.respond(null)],
  ])('reports the text of the specification for %s', { tags: ['@CART-86'] }, async (_, fail) => {
    await fail(takeRequest());
    await vi.advanceTimersByTimeAsync(1000);
    await fail(takeRequest());
    expect(fetchFailure(getQueryState()?.error)).toBe('Error fetching cart items');
  });

  it('is not retried with an invalid token, and shows one toast', async () => {
    await takeRequest().respond({ code: 'token_invalid', message: 'Invalid token.' }, 401);
    expect(toasts).toEqual(['Invalid token.']);
    expect(getQueryState()?.status).toBe('error');
    expect(requests).toEqual([]);
  });

  it('reports a changed price, insufficient stock and a product that is no longer sold', {
    tags: ['@CART-59'],
  }, async () => {
    await takeRequest().respond(makeCart({ 1: 2 }));
    await refetch();
    await takeRequest().respond(makeCart({ 1: 2 }, 1250, 1));
    expect(getShownItems()).toMatchObject([{ price: 125_000, priceWas: 100_000, stock: 1 }]);
    await refetch();
    await takeRequest().respond(makeCart({ 1: 2 }, 0, 0));
    expect(getShownItems()).toMatchObject([{ price: 0, stock: 0 }]);
    await refetch();
    await takeRequest().respond(makeCart({ 1: 2 }, 1000, 5));
    expect(getShownItems()[0]).not.toHaveProperty('priceWas');
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await takeRequest().respond(makeCart({ 1: 1, 2: 1 }));
  });

  it('shows at once, and stays when the request succeeds', { tags: ['@CART-63', '@CART-74'] }, async () => {
    const change = await startChange(set(1, 5));
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
    expect(describeRequests()).toEqual([['PUT', '/api/cart//1/', { quantity: 5 }]]);
    await takeRequest().respond(makeCart({ 1: 5, 2: 1 }));
    expect(change.outcome).toBe('done');
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
  });

  it.each([
    ['a new quantity', set(1, 5)],
    ['a removal', remove(1)],
    ['clearing', { kind: 'clear' } as const],
  ])(
    'is undone when the request fails, and the cart is fetched again: %s',
    { tags: ['@CART-74'] },
    async (_, change) => {
      const failing = await startChange(change);
      expect(getQuantities()).not.toEqual({ 1: 1, 2: 1 });
      await takeRequest().respond({ message: 'No.' }, 500);
      expect(failing.outcome).toBe('No.');
      expect(getQuantities()).toEqual({ 1: 1, 2: 1 });
      expect(describeRequests()).toEqual([['GET', '/api/cart/']]);
    },
  );

  it('is sent after the response to the previous one, and both are applied', { tags: ['@CART-75'] }, async () => {
    const first = await startChange(add(3, 2));
    const second = await startChange(remove(1));
    expect(getQuantities()).toEqual({ 2: 1 });
    expect(describeRequests()).toEqual([['POST', '/api/cart/', { product_id: 3, quantity: 2, weight: 1 }]]);
    await takeRequest().respond(makeCart({ 1: 1, 2: 1, 3: 2 }));
    // The response to the first still contains what the second removes.
    expect(getQuantities()).toEqual({ 2: 1, 3: 2 });
    await takeRequest().respond(makeCart({ 2: 1, 3: 2 }));
    expect([first.outcome, second.outcome]).toEqual(['done', 'done']);
    expect(getQuantities()).toEqual({ 2: 1, 3: 2 });
  });

  it('replaces earlier changes of the same quantity that are not sent yet', async () => {
    const presses = [];
    for (const quantity of [2, 3, 4, 5]) presses.push(await startChange(set(1, quantity)));
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
    await takeRequest().respond(makeCart({ 1: 2, 2: 1 }));
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
    expect(describeRequests()).toEqual([['PUT', '/api/cart//1/', { quantity: 5 }]]);
    await takeRequest().respond(makeCart({ 1: 5, 2: 1 }));
    expect(presses.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('does not undo the next one when it fails', async () => {
    const first = await startChange(set(1, 9));
    const second = await startChange(set(2, 3));
    await takeRequest().respond({ message: 'There is not enough in stock for this quantity.' }, 400);
    expect(first.outcome).toBe('There is not enough in stock for this quantity.');
    expect(getQuantities()).toEqual({ 1: 1, 2: 3 });
    const put = requests.find(({ method }) => method === 'PUT');
    await put?.respond(makeCart({ 1: 1, 2: 3 }));
    expect(second.outcome).toBe('done');
    expect(getQuantities()).toEqual({ 1: 1, 2: 3 });
  });

  it('is not undone by a fetch that started before or during it', { tags: ['@CART-75'] }, async () => {
    await refetch();
    const fetchBefore = takeRequest();
    await startChange(set(1, 5));
    const put = takeRequest();
    // Its response arrives during the change.
    await fetchBefore.respond(makeCart({ 1: 1, 2: 1 }));
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
    await refetch();
    const fetchDuring = takeRequest();
    await put.respond(makeCart({ 1: 5, 2: 1 }));
    expect(fetchDuring.signal?.aborted).toBe(true);
    // Its response arrives after the change, with the cart from before.
    await fetchDuring.respond(makeCart({ 1: 1, 2: 1 }));
    expect(getQuantities()).toEqual({ 1: 5, 2: 1 });
    await refetch();
    await takeRequest().respond(makeCart({ 1: 6, 2: 1 }));
    expect(getQuantities()).toEqual({ 1: 6, 2: 1 });
  });

  it('is not sent to the cart of another account when the session ends first', async () => {
    const first = await startChange(set(1, 9));
    const second = await startChange({ kind: 'clear' });
    session.token = 'xyz';
    await takeRequest().respond(makeCart({ 1: 9, 2: 1 }));
    expect([first.outcome, second.outcome]).toEqual(['done', 'Request aborted']);
    expect(requests).toEqual([]);
  });

  it('is refused before it is sent when product or quantity is missing', { tags: ['@CART-62'] }, async () => {
    expect((await startChange(set(0, 2))).outcome).toBe('Item not found');
    expect((await startChange(set(1, Number.NaN))).outcome).toBe('Item not found');
    expect((await startChange(remove(Number.NaN))).outcome).toBe('Item not found');
    expect(requests).toEqual([]);
  });

  it('returns the line of an added product, and shows the whole cart of the response', async () => {
    const added = changeAccountCart(context, 'abc', add(3, 2));
    await settle();
    await takeRequest().respond(makeCart({ 1: 1, 2: 1, 3: 2 }));
    await expect(added).resolves.toMatchObject({ productId: 3, quantity: 2 });
    expect(getQuantities()).toEqual({ 1: 1, 2: 1, 3: 2 });
  });
});
