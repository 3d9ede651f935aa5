import { expectNoHorizontalOverflow } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';

test.use({ expectedErrors: [/status of 401/] });

// A mismatch of what the server and the browser render is an error in the console, which fails each journey.

test('Today comes with the document, and works when its scripts have run', { tag: ['@DESK-1'] }, async ({ page }) => {
  const { first, second } = await createBuyerWithPaidOrder(page);
  const desk = await openDesk(page, first.merchantId);
  const load = async (path: string) => {
    const response = await page.request.get(path);
    return { text: await response.text(), caching: response.headers()['cache-control'] };
  };
  // A server that is too busy leaves a page to the browser.
  await expect(async () => expect((await load(desk.path)).caching).toBe('private, no-store')).toPass();
  const today = await load(desk.path);
  expect(today.text).toContain('Ship first');
  expect(today.text).toContain(first.title);
  const other = await load(`/desk/store/${second.merchantId}`);
  expect(other.caching).toBe('no-cache');
  expect(other.text).not.toContain(second.title);
  expect(other.text).not.toContain(desk.email);

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
  });
  await page.goto(desk.path);
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  // The data has come with the document.
  await expect(page.getByRole('heading', { name: 'Sales, 30 days' })).toBeVisible();
  expect(calls).toEqual([]);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('link', { name: /^To ship/ }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
});

test('the overview of operators comes with the document', { tag: ['@DESK-1'] }, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'support');
  const load = async () => (await page.request.get(desk.path)).text();
  await expect(async () => expect(await load()).toContain('Overview')).toPass();
  await page.goto(desk.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().clearCookies();
  expect(await load()).not.toContain(desk.email);
  await page.goto(desk.path);
  await expect(page).toHaveURL(/\/desk\/sign-in/);
});
