import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import getPort from 'get-port';
import { CART_URL, cartButton, clickInAddedDialog, firstAddButton, quantityField } from './page-objects/cart.ts';
import { CHECKOUT_URL, payButton, waitForTotals } from './page-objects/checkout.ts';
import { button, fillFields } from './page-objects/forms.ts';
import { accountButton, countryButton, openDropdown } from './page-objects/layout.ts';
import { waitForMailedLink } from './page-objects/mailbox.ts';
import { replyAsMerchant } from './page-objects/messages.ts';
import { expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, productLinks, searchFor } from './page-objects/product-list.ts';
import {
  fetchProductsInStock,
  fetchServerCart,
  fetchSoldProduct,
  fillCart,
  saveAddress,
  sendQuestion,
} from './support/api.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { test as base, expect, openPage, type Page } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';
import { startShopProcess } from './support/start-shop.ts';
import { readGuestCart, readLocalStorage } from './support/storage.ts';

/** A shop whose API and countries service are on other origins. It is a second process that uses the journeys' database. */

const COUNTRIES = [
  { country_code: 'NG', country_name: 'Nigeria' },
  { country_code: 'GB', country_name: 'Great Britain' },
];
const PASSWORD = 'palm oil and yam';

type CountriesService = { server: Server; url: string; status: number; body: unknown; requests: IncomingHttpHeaders[] };

/** Opens a countries service below /world that sends the response a test defines. */
const openCountriesService = async (): Promise<CountriesService> => {
  const server = createServer((request, response) => {
    service.requests.push(request.headers);
    response.writeHead(request.url === '/world/countries/' ? service.status : 404, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    });
    response.end(JSON.stringify(service.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world`;
  const service: CountriesService = { server, url, status: 200, body: COUNTRIES, requests: [] };
  return service;
};

type Hosts = { origin: string; api: string; countries: CountriesService };

/** Each Playwright worker starts one process for all journeys of this file. */
const test = base.extend<object, { hosts: Hosts }>({
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const countries = await openCountriesService();
      const port = await getPort();
      const api = `http://api.localhost:${port}`;
      const settings = { PROCESS_ROLE: 'web', API_URL: `${api}/`, COUNTRIES_URL: countries.url };
      const shop = await startShopProcess(process.env.SHOP_DATA ?? '', settings, port);
      await use({ origin: shop.origin, api, countries });
      await shop.stop();
      countries.server.closeAllConnections();
      countries.server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ hosts }, use) => use(hosts.origin),
});

// Run this file in one worker, so that the process starts once.
test.describe.configure({ mode: 'default' });

