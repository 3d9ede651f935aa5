import { addFirstNewArrival, productList } from './page-objects/home.ts';
import { goHome, homeLink, MY_INTEREST_URL } from './page-objects/layout.ts';
import { expectAccessible } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { abortRequest, holdRequests } from './support/network.ts';

type Product = {
  id: number;
  title: string;
  weight: number;
  price: number;
  display_price: string;
  converted_price: string;
  discount_percentage: string;
  stock: number;
  products_images: { image_url: string }[];
};
const HOT_DEALS = '/backend/api/hot-deals/?page=1&country_code=NG';
const LISTS = /\/backend\/api\/(hot-deals|new-arrivals|sokuwa-brands)\//;
const RAILS = [
  ['New Arrivals', 'newArrivals', 'Error loading new arrivals', /^New Arrivals are unavailable/],
  ['Our Brands', 'ourBrands', 'Error loading our brands', /^Our Brands are unavailable/],
] as const;

/** Products in stock come first, then those with a picture. */
const rankOf = ({ stock, products_images }: Product): number =>
  (stock > 0 ? 0 : 2) + (products_images.length > 0 ? 0 : 1);
const fetchHotDeals = async (page: Page): Promise<Product[]> =>
  (await (await page.request.get(HOT_DEALS)).json()).results;
const listResponse = (results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
/** Navigates to the home page in the browser, which fetches the products from the API. */
const navigateHome = async (page: Page): Promise<void> => {
  await openPage(page, MY_INTEREST_URL);
  await goHome(page);
};

test('Hot Deals shows the first six products with their prices and the discount; View all opens the whole list', {
  tag: ['@phone', '@HOME-22', '@HOME-23', '@HOME-24', '@HOME-25', '@HOME-26', '@HOME-27', '@HOME-56'],
}, async ({ page }) => {
  const products = (await fetchHotDeals(page)).toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, 6);
  await openPage(page, '/');
  const cards = productList(page, 'Hot Deals').getByRole('article');
  await expect(cards).toHaveCount(6);
  for (const [index, product] of products.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('link')).toHaveText(product.title);
    await expect(card).toContainText(`${product.weight} kg`);
    await expect(card).toContainText(product.display_price);
    await expect(card).toContainText(product.converted_price);
    const discountText = card.getByText(`${product.discount_percentage} off`);
    await expect(discountText).toHaveCSS('color', 'rgb(20, 102, 60)');
    await expect(card.locator('s')).toContainText(product.price.toLocaleString('en-US'));
  }
  await cards.first().getByRole('link').click();
  await expect(page).toHaveURL(`/product/details/${products[0]?.id}?section=hotDeals&page=1`);
  await expect(page.getByRole('heading', { level: 1, name: products[0]?.title ?? '?' })).toBeVisible();
  await page.goBack();
  const link = page.getByRole('link', { name: 'View all hot deals' });
  await expect(link).toHaveText('View all');
  await link.click();
  await expect(page).toHaveURL('/product/list?section=hotDeals&page=1');
});

test('a card without discount shows no old price, and a card without picture a placeholder', {
  tag: ['@phone', '@HOME-26', '@HOME-27', '@HOME-28'],
}, async ({ page }) => {
  const [deal, firstDeal] = await fetchHotDeals(page);
  const icon = '/brand/category-food.svg';
  const dealWithoutDiscount = {
    ...{ ...deal, id: 1, category: 'Food Items' },
    ...{ discount_percentage: '0%', products_images: [] },
  };
  await page.route('**/backend/api/hot-deals/**', (route) =>
    route.fulfill({ json: listResponse([dealWithoutDiscount, firstDeal]) }),
  );
  await navigateHome(page);
  // The card without a picture is second.
  const first = productList(page, 'Hot Deals').getByRole('article').first();
  const last = productList(page, 'Hot Deals').getByRole('article').nth(1);
  await expect(last.getByText('0% off', { exact: true })).toHaveCSS('color', 'rgb(98, 95, 122)');
  await expect(last.locator('s')).toHaveCount(0);
  // It shows the icon of its category on the brand pattern.
  await expect(last.locator('.placeholder-pattern img')).toHaveAttribute('src', icon);
  expect((await page.request.get(icon)).headers()['content-type']).toContain('image/svg+xml');
  await expect(first.locator('img')).toHaveAttribute('src', firstDeal?.products_images[0]?.image_url ?? '');
});

