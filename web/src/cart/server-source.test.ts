import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeApi, type Transport } from '../lib/api.ts';
import type { AppContext } from '../lib/app-context.ts';
import type { CartSource } from './cart-source.ts';
import { makeServerSource } from './server-source.ts';

const said: string[] = [];
vi.mock('@sokuwa/ui/toast.ts', () => ({ toast: { error: (text: string) => said.push(text) } }));

/** The server's answer for products by quantity. */
const cartOf = (quantities: Record<number, number>, price = 1000, stock = 100): Cart => ({
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

type Call = Parameters<Transport>[0] & {
  answer(body: unknown, status?: number): Promise<void>;
  breakOff(): Promise<void>;
};
/** Calls that wait for their answer, in the order of their coming. */
let calls: Call[] = [];
let queryClient: QueryClient;
let cart: CartSource;
let changes = 0;
/** Ends the view that watches the cart. */
let leave: () => void;
let stored: string | null;

/** Until everything that follows from an answer has happened; nothing here takes time of its own. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const send: Transport = (call) =>
  new Promise((resolve, reject) => {
    calls.push({
      ...call,
      answer: async (body, status = 200) => {
        resolve({ status, body });
        await settle();
      },
      breakOff: async () => {
        reject(new Error('Network Error'));
        await settle();
      },
    });
    call.signal?.addEventListener('abort', () => reject(new Error('Request aborted')));
  });

const next = (): Call => {
  const call = calls.shift();
  if (!call) throw new Error('No call waits for its answer');
  return call;
};
const asked = () => calls.map(({ method, url, body }) => [method, url, ...(body === undefined ? [] : [body])]);
const look = async () => {
  queryClient.refetchQueries({ queryKey: ['cart', 'abc'] });
  await settle();
};
const quantities = () => {
  const view = cart.get();
  return view.status === 'ready'
    ? Object.fromEntries(view.items.map(({ productId, quantity }) => [productId, quantity]))
    : view.status;
};
/** Starts a change. @returns what became of it */
const start = async (change: Promise<unknown>): Promise<{ end: string }> => {
  const outcome = { end: 'under way' };
  change.then(
    () => {
      outcome.end = 'done';
    },
    (error: Error) => {
      outcome.end = error.message;
    },
  );
  await settle();
  return outcome;
};

beforeEach(async () => {
  vi.useFakeTimers();
  calls = [];
  said.length = 0;
  queryClient = new QueryClient();
  stored = 'abc';
  const api = makeApi(send, { get: () => stored, merchant: () => null, remove: () => {} });
  // Nothing else of the router's context is asked for.
  cart = makeServerSource({ api, queryClient } as AppContext, 'abc', () => stored);
  changes = 0;
  // As a view does: told of a change, it reads.
  leave = cart.watch(() => {
    changes += 1;
    cart.get();
  }, 1000);
  await settle();
  return () => {
    leave();
    queryClient.clear();
    vi.useRealTimers();
  };
});

describe('a look at the cart', () => {
  it('is loading, then what the server answers', { tags: ['@CART-58', '@CART-76'] }, async () => {
    expect(cart.get()).toEqual({ status: 'loading' });
    expect(next()).toMatchObject({ method: 'GET', url: '/api/cart/', token: 'abc' });
    expect(calls).toEqual([]);
  });

  it('that finds nothing new changes nothing, not even the object', { tags: ['@CART-83'] }, async () => {
    await next().answer(cartOf({ 1: 2 }));
    const view = cart.get();
    const before = changes;
    await look();
    await next().answer(cartOf({ 1: 2 }));
    expect(cart.get()).toBe(view);
    expect(changes).toBe(before);
  });

  it('that is younger than five seconds is fresh: another view makes none', { tags: ['@CART-79'] }, async () => {
    await next().answer(cartOf({ 1: 2 }));
    const watchOnceMore = async () => {
      const stop = cart.watch(() => {}, 60_000);
      await settle();
      stop();
    };
    vi.setSystemTime(Date.now() + 4900);
    await watchOnceMore();
    expect(calls).toEqual([]);
    vi.setSystemTime(Date.now() + 200);
    await watchOnceMore();
    expect(asked()).toEqual([['GET', '/api/cart/']]);
  });

  it('is kept for five minutes after the last view has gone', { tags: ['@CART-80'] }, async () => {
    await next().answer(cartOf({ 1: 2 }));
    leave();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(queryClient.getQueryData(['cart', 'abc'])).toMatchObject({ cart: [{ product_id: 1, quantity: 2 }] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(queryClient.getQueryData(['cart', 'abc'])).toBeUndefined();
  });

  it('that fails is made once more, and then says why', { tags: ['@CART-81', '@CART-86'] }, async () => {
    await next().answer({ message: 'Cart service is away' }, 503);
    expect(quantities()).toBe('loading');
    await vi.advanceTimersByTimeAsync(1000);
    await next().answer({ message: 'Cart service is away' }, 503);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
    expect(cart.get()).toMatchObject({ status: 'error', message: 'Cart service is away' });
  });

  it('without words of the server is an error fetching cart items, and can be tried again', {
    tags: ['@CART-86', '@CART-88'],
  }, async () => {
    await next().breakOff();
    await vi.advanceTimersByTimeAsync(1000);
    await next().breakOff();
    const view = cart.get();
    if (view.status !== 'error') throw new Error('no error');
    expect(view.message).toBe('Error fetching cart items');
    // What the page does by itself does not make the message flicker.
    await look();
    expect(cart.get()).toBe(view);
    view.retry();
    expect(quantities()).toBe('loading');
    await next().answer(cartOf({ 1: 2 }));
    expect(quantities()).toEqual({ 1: 2 });
  });

  it('answered with something else than a cart is a failed one', async () => {
    await next().answer({ hello: 'world' });
    await vi.advanceTimersByTimeAsync(1000);
    await next().answer(null);
    expect(cart.get()).toMatchObject({ status: 'error', message: 'Error fetching cart items' });
  });

  it('that fails later leaves what was seen, and says so', async () => {
    await next().answer(cartOf({ 1: 2 }));
    await look();
    await next().breakOff();
    await vi.advanceTimersByTimeAsync(1000);
    await next().breakOff();
    expect(quantities()).toEqual({ 1: 2 });
    expect(cart.get()).toMatchObject({ failure: 'Error fetching cart items' });
    await look();
    await next().answer(cartOf({ 1: 2 }));
    expect(cart.get()).not.toHaveProperty('failure');
  });

  it('with a dead token says so once, and is not made again', async () => {
    await next().answer({ code: 'token_invalid', message: 'Invalid token.' }, 401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(said).toEqual(['Invalid token.']);
    expect(calls).toEqual([]);
  });

  it('tells of a price that changed, of too little stock, and of what is gone', { tags: ['@CART-59'] }, async () => {
    await next().answer(cartOf({ 1: 2 }));
    await look();
    await next().answer(cartOf({ 1: 2 }, 1250, 1));
    expect(cart.get()).toMatchObject({ items: [{ price: 125_000, priceWas: 100_000, stock: 1 }] });
    await look();
    await next().answer(cartOf({ 1: 2 }, 0, 0));
    expect(cart.get()).toMatchObject({ items: [{ price: 0, stock: 0 }] });
    await look();
    await next().answer(cartOf({ 1: 2 }, 1000, 5));
    const view = cart.get();
    expect(view.status === 'ready' && view.items[0]).not.toHaveProperty('priceWas');
  });
});

describe('a change', () => {
  beforeEach(async () => {
    await next().answer(cartOf({ 1: 1, 2: 1 }));
  });

  it('shows at once, and stays when the server agrees', { tags: ['@CART-63', '@CART-74'] }, async () => {
    const outcome = await start(cart.setQuantity(1, 5));
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
    expect(asked()).toEqual([['PUT', '/api/cart//1/', { quantity: 5 }]]);
    await next().answer(cartOf({ 1: 5, 2: 1 }));
    expect(outcome.end).toBe('done');
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
  });

  it.each([
    ['a quantity', () => cart.setQuantity(1, 5)],
    ['a removal', () => cart.remove(1)],
    ['clearing', () => cart.clear()],
  ])('that fails is taken back, and the cart looked at again: %s', { tags: ['@CART-74'] }, async (_, make) => {
    const outcome = await start(make());
    expect(quantities()).not.toEqual({ 1: 1, 2: 1 });
    await next().answer({ message: 'No.' }, 500);
    expect(outcome.end).toBe('No.');
    expect(quantities()).toEqual({ 1: 1, 2: 1 });
    expect(asked()).toEqual([['GET', '/api/cart/']]);
  });

  it('takes its turn: the second waits for the first, and both count', { tags: ['@CART-75'] }, async () => {
    const first = await start(cart.add({ id: 3, title: 'x', weight: 1 }, 2));
    const second = await start(cart.remove(1));
    expect(quantities()).toEqual({ 2: 1 });
    expect(asked()).toEqual([['POST', '/api/cart/', { product_id: 3, quantity: 2, weight: 1 }]]);
    await next().answer(cartOf({ 1: 1, 2: 1, 3: 2 }));
    // What was answered to the first still has what the second removes.
    expect(quantities()).toEqual({ 2: 1, 3: 2 });
    await next().answer(cartOf({ 2: 1, 3: 2 }));
    expect([first.end, second.end]).toEqual(['done', 'done']);
    expect(quantities()).toEqual({ 2: 1, 3: 2 });
  });

  it('of a quantity lets those before it go unsent: of many presses the last counts', async () => {
    const presses = [];
    for (const quantity of [2, 3, 4, 5]) presses.push(await start(cart.setQuantity(1, quantity)));
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
    await next().answer(cartOf({ 1: 2, 2: 1 }));
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
    expect(asked()).toEqual([['PUT', '/api/cart//1/', { quantity: 5 }]]);
    await next().answer(cartOf({ 1: 5, 2: 1 }));
    expect(presses.map(({ end }) => end)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('that fails does not take the next one with it', async () => {
    const first = await start(cart.setQuantity(1, 9));
    const second = await start(cart.setQuantity(2, 3));
    await next().answer({ message: 'There is not enough in stock for this quantity.' }, 400);
    expect(first.end).toBe('There is not enough in stock for this quantity.');
    expect(quantities()).toEqual({ 1: 1, 2: 3 });
    await next().answer(cartOf({ 1: 1, 2: 3 }));
    expect(second.end).toBe('done');
    expect(quantities()).toEqual({ 1: 1, 2: 3 });
  });

  it('is not undone by a slow look from before it, nor by one during it', { tags: ['@CART-75'] }, async () => {
    await look();
    const slow = next();
    await start(cart.setQuantity(1, 5));
    expect(slow.signal?.aborted).toBe(true);
    await slow.answer(cartOf({ 1: 1, 2: 1 }));
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
    // A look that comes due meanwhile waits for the change.
    await look();
    expect(asked()).toEqual([['PUT', '/api/cart//1/', { quantity: 5 }]]);
    await next().answer(cartOf({ 1: 5, 2: 1 }));
    expect(quantities()).toEqual({ 1: 5, 2: 1 });
    await next().answer(cartOf({ 1: 6, 2: 1 }));
    expect(quantities()).toEqual({ 1: 6, 2: 1 });
  });

  it("that waited for its turn never reaches another one's cart", async () => {
    const first = await start(cart.setQuantity(1, 9));
    const second = await start(cart.clear());
    stored = 'xyz';
    await next().answer(cartOf({ 1: 9, 2: 1 }));
    expect([first.end, second.end]).toEqual(['done', 'Request aborted']);
    expect(calls).toEqual([]);
  });

  it('without a product or a quantity is refused before it is sent', { tags: ['@CART-62'] }, async () => {
    expect((await start(cart.setQuantity(0, 2))).end).toBe('Item not found');
    expect((await start(cart.setQuantity(1, Number.NaN))).end).toBe('Item not found');
    expect((await start(cart.remove(Number.NaN))).end).toBe('Item not found');
    expect(calls).toEqual([]);
  });

  it('that adds gives the line, and the whole cart that came with it shows', async () => {
    const added = cart.add({ id: 3, title: 'x', weight: 1 }, 2);
    await settle();
    await next().answer(cartOf({ 1: 1, 2: 1, 3: 2 }));
    await expect(added).resolves.toMatchObject({ productId: 3, quantity: 2 });
    expect(quantities()).toEqual({ 1: 1, 2: 1, 3: 2 });
  });
});
