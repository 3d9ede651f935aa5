import type { Locator } from '@playwright/test';
import { goHome, homeLink, MY_INTEREST_URL } from './page-objects/layout.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

type Product = {
  id: number;
  title: string;
  weight: number;
  price: number;
  display_price: string;
  converted_price: string;
  discount_percentage: string;
  products_images: { image_url: string }[];
};
const HOT_DEALS = '/backend/api/hot-deals/?page=1&country_code=NG';
const LISTS = /\/backend\/api\/(hot-deals|new-arrivals|sokuwa-brands)\//;
const RAILS = [
  ['New Arrivals', 'newArrivals', 'Error loading new arrivals', /^New Arrivals are unavailable/],
  ['Our Brands', 'ourBrands', 'Error loading our brands', /^Our Brands are unavailable/],
] as const;

const block = (page: Page, name: string): Locator => page.getByRole('main').getByRole('list', { name, exact: true });
const hotDeals = async (page: Page): Promise<Product[]> => (await (await page.request.get(HOT_DEALS)).json()).results;
const listOf = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
/** Navigates to home in the browser, which fetches the products from the API. */
const comeHome = async (page: Page): Promise<void> => {
  await openPage(page, MY_INTEREST_URL);
  await goHome(page);
};

test('Hot Deals shows the first six, with title, weight, both prices and the discount', {
  tag: ['@HOME-22', '@HOME-24', '@HOME-25', '@HOME-26', '@HOME-27'],
}, async ({ page }) => {
  const products = (await hotDeals(page)).slice(0, 6);
  await openPage(page, '/');
  const cards = block(page, 'Hot Deals').getByRole('article');
  await expect(cards).toHaveCount(6);
  for (const [at, product] of products.entries()) {
    const card = cards.nth(at);
    await expect(card.getByRole('link')).toHaveText(product.title);
    await expect(card).toContainText(`${product.weight} kg`);
    await expect(card).toContainText(product.display_price);
    await expect(card).toContainText(product.converted_price);
    const line = card.getByText(`${product.discount_percentage} off`);
    await expect(line).toHaveCSS('color', 'rgb(20, 102, 60)');
    await expect(card.locator('s')).toContainText(product.price.toLocaleString('en-US'));
  }
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(`/product/details/${products[0]?.id}?section=hotDeals&page=1`);
});

test('Hot Deals: View all opens the whole list', { tag: ['@HOME-23'] }, async ({ page }) => {
  await openPage(page, '/');
  const link = page.getByRole('link', { name: 'View all hot deals' });
  await expect(link).toHaveText('View all');
  await link.click();
  await expect(page).toHaveURL('/product/list?section=hotDeals&page=1');
});

test('a card without discount has a grey line and no old price; one without picture a placeholder', {
  tag: ['@HOME-26', '@HOME-27', '@HOME-28'],
}, async ({ page }) => {
  const [full, other] = await hotDeals(page);
  const plain = { ...full, id: 1, discount_percentage: '0%', products_images: [] };
  await page.route('**/backend/api/hot-deals/**', (route) => route.fulfill({ json: listOf([plain, other]) }));
  await comeHome(page);
  const first = block(page, 'Hot Deals').getByRole('article').first();
  const second = block(page, 'Hot Deals').getByRole('article').nth(1);
  await expect(first.getByText('0% off', { exact: true })).toHaveCSS('color', 'rgb(98, 95, 122)');
  await expect(first.locator('s')).toHaveCount(0);
  await expect(first.locator('img')).toHaveCount(0);
  await expect(first.locator('.placeholder-pattern')).toBeVisible();
  await expect(second.locator('img')).toHaveAttribute('src', other?.products_images[0]?.image_url ?? '');
});

