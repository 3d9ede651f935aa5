import { makeApi, type Transport } from '@sokuwa/contract/api-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeQueryClient } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import { useAccount } from './use-account.ts';

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

function AccountStatus() {
  const { signedIn, firstName, signOut } = useAccount();
  return (
    <>
      <p>{signedIn ? `Hi, ${firstName ?? 'you'}` : 'Guest'}</p>
      <button type="button" onClick={signOut}>
        Logout
      </button>
    </>
  );
}

/** Renders an account page with an API that returns the given responses. */
const renderPage = async (respond: (url: string) => { status: number; body: unknown }) => {
  const requests: string[] = [];
  const send: Transport = async ({ method, url, token }) => {
    requests.push(`${method} ${url} ${token}`);
    return respond(url);
  };
  const queryClient = makeQueryClient(false);
  const router = createRouter({
    routeTree: createRootRoute({ component: AccountStatus }),
    history: createMemoryHistory({ initialEntries: ['/order'] }),
    context: { api: makeApi(send, tokens), queryClient },
  });
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { page, requests, path: () => router.state.location.pathname };
};

const PROFILE_RESPONSE = { status: 200, body: { user: { first_name: 'Ada' } } };

test('shows a guest without requests', { tags: ['@SHELL-36'] }, async () => {
  const { page, requests } = await renderPage(() => PROFILE_RESPONSE);
  await expect.element(page.getByText('Guest')).toBeVisible();
  expect(requests).toEqual([]);
});

test('shows the first name of a signed-in user', { tags: ['@SHELL-29', '@SHELL-35'] }, async () => {
  localStorage.setItem('authToken', 'abc');
  const { page, requests } = await renderPage(() => PROFILE_RESPONSE);
  await expect.element(page.getByText('Hi, Ada')).toBeVisible();
  expect(requests).toEqual(['GET /profile/ abc']);
});

test('shows a sign-in of another tab at once', { tags: ['@SHELL-12'] }, async () => {
  const { page } = await renderPage(() => PROFILE_RESPONSE);
  await expect.element(page.getByText('Guest')).toBeVisible();
  localStorage.setItem('authToken', 'abc');
  dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
  await expect.element(page.getByText('Hi, Ada')).toBeVisible();
});

test.each([200, 500])(
  'a logout revokes and removes the token and opens the home page, also when the response is %i',
  { tags: ['@SHELL-32', '@SHELL-33', '@SESSION-10'] },
  async (status) => {
    localStorage.setItem('authToken', 'abc');
    localStorage.setItem('merchantToken', 'm');
    const { page, requests, path } = await renderPage((url) =>
      url === '/logout/' ? { status, body: {} } : PROFILE_RESPONSE,
    );
    await expect.element(page.getByText('Hi, Ada')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByText('Guest')).toBeVisible();
    expect(requests).toContain('POST /logout/ abc');
    expect(localStorage.length).toBe(0);
    await expect.poll(path).toBe('/');
  },
);

test('removes an invalid token and shows a guest', { tags: ['@SESSION-13'] }, async () => {
  localStorage.setItem('authToken', 'abc');
  const { page, requests } = await renderPage(() => ({ status: 401, body: { message: 'Invalid token.' } }));
  await expect.element(page.getByText('Guest')).toBeVisible();
  expect(requests).toEqual(['GET /profile/ abc']);
  expect(localStorage.getItem('authToken')).toBeNull();
});