/** Records the URLs below /backend of the shop's own origin that the page requests. */
const recordOwnCalls = (page: Page, { origin }: Hosts): string[] => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${origin}/backend`)) urls.push(request.url());
  });
  return urls;
};

/** Registers an account and verifies its email address. @returns the address */
const register = async (page: Page): Promise<string> => {
  const email = `${randomUUID()}@mail.test`;
  const data = { first_name: 'Ada', last_name: 'Obi', email, password: PASSWORD, confirm_password: PASSWORD };
  expect((await page.request.post('/backend/register/', { data })).ok()).toBe(true);
  const link = await waitForMailedLink(page, email, '/verify-email/');
  expect((await page.request.get(`/backend${new URL(link).pathname}`)).ok()).toBe(true);
  return email;
};

test('a guest browses, searches and fills a cart, logs in and gets messages through an API on another origin', {
  tag: ['@API-1', '@API-3', '@API-32'],
}, async ({ page, hosts }) => {
  const { api } = hosts;
  const ownCalls = recordOwnCalls(page, hosts);
  await openPage(page, '/');
  const searched = page.waitForResponse((response) => response.url().startsWith(`${api}/api/products/?`));
  await searchFor(page, 'rice');
  expect((await searched).status()).toBe(200);
  const title = (await productLinks(page).first().textContent())?.trim() ?? '';
  await firstAddButton(page).click();
  await clickInAddedDialog(page, 'Continue Shopping');
  const product = (await readGuestCart(page))?.cart[0]?.product_id ?? 0;

  const email = await register(page);
  await openPage(page, '/login');
  await fillFields(page, { Email: email, Password: PASSWORD });
  await button(page, 'Sign In').click();
  await expectToast(page, 'Login successful');
  await expect(cartButton(page)).toHaveAccessibleName(/^Cart, 1 item/);
  const token = (await readLocalStorage(page, 'authToken')) ?? '';
  expect(await fetchServerCart(page, token)).toEqual([[product, 1]]);

  const revalidated = page.waitForResponse(
    (response) => response.url() === `${api}/api/cart/` && response.status() === 304,
  );
  const streaming = page.waitForResponse(`${api}/user/messages/events/`);
  await openPage(page, CART_URL);
  await revalidated;
  await quantityField(page, title).fill('2');
  await quantityField(page, title).press('Enter');
  await expect.poll(() => fetchServerCart(page, token)).toEqual([[product, 2]]);

  expect((await streaming).status()).toBe(200);
  const sold = await fetchSoldProduct(page);
  const message = await sendQuestion(page, token, sold.id, 'Is it fresh?', 'I mean today.');
  replyAsMerchant(sold.merchantId, message, 'Picked this morning.');
  await expect(accountButton(page)).toHaveAccessibleName(/1 unread message/);
  expect(ownCalls).toEqual([]);
});

test('an order is paid through an API on another origin', { tag: ['@API-32'] }, async ({ page, hosts }) => {
  const token = await signIn(page);
  const [product] = await fetchProductsInStock(page, 1);
  await fillCart(page, token, [[product?.id ?? 0, 1]]);
  await saveAddress(page, token);
  const ownCalls = recordOwnCalls(page, hosts);
  await page.clock.install();
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await payButton(page).click();
  const approve = page.getByRole('button', { name: 'Approve payment', exact: true });
  await fastForwardUntilVisible(page, approve);
  expect(ownCalls).toEqual([]);
  await approve.click();
  await expect(page).toHaveURL('/payment/success');
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeVisible();
});

test('a sign-in with Google uses the own origin, where browsers accept its cookie', {
  tag: ['@API-34'],
}, async ({ page, hosts }) => {
  const ownCalls = recordOwnCalls(page, hosts);
  await openPage(page, '/login?next=%2Fprofile');
  await button(page, 'Continue with Google').click();
  await page.getByRole('button', { name: 'Adaeze Nwosu' }).click();
  await expect(page).toHaveURL('/profile');
  await expectToast(page, 'Google login successful');
  expect(ownCalls.map((url) => new URL(url).pathname)).toEqual([
    '/backend/accounts/google/login/',
    '/backend/accounts/google/login/callback/',
  ]);
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource|net::ERR_INTERNET_DISCONNECTED/] });

  test('a product that was reached by a link opens from the stored response of the API on another origin', {
    tag: ['@API-32'],
  }, async ({ page, context, hosts }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const title = (await productLinks(page).first().textContent())?.trim() ?? '';
    await productLinks(page).first().click();
    const heading = page.getByRole('heading', { level: 1, name: title });
    await expect(heading).toBeVisible();
    const findStored = () =>
      page.evaluate(async (base) => {
        const names = (await caches.keys()).filter((name) => name.startsWith('shop-'));
        const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return keys.flat().filter(({ url }) => url.startsWith(`${base}/api/products/`)).length;
      }, hosts.api);
    await expect.poll(findStored).toBeGreaterThan(0);
    const url = page.url();
    await openPage(page, '/');
    await context.setOffline(true);
    await openPage(page, url);
    await expect(heading).toBeVisible();
    await context.setOffline(false);
  });
});

const openCountryList = async (page: Page) => {
  const picker = await openDropdown(page, countryButton(page));
  await picker.getByRole('button', { name: 'Change' }).click();
  return { picker, list: picker.getByRole('list', { name: 'Countries', exact: true }).getByRole('button') };
};

test.describe('the countries', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/world\/countries\//] });
  test('come from their own service, without a token and without currencies; what is no list shows an error, which can be tried again', {
    tag: ['@API-3', '@API-33', '@COUNTRY-22', '@COUNTRY-23', '@COUNTRY-24'],
  }, async ({ page, hosts: { origin, countries } }) => {
    // e2e/country.spec.ts has a refusal and a failed network.
    Object.assign(countries, { status: 200, body: [{ code: 'NG' }], requests: [] });
    await page.clock.install();
    await signIn(page);
    await openPage(page, PRODUCT_LIST_URL);
    const card = page.getByRole('main').getByRole('article').first();
    const { picker, list } = await openCountryList(page);
    await fastForwardUntilVisible(page, picker.getByRole('alert'));
    await expect(picker.getByRole('alert')).toContainText('Failed to load countries list');
    await expect(card).toContainText('US$');
    Object.assign(countries, { status: 200, body: COUNTRIES });
    await picker.getByRole('button', { name: 'Try Again' }).click();
    await expect(list).toHaveText(['Nigeria', 'Great Britain']);
    await picker.getByRole('searchbox', { name: 'Find a country' }).fill('brit');
    await expect(list).toHaveText(['Great Britain']);
    await list.click();
    await expect(card).toContainText('£');
    await expect(countryButton(page)).toContainText('Great Britain');
    // The server renders the page with its own countries.
    await page.reload();
    await expect(card).toContainText('£');
    expect(countries.requests.length).toBeGreaterThan(0);
    for (const headers of countries.requests) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers.origin).toBe(origin);
    }
  });
});

test('the description of the API calls it on its own origin', { tag: ['@API-32'] }, async ({
  page,
  hosts: { origin, api },
}) => {
  // Swagger UI needs many seconds for all paths.
  await page.route(`${api}/docs/json`, async (route) => {
    const response = await route.fetch({ url: `${origin}/backend/docs/json` });
    const description = await response.json();
    const paths = { '/api/hot-deals/': description.paths['/api/hot-deals/'] };
    await route.fulfill({ response, json: { ...description, paths } });
  });
  await page.goto(`${api}/docs`);
  await expect(page.getByText('/api/hot-deals/')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveValue(api);
});
