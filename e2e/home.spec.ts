import { brand } from '@sokuwa/contract/brand.ts';
import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { goHome, MY_INTEREST_URL } from './page-objects/layout.ts';
import { dismissToasts, expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL, pageHeading } from './page-objects/product-list.ts';
import { expectAccessible, expectAllOnScreen, expectOnScreen, expectTouchTargets } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const { banners: BANNERS } = DEFAULT_HOME;

const featuredBlock = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Our Other Featured' }) });

const expectSections = async (page: Page) => {
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
};

const expectSocialProfiles = async (page: Page) => {
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
};

const expectTexts = async (page: Page) => {
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
};

const expectTiles = async (page: Page) => {
  const tiles = page.getByRole('main').getByRole('list', { name: 'Categories' }).getByRole('link');
  await expect(tiles).toHaveText(['African Foods', 'Home and Kitchen', 'African Arts and Crafts', 'African Fashion']);
  const hrefs = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(
    [1, 4, 2, 3].map((id) => `/product/list/${id}?section=productCategory&categoryId=${id}&page=1`),
  );
};

test('the home page has its sections in order, eight banners, texts on what the shop sells, five profiles and four tiles; the promise of fast delivery is beside the picture from 320 to 414 px', {
  tag: [
    '@HOME-1',
    '@HOME-2',
    '@HOME-3',
    '@HOME-4',
    '@HOME-5',
    '@HOME-7',
    '@HOME-8',
    '@HOME-9',
    '@HOME-10',
    '@HOME-11',
    '@HOME-12',
    '@HOME-21',
  ],
}, async ({ page }) => {
  expect(BANNERS).toHaveLength(8);
  expect(new Set(BANNERS.map(({ id }) => id)).size).toBe(8);
  for (const { img, alt } of BANNERS) {
    expect(img).not.toBe('');
    expect(alt).not.toBe('');
  }
  await openPage(page, '/');
  await test.step('sections', () => expectSections(page));
  await test.step('title, description and hidden texts', () => expectTexts(page));
  await test.step('social profiles, in new tabs', () => expectSocialProfiles(page));
  await test.step('tiles, linked to the lists of their categories', () => expectTiles(page));
  await test.step('the promise of fast delivery, beside the picture', async () => {
    const main = page.getByRole('main');
    for (const width of [320, 360, 414, 390]) {
      await page.setViewportSize({ width, height: 844 });
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
      expect(textEnd, `${width} px`).toBeLessThan(picture?.x ?? 0);
    }
  });
  await test.step('landing hero, linked to all products', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('African Foodstuffs & Groceries');
    await page.getByRole('main').getByRole('link', { name: 'SHOP NOW', exact: true }).click();
    await expect(page).toHaveURL(PRODUCT_LIST_URL);
  });
});

test('a panel lists all categories and all products, below the banners or, from 1024 px on, beside them', {
  tag: ['@HOME-6'],
}, async ({ page }) => {
  const all: { id: number; name: string }[] = await (await page.request.get('/backend/api/category/')).json();
  await openPage(page, '/');
  const panel = page.getByRole('navigation', { name: 'Shop by category' });
  for (const width of [390, 768, 1024, 1280])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => scrollTo(0, 0));
      // The boxes are measured one after the other.
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      const box = await panel.boundingBox();
      const banners = await page.getByRole('region', { name: 'Offers' }).boundingBox();
      if (width < 1024) expect(box?.y ?? 0).toBeGreaterThanOrEqual((banners?.y ?? 0) + (banners?.height ?? 0));
      else expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(banners?.x ?? 0);
      await expect(panel.getByRole('link')).toHaveText([...all.map(({ name }) => name), 'All Products']);
      await panel.getByRole('link', { name: 'Health & Beauty' }).scrollIntoViewIfNeeded();
      await expectAllOnScreen(panel.getByRole('link'));
      await expectTouchTargets(panel.getByRole('link'));
      if (width !== 390 && width !== 1280) return;
      await panel.getByRole('link', { name: 'Health & Beauty' }).click();
      await expect(page).toHaveURL('/product/list/5?section=productCategory&categoryId=5&page=1');
      await expect(pageHeading(page, 'Health & Beauty')).toBeVisible();
      await goHome(page);
      await expect(panel).toBeVisible();
    });
});

test.describe('articles', () => {
  test.use({ expectedErrors: [/Failed to load resource.*article-dialog/] });
  test('an article that fails to load shows an error in its section and can be retried; two articles open in dialogs that return the focus', {
    tag: ['@SHELL-24', '@HOME-44', '@HOME-45', '@HOME-46', '@HOME-47'],
  }, async ({ page }) => {
    await page.route('**/assets/article-dialog-*.js', (route) => route.abort());
    await openPage(page, '/');
    const featured = featuredBlock(page);
    await expect(featured.getByRole('article')).toHaveCount(2);
    await test.step('one that fails to load', async () => {
      await featured.getByRole('button', { name: /^Read more: Did you know\?/ }).click();
      await expect(featured.getByRole('alert')).toHaveText('Network Error');
      await page.unroute('**/assets/article-dialog-*.js');
      await featured.getByRole('button', { name: 'Try Again' }).click();
      const dialog = await expectOnScreen(page.getByRole('dialog', { name: /^Did you know\?/ }));
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    for (const [opener, title, linkName] of [
      [featured.getByRole('button', { name: /^Read more: Open a stall/ }), /^Open a stall/, /^Start Selling/],
      [featured.getByRole('button', { name: /^Read more: Did you know\?/ }), /^Did you know\?/, 'Shop honey beans'],
    ] as const) {
      await expect(opener).toHaveText('Read more');
      await opener.press('Enter');
      const dialog = await expectOnScreen(page.getByRole('dialog', { name: title }));
      await expect(dialog.getByRole('link', { name: linkName })).toBeVisible();
      if (linkName === 'Shop honey beans') await expectAccessible(page, ['[role=dialog]']);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.click();
      await expectOnScreen(dialog);
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await expect(dialog).toBeHidden();
    }
  });
});

test('My Interest shows five benefits and four upcoming categories, and every control shows Coming soon', {
  tag: ['@SHELL-60', '@HOME-48', '@HOME-49', '@HOME-50', '@HOME-51', '@HOME-52'],
}, async ({ page }) => {
  await openPage(page, MY_INTEREST_URL);
  const benefits = page.getByRole('region', { name: 'What you can count on' }).getByRole('listitem');
  await expect(benefits).toHaveText([
    'Best prices & offersOrders of 5000 naira or more',
    'Delivery24/7',
    'Great daily dealWhen you sign up',
    'Wide assortmentMega discounts',
    'Easy returnsWithin 30 days',
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Interest');
  const cards = page.getByRole('list', { name: 'My Interest' }).getByRole('article');
  await expect(cards).toHaveText([
    'Fresh TomatoesComing soon...',
    'Premium PackageComing soon...',
    'African FashionComing soon...',
    'African ProductsComing soon...',
  ]);
  const main = page.getByRole('main');
  for (const name of ['View all', 'Previous', 'Next']) {
    await dismissToasts(page);
    await main.getByRole('button', { name }).click();
    await expectToast(page, 'Coming soon...');
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