test('while products load, the banner and every block show skeletons in their places', {
  tag: ['@HOME-18', '@HOME-29', '@HOME-30', '@HOME-38'],
}, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(LISTS, async (route) => {
    await held.promise;
    await route.continue();
  });
  await comeHome(page);
  const offers = page.getByRole('region', { name: 'Loading offers' });
  await expect(offers).toHaveAttribute('aria-busy', 'true');
  await expect(offers.locator('.animate-skeleton')).toBeVisible();
  // Skeletons are hidden from screen readers, which announce the list as busy.
  for (const [name, count] of [
    ['Loading hot deals', 6],
    ['Loading New Arrivals', 5],
    ['Loading Our Brands', 5],
  ] as const) {
    await expect(block(page, name)).toHaveAttribute('aria-busy', 'true');
    await expect(block(page, name).locator('> li')).toHaveCount(count);
  }
  await expectAccessible(page);
  held.resolve();
  await expect(offers).toBeHidden();
  await expect(page.getByRole('link', { name: 'SHOP NOW', exact: true })).toBeVisible();
  await expect(block(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
});

test('blocks without products say so, and the others stand', {
  tag: ['@HOME-29', '@HOME-33', '@HOME-39', '@HOME-43'],
}, async ({ page }) => {
  await page.route(LISTS, (route) => route.fulfill({ json: listOf([]) }));
  await comeHome(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText('Hot Deals are currently unavailable. Please check back later for exciting offers!'),
  ).toBeVisible();
  for (const [, , , text] of RAILS) await expect(main.getByText(text)).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Our Other Featured' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/] });
  test('the blocks are unavailable, and fill when it is back', { tag: ['@HOME-32'] }, async ({ page, context }) => {
    const breakOff = Promise.withResolvers<void>();
    await page.route(LISTS, async (route) => {
      await breakOff.promise;
      await route.abort();
    });
    await openPage(page, MY_INTEREST_URL);
    // Hovering the link loads the code of home; its products are requested only after that.
    const fetched = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/routes-'));
    await homeLink(page).hover();
    await fetched;
    await context.setOffline(true);
    breakOff.resolve();
    await homeLink(page).click();
    const main = page.getByRole('main');
    await expect(main.getByText('Hot Deals Product is unavailable at the moment, try later!')).toBeVisible();
    for (const [, , , text] of RAILS) await expect(main.getByText(text)).toBeVisible();
    await page.unroute(LISTS);
    await context.setOffline(false);
    await expect(block(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
  });
});

test.describe('where the lists fail', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/api\//] });
  for (const [how, status] of [
    ['the server', 500],
    ['the network', undefined],
  ] as const) {
    test(`by ${how}, each block says so, the others stand, and Try Again brings it`, {
      tag: ['@HOME-29', '@HOME-31', '@HOME-40', '@HOME-41', '@HOME-43'],
    }, async ({ page }) => {
      await page.clock.install();
      await page.route(LISTS, (route) =>
        status ? route.fulfill({ status, json: { message: 'Internal Server Error' } }) : route.abort(),
      );
      await comeHome(page);
      const main = page.getByRole('main');
      const failed = (text: string) => main.getByRole('alert').filter({ hasText: text });
      for (const text of ['Error loading hot deals', ...RAILS.map(([, , text]) => text)])
        await fastForwardUntilVisible(page, failed(text));
      await expect(failed('Error loading hot deals')).toContainText(status ? 'Internal Server Error' : 'Network Error');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByRole('heading', { name: 'Our Other Featured' })).toBeVisible();
      await expectAccessible(page);
      await page.unroute(LISTS);
      await failed('Error loading hot deals').getByRole('button', { name: 'Try Again' }).click();
      await expect(block(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
      // The other blocks still show their errors.
      for (const [, , text] of RAILS) await expect(failed(text)).toBeVisible();
    });
  }
});

test.describe('New Arrivals and Our Brands', () => {
  test('show the first six of their lists, and lead on to them', { tag: ['@HOME-34'] }, async ({ page }) => {
    await openPage(page, '/');
    for (const [name, section] of RAILS) {
      await expect(block(page, name).getByRole('article')).toHaveCount(6);
      const first = block(page, name).getByRole('article').first().getByRole('link');
      await expect(first).toHaveAttribute('href', new RegExp(`/product/details/\\d+\\?section=${section}&page=1$`));
      await expect(page.getByRole('link', { name: `View all: ${name}` })).toHaveAttribute(
        'href',
        `/product/list?section=${section}&page=1`,
      );
    }
  });

  for (const [width, items] of [
    [3200, 5],
    [1280, 5],
    [1024, 4],
    [768, 3],
    [464, 2],
    [390, 2],
  ] as const) {
    test(`show ${items} whole items ${width} px wide`, { tag: ['@HOME-37'] }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, '/');
      for (const [name] of RAILS) {
        const whole = await block(page, name).evaluate((list) => {
          const end = list.getBoundingClientRect().right + 1;
          return [...list.children].filter((item) => item.getBoundingClientRect().right <= end).length;
        });
        expect(whole).toBe(items);
      }
    });
  }

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });
    test('move by themselves and go round', { tag: ['@HOME-35', '@HOME-36', '@HOME-42'] }, async ({ page }) => {
      await openPage(page, '/');
      const list = block(page, 'New Arrivals');
      await list.scrollIntoViewIfNeeded();
      await page.mouse.move(1, 1);
      const left = () => list.evaluate((row) => row.scrollLeft);
      await expect.poll(left).toBeGreaterThan(20);
      // At the end, autoplay returns to the start.
      await list.evaluate((row) => row.scrollTo({ left: row.scrollWidth, behavior: 'instant' }));
      await expect.poll(left).toBeLessThan(4);
      await page.getByRole('button', { name: 'Pause New Arrivals' }).click();
      await expect(page.getByRole('button', { name: 'Play New Arrivals' })).toBeVisible();
    });
  });

  test('stand still where motion is not welcome', { tag: ['@HOME-42'] }, async ({ page }) => {
    await openPage(page, '/');
    for (const [name] of RAILS) await expect(page.getByRole('button', { name: `Play ${name}` })).toBeVisible();
  });
});