test('while products load, the banner and the lists show skeletons', {
  tag: ['@phone', '@HOME-18', '@HOME-29', '@HOME-30', '@HOME-38'],
}, async ({ page }) => {
  const release = await holdRequests(page, LISTS);
  await navigateHome(page);
  const offers = page.getByRole('region', { name: 'Loading offers' });
  await expect(offers).toHaveAttribute('aria-busy', 'true');
  await expect(offers.locator('.animate-skeleton')).toBeVisible();
  // Skeletons are hidden from screen readers, which announce the list as busy.
  for (const [name, count] of [
    ['Loading hot deals', 6],
    ['Loading New Arrivals', 5],
    ['Loading Our Brands', 5],
  ] as const) {
    await expect(productList(page, name)).toHaveAttribute('aria-busy', 'true');
    await expect(productList(page, name).locator('> li')).toHaveCount(count);
  }
  await expectAccessible(page);
  release();
  await expect(offers).toBeHidden();
  await expect(page.getByRole('link', { name: 'SHOP NOW', exact: true })).toBeVisible();
  await expect(productList(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
});

test('empty lists show a message, and the rest of the page stays', {
  tag: ['@phone', '@HOME-29', '@HOME-33', '@HOME-39', '@HOME-43'],
}, async ({ page }) => {
  await page.route(LISTS, (route) => route.fulfill({ json: listResponse([]) }));
  await navigateHome(page);
  const main = page.getByRole('main');
  await expect(
    main.getByText('Hot Deals are currently unavailable. Please check back later for exciting offers!'),
  ).toBeVisible();
  for (const [, , , text] of RAILS) await expect(main.getByText(text)).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Our Other Featured' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('without a connection', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/] });
  test('the lists show a message and load when the connection returns', { tag: ['@HOME-32'] }, async ({
    page,
    context,
  }) => {
    const disconnect = await holdRequests(page, LISTS, (route) => route.abort());
    await openPage(page, MY_INTEREST_URL);
    // The header has loaded the code of the home page too. Hovering the link requests its products.
    await homeLink(page).hover();
    await context.setOffline(true);
    disconnect();
    await homeLink(page).click();
    const main = page.getByRole('main');
    await expect(main.getByText('Hot Deals Product is unavailable at the moment, try later!')).toBeVisible();
    for (const [, , , text] of RAILS) await expect(main.getByText(text)).toBeVisible();
    await page.unroute(LISTS);
    await context.setOffline(false);
    await expect(productList(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
  });
});

test.describe('when the lists fail to load', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/api\//] });
  test('each list shows an error with the cause, the rest of the page stays, and Try Again loads the list', {
    tag: ['@HOME-29', '@HOME-31', '@HOME-40', '@HOME-41', '@HOME-43'],
  }, async ({ page }) => {
    const main = page.getByRole('main');
    const failed = (text: string) => main.getByRole('alert').filter({ hasText: text });
    const tryAgain = (text: string) => failed(text).getByRole('button', { name: 'Try Again' }).click();
    const texts = ['Error loading hot deals', ...RAILS.map(([, , text]) => text)];
    const expectFailures = async (cause: string) => {
      for (const text of texts) await fastForwardUntilVisible(page, failed(text));
      await expect(failed('Error loading hot deals')).toContainText(cause);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByRole('heading', { name: 'Our Other Featured' })).toBeVisible();
    };
    await page.clock.install();
    await page.route(LISTS, (route) => route.fulfill({ status: 500, json: { message: 'Internal Server Error' } }));
    await navigateHome(page);
    await expectFailures('Internal Server Error');
    await expectAccessible(page);

    await page.unroute(LISTS);
    // Hold the new requests until the errors of the previous ones have disappeared.
    const releaseRetries = await holdRequests(page, LISTS, abortRequest);
    for (const text of texts) {
      await tryAgain(text);
      await expect(failed(text)).toBeHidden();
    }
    releaseRetries();
    await expectFailures('Network Error');

    await page.unroute(LISTS);
    await tryAgain('Error loading hot deals');
    await expect(productList(page, 'Hot Deals').getByRole('article')).toHaveCount(6);
    // The other lists still show their errors.
    for (const [, , text] of RAILS) await expect(failed(text)).toBeVisible();
  });
});

test.describe('New Arrivals and Our Brands', () => {
  test('show six products and links to their lists, 5, 4, 3 or 2 whole items depending on the width, do not move with reduced motion, and add with a toast and a badge', {
    tag: ['@phone', '@HOME-34', '@HOME-37', '@HOME-42', '@LIST-81'],
  }, async ({ page }) => {
    await openPage(page, '/');
    for (const [name, section] of RAILS) {
      await expect(productList(page, name).getByRole('article')).toHaveCount(6);
      const first = productList(page, name).getByRole('article').first().getByRole('link');
      await expect(first).toHaveAttribute('href', new RegExp(`/product/details/\\d+\\?section=${section}&page=1$`));
      await expect(page.getByRole('link', { name: `View all: ${name}` })).toHaveAttribute(
        'href',
        `/product/list?section=${section}&page=1`,
      );
    }
    for (const [name] of RAILS) await expect(page.getByRole('button', { name: `Play ${name}` })).toBeVisible();

    await addFirstNewArrival(page);
    // The code of the dialog is not loaded, as it would be for other cards.
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
    expect(files.filter((file) => file.includes('/added-dialog-'))).toEqual([]);

    for (const [width, items] of [
      [3200, 5],
      [1280, 5],
      [1024, 4],
      [768, 3],
      [464, 2],
      [390, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name] of RAILS) {
        const countItems = () =>
          productList(page, name).evaluate((list) => {
            const { left, right } = list.getBoundingClientRect();
            const boxes = [...list.children].map((item) => item.getBoundingClientRect());
            return {
              whole: boxes.filter((box) => box.left >= left - 1 && box.right <= right + 1).length,
              partial: boxes.filter((box) => box.right > left + 1 && box.left < right - 1).length,
            };
          });
        // No item is partly visible.
        await expect.poll(countItems, { message: `${name} at ${width} px` }).toEqual({ whole: items, partial: items });
      }
    }
  });

  test.describe('without reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } });
    test('scroll automatically, and the first item follows the last', {
      tag: ['@phone', '@HOME-35', '@HOME-36', '@HOME-42'],
    }, async ({ page }) => {
      await openPage(page, '/');
      const list = productList(page, 'New Arrivals');
      await list.scrollIntoViewIfNeeded();
      await page.mouse.move(1, 1);
      const start = await list.evaluate((row) => row.scrollLeft);
      await expect.poll(() => list.evaluate((row) => row.scrollLeft)).toBeGreaterThan(start + 20);
      await page.getByRole('button', { name: 'Pause New Arrivals' }).click();
      await expect(page.getByRole('button', { name: 'Play New Arrivals' })).toBeVisible();
    });
  });

  for (const width of [390, 1280])
    test(`are endless in both directions at ${width} px`, { tag: ['@phone', '@HOME-36'] }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openPage(page, '/');
      const list = productList(page, 'New Arrivals');
      await list.scrollIntoViewIfNeeded();
      await expect(list).toHaveAttribute('data-endless', '');
      const titles = await list.getByRole('article').getByRole('link').allTextContents();
      /** The titles of the items in view, from left to right. */
      const readShown = () =>
        list.evaluate((row) => {
          const { left, right } = row.getBoundingClientRect();
          return [...row.children]
            .map((item) => ({ box: item.getBoundingClientRect(), title: item.querySelector('a')?.textContent ?? '' }))
            .filter(({ box }) => box.left >= left - 1 && box.right <= right + 1)
            .sort((a, b) => a.box.left - b.box.left)
            .map(({ title }) => title);
        });
      const shownAt = (first: number, count: number) =>
        Array.from({ length: count }, (_, at) => titles[(first + at + 5 * titles.length) % titles.length]);
      const count = (await readShown()).length;
      expect(await readShown()).toEqual(shownAt(0, count));
      // Past the last product, then back past the first one: the row has no end in either direction.
      for (const [direction, steps] of [
        [1, 7],
        [-1, 9],
      ] as const) {
        const from = titles.indexOf((await readShown())[0] ?? '');
        for (let step = 1; step <= steps; step++) {
          await list.evaluate((row, sign) => {
            const size = row.children[0]?.getBoundingClientRect().width ?? 0;
            row.scrollBy({
              left: sign * (size + Number.parseFloat(getComputedStyle(row).columnGap)),
              behavior: 'instant',
            });
          }, direction);
          await expect.poll(readShown).toEqual(shownAt(from + direction * step, count));
        }
      }
      // The row snaps to a whole item.
      const before = titles.indexOf((await readShown())[0] ?? '');
      await list.evaluate((row) => row.scrollBy({ left: 30, behavior: 'instant' }));
      await expect.poll(readShown).toEqual(shownAt(before, count));
      if (width < 768) return;
      await page.getByRole('button', { name: 'Forward in New Arrivals' }).click();
      await expect.poll(readShown).toEqual(shownAt(before + count, count));
      await page.getByRole('button', { name: 'Back in New Arrivals' }).click();
      await page.getByRole('button', { name: 'Back in New Arrivals' }).click();
      await expect.poll(readShown).toEqual(shownAt(before - count, count));
    });
});
