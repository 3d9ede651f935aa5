import { brand } from '@sokuwa/contract/brand.ts';
import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { MY_INTEREST_URL } from './page-objects/layout.ts';
import { toast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { expectAccessible, expectAllOnScreen, expectOnScreen, expectTouchTargets } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const featuredBlock = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Our Other Featured' }) });

test('the sections of the home page have the specified order', { tag: ['@phone', '@HOME-1', '@HOME-2'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  const names = await page
    .getByRole('main')
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('main').getByRole('heading', { level: 2 }))
    .allTextContents();
  expect(names).toEqual([
    'African Foodstuffs & Groceries',
    'Shop By Category',
    'African Foods',
    'Home and Kitchen',
    'African Arts and Crafts',
    'African Fashion',
    'Hot Deals',
    'New Arrivals',
    'Our Other Featured',
    'Our Brands',
  ]);
  const order = await page.evaluate(() =>
    [...document.querySelectorAll('header, main, footer')].map(({ tagName }) => tagName),
  );
  expect(order).toEqual(['HEADER', 'MAIN', 'FOOTER']);
});

test('the landing hero links to all products', { tag: ['@phone', '@HOME-7', '@HOME-8', '@HOME-9'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('African Foodstuffs & Groceries');
  await page.getByRole('main').getByRole('link', { name: 'SHOP NOW', exact: true }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
});

test('the landing hero links to five social profiles, in new tabs', { tag: ['@phone', '@HOME-10'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  const links = page
    .getByRole('main')
    .getByRole('list', { name: `${brand.name} elsewhere` })
    .getByRole('link');
  const networks = ['instagram', 'facebook', 'x', 'linkedin', 'youtube'] as const;
  await expect(links).toHaveText(
    ['Instagram', 'Facebook', 'X', 'LinkedIn', 'YouTube'].map((name) => `${name} (opens in a new tab)`),
  );
  for (const [index, link] of (await links.all()).entries()) {
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute('href', brand.social[networks[index] ?? 'x']);
    await expect(link).toHaveAttribute('target', '_blank');
  }
});

test('title, description and hidden texts say what the shop sells and that it delivers worldwide', {
  tag: ['@phone', '@HOME-3', '@HOME-4', '@HOME-5'],
}, async ({ page }) => {
  await openPage(page, '/');
  await expect(page).toHaveTitle(/African foodstuffs & groceries/);
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^High-quality African foodstuffs and groceries.*delivered worldwide/,
  );
  const main = page.getByRole('main');
  await expect(
    main.getByText('African foodstuffs and groceries: high-quality food items, delivered worldwide.'),
  ).toHaveClass('sr-only');
  await expectOnScreen(main.getByText(/^Fast delivery worldwide/));
});

for (const width of [320, 360, 390, 414])
  test(`the promise of fast delivery is beside the picture, not on it, at ${width} px`, {
    tag: ['@phone', '@HOME-3'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, '/');
    const main = page.getByRole('main');
    const textEnd = await main.getByText(/^Fast delivery worldwide/).evaluate((paragraph) => {
      const text = document.createRange();
      // Only what is visible: the rest of the sentence is for screen readers.
      text.selectNodeContents(paragraph.firstChild ?? paragraph);
      return text.getBoundingClientRect().right;
    });
    const picture = await main
      .getByRole('img', { name: /tomatoes, egusi, garri/ })
      .first()
      .boundingBox();
    expect(textEnd).toBeLessThan(picture?.x ?? 0);
  });

test('four tiles link to the lists of their categories', { tag: ['@phone', '@HOME-21'] }, async ({ page }) => {
  await openPage(page, '/');
  const tiles = page.getByRole('main').getByRole('list', { name: 'Categories' }).getByRole('link');
  await expect(tiles).toHaveText(['African Foods', 'Home and Kitchen', 'African Arts and Crafts', 'African Fashion']);
  const hrefs = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    [1, 4, 2, 3].map((id) => `/product/list/${id}?section=productCategory&categoryId=${id}&page=1`),
  );
});

for (const width of [390, 768, 1024, 1280])
  test(`a panel lists all categories and all products, ${width < 1024 ? 'below' : 'beside'} the banners at ${width} px`, {
    tag: ['@phone', '@HOME-6'],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, '/');
    const panel = page.getByRole('navigation', { name: 'Shop by category' });
    const box = await panel.boundingBox();
    const banners = await page.getByRole('region', { name: 'Offers' }).boundingBox();
    if (width < 1024) expect(box?.y ?? 0).toBeGreaterThanOrEqual((banners?.y ?? 0) + (banners?.height ?? 0));
    else expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(banners?.x ?? 0);
    const all: { id: number; name: string }[] = await (await page.request.get('/backend/api/category/')).json();
    await expect(panel.getByRole('link')).toHaveText([...all.map(({ name }) => name), 'All Products']);
    await panel.getByRole('link', { name: 'Health & Beauty' }).scrollIntoViewIfNeeded();
    await expectAllOnScreen(panel.getByRole('link'));
    await expectTouchTargets(panel.getByRole('link'));
    await panel.getByRole('link', { name: 'Health & Beauty' }).click();
    await expect(page).toHaveURL('/product/list/5?section=productCategory&categoryId=5&page=1');
  });

test('two articles open in dialogs that return the focus when closed', {
  tag: ['@SHELL-24', '@HOME-44', '@HOME-45', '@HOME-46'],
}, async ({ page }) => {
  await openPage(page, '/');
  const featured = featuredBlock(page);
  await expect(featured.getByRole('article')).toHaveCount(2);
  for (const [opener, title, linkName] of [
    [featured.getByRole('button', { name: /^Read more: Open a stall/ }), /^Open a stall/, /^Start Selling/],
    [featured.getByRole('button', { name: /^Read more: Did you know\?/ }), /^Did you know\?/, 'Shop honey beans'],
  ] as const) {
    await expect(opener).toHaveText('Read more');
    await opener.press('Enter');
    const dialog = await expectOnScreen(page.getByRole('dialog', { name: title }));
    await expect(dialog.getByRole('link', { name: linkName })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await expectOnScreen(dialog);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
  }
});

test.describe('an article that fails to load', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/Failed to load resource.*article-dialog/] });
  test('shows an error in its section and can be retried', { tag: ['@HOME-47'] }, async ({ page }) => {
    await page.route('**/assets/article-dialog-*.js', (route) => route.abort());
    await openPage(page, '/');
    const featured = featuredBlock(page);
    await featured.getByRole('button', { name: /^Read more: Did you know\?/ }).click();
    await expect(featured.getByRole('alert')).toHaveText('Network Error');
    await page.unroute('**/assets/article-dialog-*.js');
    await featured.getByRole('button', { name: 'Try Again' }).click();
    await expectOnScreen(page.getByRole('dialog', { name: /^Did you know\?/ }));
  });
});

