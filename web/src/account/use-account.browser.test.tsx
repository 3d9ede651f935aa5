import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeApi, type Transport } from '../lib/api.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import { useAccount } from './use-account.ts';

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

function Who() {
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

/** A page somewhere in the account, with a server that answers as said. */
const open = async (answer: (url: string) => { status: number; body: unknown }) => {
  const asked: string[] = [];
  const send: Transport = async ({ method, url, token }) => {
    asked.push(`${method} ${url} ${token}`);
    return answer(url);
  };
  const queryClient = makeQueryClient(false);
  const router = createRouter({
    routeTree: createRootRoute({ component: Who }),
    history: createMemoryHistory({ initialEntries: ['/order'] }),
    context: { api: makeApi(send, tokens), queryClient },
  });
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { page, asked, where: () => router.state.location.pathname };
};

const ADA = { status: 200, body: { user: { first_name: 'Ada' } } };

test('a guest is a guest, and nothing is asked for', { tags: ['@SHELL-36'] }, async () => {
  const { page, asked } = await open(() => ADA);
  await expect.element(page.getByText('Guest')).toBeVisible();
  expect(asked).toEqual([]);
});

test('whoever holds a token is greeted by the first name', { tags: ['@SHELL-29', '@SHELL-35'] }, async () => {
  localStorage.setItem('authToken', 'abc');
  const { page, asked } = await open(() => ADA);
  await expect.element(page.getByText('Hi, Ada')).toBeVisible();
  expect(asked).toEqual(['GET /profile/ abc']);
});

test('a sign-in in another tab counts at once', { tags: ['@SHELL-12'] }, async () => {
  const { page } = await open(() => ADA);
  await expect.element(page.getByText('Guest')).toBeVisible();
  localStorage.setItem('authToken', 'abc');
  dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
  await expect.element(page.getByText('Hi, Ada')).toBeVisible();
});

test.each([200, 500])(
  'a logout revokes the token, forgets it, and goes home, even when answered with %i',
  { tags: ['@SHELL-32', '@SHELL-33', '@SESSION-10'] },
  async (status) => {
    localStorage.setItem('authToken', 'abc');
    localStorage.setItem('merchantToken', 'm');
    const { page, asked, where } = await open((url) => (url === '/logout/' ? { status, body: {} } : ADA));
    await expect.element(page.getByText('Hi, Ada')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByText('Guest')).toBeVisible();
    expect(asked).toContain('POST /logout/ abc');
    expect(localStorage.length).toBe(0);
    await expect.poll(where).toBe('/');
  },
);

test('a dead token makes a guest again', { tags: ['@SESSION-13'] }, async () => {
  localStorage.setItem('authToken', 'abc');
  const { page, asked } = await open(() => ({ status: 401, body: { message: 'Invalid token.' } }));
  await expect.element(page.getByText('Guest')).toBeVisible();
  expect(asked).toEqual(['GET /profile/ abc']);
  expect(localStorage.getItem('authToken')).toBeNull();
});
