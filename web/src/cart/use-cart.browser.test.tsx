import { makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeQueryClient } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import { useCart } from './use-cart.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const makeLine = (title: string, quantity: number) => ({
  ...{ product_id: 7, title, image: '', quantity, price: '1,000', total: '1,000', weight: 1 },
  ...{ stock: 9, available: true },
});
const makeResponse = (title: string, quantity = 1) => ({
  status: 200,
  body: { cart: [makeLine(title, quantity)], subtotal: 0 },
});
const FAILURE = { status: 503, body: { message: 'The cart service is down' } };

function Cart() {
  const cart = useCart(300);
  return (
    <>
      <p>
        {cart.status === 'ready' ? cart.items.map(({ title, quantity }) => `${quantity} ${title}`).join() : cart.status}
      </p>
      {cart.status === 'error' && (
        <button type="button" onClick={cart.retry}>
          {cart.message}
        </button>
      )}
      {cart.status === 'ready' && cart.failure !== undefined && <p>Stale: {cart.failure}</p>}
    </>
  );
}

/** A page with the cart and a server whose response can be changed. */
const openPage = async (server: { response: Awaited<ReturnType<Transport>> | Promise<never>; send?: () => void }) => {
  const send: Transport = async () => {
    server.send?.();
    return server.response;
  };
  const queryClient = makeQueryClient(false);
  const router = createRouter({
    routeTree: createRootRoute({ component: Cart }),
    history: createMemoryHistory(),
    context: { api: makeApi(send, tokens), queryClient },
  });
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
};
const signIn = (token: string) => localStorage.setItem('authToken', token);

test('shows a loading state, then the cart of the server', { tags: ['@CART-58'] }, async () => {
  signIn('abc');
  const first = Promise.withResolvers<Awaited<ReturnType<Transport>>>();
  const server = { response: first.promise as Promise<never> };
  const page = await openPage(server);
  await expect.element(page.getByText('loading')).toBeVisible();
  first.resolve(makeResponse('Yam', 2));
  await expect.element(page.getByText('2 Yam')).toBeVisible();
});

test('shows the error of a failed fetch during all retries, until the shopper retries', {
  tags: ['@CART-86', '@CART-88'],
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  signIn('abc');
  const server = { response: FAILURE as Awaited<ReturnType<Transport>> | Promise<never>, send: vi.fn() };
  const page = await openPage(server);
  const message = page.getByRole('button', { name: 'The cart service is down' });
  await expect.element(message).toBeVisible();
  const shown = message.element();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.send.mock.calls.length).toBeGreaterThan(2);
  // The same element, so it was never replaced.
  expect(shown.isConnected).toBe(true);
  server.response = new Promise<never>(() => {});
  await message.click();
  await expect.element(page.getByText('loading')).toBeVisible();
});

test('keeps the cart when a refetch fails, and shows the failure until one succeeds', {
  tags: ['@CART-86'],
}, async () => {
  signIn('abc');
  const server: Parameters<typeof openPage>[0] = { response: makeResponse('Yam') };
  const page = await openPage(server);
  await expect.element(page.getByText('1 Yam')).toBeVisible();
  server.response = FAILURE;
  await expect.element(page.getByText('Stale: The cart service is down')).toBeVisible();
  await expect.element(page.getByText('1 Yam')).toBeVisible();
  server.response = makeResponse('Yam', 2);
  await expect.element(page.getByText('2 Yam')).toBeVisible();
  expect(page.getByText('Stale').elements()).toEqual([]);
});

test("shows the account's cart while a token is stored, else the guest's", {
  tags: ['@CART-3', '@CART-4'],
}, async () => {
  localStorage.setItem('cart', JSON.stringify({ cart: [makeLine('Broom', 3)], subtotal: 0 }));
  const page = await openPage({ response: makeResponse('Yam') });
  await expect.element(page.getByText('3 Broom')).toBeVisible();
  tokens.save({ token: 'abc', merchant_token: 'm' });
  await expect.element(page.getByText('1 Yam')).toBeVisible();
  tokens.remove('abc');
  await expect.element(page.getByText('3 Broom')).toBeVisible();
});