test('My Interest shows four upcoming categories, and every control shows Coming soon', {
  tag: ['@phone', '@SHELL-60', '@HOME-48', '@HOME-49', '@HOME-50', '@HOME-51'],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Interest');
  const cards = page.getByRole('list', { name: 'My Interest' }).getByRole('article');
  await expect(cards).toHaveText([
    'Fresh TomatoesComing soon...',
    'Premium PackageComing soon...',
    'African FashionComing soon...',
    'African ProductsComing soon...',
  ]);
  const main = page.getByRole('main');
  for (const [index, name] of ['View all', 'Previous', 'Next'].entries()) {
    await main.getByRole('button', { name }).click();
    await expect(toast(page, 'Coming soon...')).toHaveCount(index + 1);
    await expectOnScreen(toast(page, 'Coming soon...').first());
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('My Interest shows five benefits', { tag: ['@phone', '@HOME-52'] }, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  const benefits = page.getByRole('region', { name: 'What you can count on' }).getByRole('listitem');
  await expect(benefits).toHaveText([
    'Best prices & offersOrders of 5000 naira or more',
    'Delivery24/7',
    'Great daily dealWhen you sign up',
    'Wide assortmentMega discounts',
    'Easy returnsWithin 30 days',
  ]);
});

test('there are eight banners, each with an id, a picture and an alternative text', {
  tag: ['@phone', '@HOME-11', '@HOME-12'],
}, () => {
  expect(BANNERS).toHaveLength(8);
  expect(new Set(BANNERS.map(({ id }) => id)).size).toBe(8);
  for (const { img, alt } of BANNERS) {
    expect(img).not.toBe('');
    expect(alt).not.toBe('');
  }
});
