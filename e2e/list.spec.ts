import { clickInAddedDialog, expectNoAddedDialog, firstAddButton, waitForAddedDialog } from './page-objects/cart.ts';
import {
  filterBySelect,
  NO_PRODUCTS_FOUND,
  openFilters,
  PRODUCT_LIST_URL,
  pageHeading,
  pagination,
  productLinks,
  productResults,
  resultCount,
  searchFor,
  viewAllLink,
  waitForFilterSheet,
} from './page-objects/product-list.ts';
import { fetchFromApi, type ListedProduct, type ProductListResponse } from './support/api.ts';
import { expectAccessible, expectOnScreen, expectTouchTargets, layOutAll } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const titlesOf = (products: readonly ListedProduct[]) => products.map(({ title }) => title);
const readShownTitles = (page: Page) => productResults(page).getByRole('article').getByRole('link').allTextContents();

test('a list shows the number of its products and links back, for a visitor from another site to the home page, and home', {
  tag: ['@phone', '@LIST-15', '@LIST-16', '@LIST-18'],
}, async ({ page }) => {
  const back = page.getByRole('main').getByRole('link', { name: 'Back', exact: true });
  await openPage(page, PRODUCT_LIST_URL);
  const { count } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  await expect(resultCount(page)).toHaveText(`We found ${count} items for you!`);
  await back.click();
  await expect(page).toHaveURL('/');

  await page.getByRole('main').getByRole('link', { name: 'SHOP NOW', exact: true }).click();
  await expect(pageHeading(page, 'All Products')).toBeVisible();
  await filterBySelect(page).selectOption('Hot Deals');
  await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
  await back.click();
  await expect(pageHeading(page, 'All Products')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
});

const LISTS = [
  ['hotDeals', 'Hot Deals', '/api/hot-deals/'],
  ['productList', 'All Products', '/api/products/'],
  ['newArrivals', 'New Arrivals', '/api/new-arrivals/'],
  ['ourBrands', 'Sokuwa Brands', '/api/sokuwa-brands/'],
] as const;

/** Expects the list that the page shows, and the parameters that the URLs of its products get. */
const expectList = async (page: Page, apiPath: string, title: string, carried: Record<string, string>) => {
  const { count, results: products } = await fetchFromApi(page, `${apiPath}&country_code=NG`);
  expect(products.length).toBeGreaterThan(0);
  await expect(pageHeading(page, title)).toBeVisible();
  await expect(resultCount(page)).toHaveText(`We found ${count} items for you!`);
  await expect.poll(() => readShownTitles(page)).toEqual(titlesOf(products));
  await expect(viewAllLink(page)).toHaveCount(carried.section === 'productList' ? 0 : 1);
  const address = new URL((await productLinks(page).first().getAttribute('href')) ?? '', page.url());
  expect(address.pathname).toMatch(/^\/product\/details\/\d+$/);
  expect(Object.fromEntries(address.searchParams)).toEqual(carried);
};

test("'Filter by' selects one of the four lists of the shop, from page 1, and keeps price, stock and sort order; 'View All Products' shows all", {
  tag: ['@phone', '@LIST-6', '@LIST-9', '@LIST-17', '@LIST-19', '@LIST-20', '@LIST-77', '@PRODUCT-7', '@PRODUCT-8'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=newArrivals&page=2');
  await viewAllLink(page).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await expect(pageHeading(page, 'All Products')).toBeVisible();

  await pagination(page).getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL.replace('page=1', 'page=2'));
  await expect(pagination(page).getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(filterBySelect(page).getByRole('option')).toHaveText([
    'Select a list',
    'Hot Deals',
    'All Products',
    'New Arrivals',
    'Sokuwa Brands',
  ]);
  for (const [section, label, path] of LISTS)
    await test.step(label, async () => {
      await filterBySelect(page).selectOption(label);
      await expect(page).toHaveURL(`/product/list?section=${section}&page=1`);
      await expectList(page, `${path}?page=1`, label, { section, page: '1' });
    });

  const filters = 'min_price=1000&max_price=90000&in_stock=true&sort=price';
  await openPage(page, `/product/list?section=productList&page=2&${filters}`);
  await filterBySelect(page).selectOption('New Arrivals');
  await expect(page).toHaveURL(/section=newArrivals/);
  const params = Object.fromEntries(new URL(page.url()).searchParams);
  expect(params).toEqual({
    section: 'newArrivals',
    page: '1',
    ...Object.fromEntries(new URLSearchParams(filters)),
  });
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price');
});

type Section = [url: string, apiPath: string, title: string, carried: Record<string, string>];
/** The URL of each other section, the request for its products, its name, and the parameters that the URLs of its products get. */
const SECTIONS: Section[] = [
  [
    '/product/list?section=productList&page=2&sort=price',
    '/api/products/?page=2&sort=price',
    'All Products',
    { section: 'productList', page: '2' },
  ],
  [
    '/product/list/2?section=productCategory&categoryId=2&page=2',
    '/api/products/category//2?page=2',
    'African Arts And Crafts',
    { section: 'productCategory', categoryId: '2', page: '2' },
  ],
  [
    '/product/list/10201?section=productSubCategory&subCategoryId=10201&page=1',
    '/api/products/subitem//10201?page=1',
    'Garri & Cassava',
    { section: 'productSubCategory', subCategoryId: '10201', page: '1' },
  ],
  [
    '/product/list?section=searchQuery&query=shea+butter&page=1',
    '/api/products/?search=shea+butter&page=1',
    'Results for “shea butter”',
    { section: 'searchQuery', query: 'shea butter', page: '1' },
  ],
  [
    '/product/list/1?section=merchantStore&page=1',
    '/merchants/1/products/?page=1',
    'Òkè-Ajé Provisions',
    { section: 'merchantStore', page: '1' },
  ],
];

test('each section shows its name, the number of products and the products in order, whose URLs carry its parameters; a store also its location and since when it sells', {
  tag: [
    '@phone',
    '@LIST-1',
    '@LIST-2',
    '@LIST-3',
    '@LIST-4',
    '@LIST-5',
    '@LIST-6',
    '@LIST-10',
    '@LIST-17',
    '@LIST-20',
    '@PRODUCT-7',
    '@PRODUCT-8',
  ],
}, async ({ page }) => {
  for (const [url, apiPath, title, carried] of SECTIONS)
    await test.step(url, async () => {
      await openPage(page, url);
      await expectList(page, apiPath, title, carried);
    });
  const merchant = await fetchFromApi<{ location: string; since: string }>(page, '/merchants/1/');
  const facts = page.getByRole('list', { name: 'About this store' }).getByRole('listitem');
  const since = new Date(merchant.since).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(facts).toHaveText([merchant.location, `Selling here since ${since}`, /^\d+ followers?$/]);
  await expectAccessible(page);
  await productLinks(page).first().click();
  await expect(page).toHaveURL(/\/product\/details\/\d+\?section=merchantStore&page=1$/);
});

test('a card shows picture, title, weight, both prices and the discount once, and none at 0 %; it adds one piece, and the dialog names the product and leads to the cart', {
  tag: ['@phone', '@LIST-42', '@LIST-43', '@LIST-62', '@LIST-63', '@LIST-64', '@LIST-65', '@CART-22', '@MONEY-9'],
}, async ({ page }) => {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/backend/api/cart/'))
      bodies.push(request.postDataJSON());
  });
  await openPage(page, PRODUCT_LIST_URL);
  const { results: products } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(products.length);
  for (const hasDiscount of [true, false]) {
    const index = products.findIndex((product) => (product.discount_percentage !== '0%') === hasDiscount);
    const product = products[index];
    if (!product) throw new Error('The demo market has no such product on its first page');
    const card = productResults(page).getByRole('article').nth(index);
    await expect(card.getByRole('link', { name: product.title })).toBeVisible();
    await expect(card).toContainText(`${product.weight} kg`);
    await expect(card).toContainText(product.display_price);
    await expect(card).toContainText(product.converted_price);
    await expect(card.locator('s')).toHaveCount(hasDiscount ? 1 : 0);
    await expect(card.locator('img')).toHaveCount(1);
  }
  await layOutAll(page);
  const percentages = (await cards.allInnerTexts()).map((text) => text.match(/\d+%/g) ?? []);
  expect(percentages).toEqual(
    products.map(({ discount_percentage }) => (discount_percentage === '0%' ? [] : [discount_percentage])),
  );

  const title = (await productLinks(page).first().textContent()) ?? '';
  await firstAddButton(page).click();
  await expect(await waitForAddedDialog(page)).toContainText(`${title} added to cart successfully!!!`);
  expect(bodies).toMatchObject([{ quantity: 1 }]);
  await clickInAddedDialog(page, 'Continue Shopping');
  await expectNoAddedDialog(page);
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await firstAddButton(page).click();
  await clickInAddedDialog(page, 'Proceed To Cart');
  await expect(page).toHaveURL('/product/shopping/cart');
});

test('sort order and filters are stored only in the URL; only one category is checked, with the same filters; sub-categories expand to links to the lists of their sub-items', {
  tag: ['@LIST-32', '@LIST-33', '@LIST-34', '@LIST-39', '@LIST-40'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=productList&page=2');
  const FILTERS = 'sort=price&in_stock=true';
  const FILTERS_OF_LINKS = 'in_stock=true&sort=price';
  await test.step('sort order and stock', async () => {
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
    await expect(page).toHaveURL('/product/list?section=productList&page=1&sort=price');
    await (await openFilters(page)).getByRole('checkbox', { name: 'In stock only' }).click();
    await expect(page).toHaveURL(`/product/list?section=productList&page=1&${FILTERS}`);
    await page.keyboard.press('Escape');
    const sortedList = await fetchFromApi<ProductListResponse>(
      page,
      `/api/products/?page=1&country_code=NG&${FILTERS}`,
    );
    await expect(resultCount(page)).toHaveText(`We found ${sortedList.count} items for you!`);
    await expect.poll(() => readShownTitles(page)).toEqual(titlesOf(sortedList.results));
    expect(sortedList.results.every(({ stock }) => stock > 0)).toBe(true);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('sort');
  });

  await test.step('categories', async () => {
    await pagination(page).getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/[?&]page=2&/);
    await (await openFilters(page)).getByRole('checkbox', { name: 'Food Items' }).click();
    await expect(page).toHaveURL(`/product/list/1?section=productCategory&categoryId=1&page=1&${FILTERS_OF_LINKS}`);
    await expect(pageHeading(page, 'Food Items')).toBeVisible();
    let filters = await openFilters(page);
    await expect(filters.getByRole('checkbox', { checked: true }).and(filters.getByLabel('Food Items'))).toHaveCount(1);

    await filters.getByRole('checkbox', { name: 'African Fashion' }).click();
    await expect(page).toHaveURL(`/product/list/3?section=productCategory&categoryId=3&page=1&${FILTERS_OF_LINKS}`);
    await expect(pageHeading(page, 'African Fashion')).toBeVisible();
    filters = await openFilters(page);
    const boxes = filters.getByRole('group', { name: 'Category' });
    await expect(boxes.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await expect(boxes.getByRole('checkbox', { name: 'African Fashion' })).toBeChecked();
    await boxes.getByRole('checkbox', { name: 'African Fashion' }).click();
    await expect(page).toHaveURL(`/product/list?section=productList&page=1&${FILTERS_OF_LINKS}`);
    await expect(pageHeading(page, 'All Products')).toBeVisible();
  });

  await test.step('a filter is removed', async () => {
    await page.getByRole('link', { name: 'Remove In stock only' }).click();
    await expect(page).toHaveURL('/product/list?section=productList&page=1&sort=price');
    await expect(productResults(page)).toBeFocused();
  });

  await test.step('sub-categories', async () => {
    await openPage(page, '/product/list/1?section=productCategory&categoryId=1&page=1');
    const filters = await openFilters(page);
    const row = filters.locator('details').filter({ hasText: 'Flours & Swallows' });
    await expect(row.getByRole('link', { name: 'Garri & Cassava' })).toBeHidden();
    await row.locator('summary').click();
    await row.getByRole('link', { name: 'Garri & Cassava' }).click();
    await expect(page).toHaveURL('/product/list/10201?section=productSubCategory&subCategoryId=10201&page=1');
    await expect(pageHeading(page, 'Garri & Cassava')).toBeVisible();
    // Its sub-category is expanded, and its category is checked.
    const filtersOfSubItem = await openFilters(page);
    await expect(filtersOfSubItem.getByRole('link', { name: 'Garri & Cassava' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(filtersOfSubItem.getByRole('checkbox', { name: 'Food Items' })).toBeChecked();
    await expectAccessible(page);
  });
});

test('the filter panel opens, closes and fits a screen of 360 px', { tag: ['@phone', '@LIST-35', '@LIST-36'] }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, PRODUCT_LIST_URL);
  const button = page.getByRole('main').getByRole('button', { name: 'Filter', exact: true });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  const sheet = await openFilters(page);
  for (const control of await sheet.locator('input:visible, select:visible, button:visible, summary:visible').all()) {
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360, await control.evaluate((node) => node.outerHTML)).toBe(true);
  }
  await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await openFilters(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  // Choosing a category closes the sheet too.
  await (await openFilters(page)).getByRole('checkbox', { name: 'Health & Beauty' }).click();
  await expect(sheet).toBeHidden();
  await expect(pageHeading(page, 'Health & Beauty')).toBeVisible();
});

test('pagination shows the first and last page, two neighbours on each side, ellipses, previous and next; then Tab moves to the first product; a page past the end links to page 1', {
  tag: ['@phone', '@LIST-50', '@LIST-53', '@LIST-57', '@LIST-58', '@LIST-60', '@LIST-61'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL.replace('page=1', 'page=99'));
  await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
  await page.getByRole('link', { name: 'Back to page 1' }).click();
  await expect(page).toHaveURL(PRODUCT_LIST_URL);
  await expect(productLinks(page)).toHaveCount(50);
  const { count } = await fetchFromApi(page, '/api/products/?page=1&country_code=NG');
  // With 50 products a page, the demo market has nine pages.
  expect(Math.ceil(count / 50)).toBe(9);
  const link = (name: string) => pagination(page).getByRole('link', { name, exact: true });
  const expectPageNumbers = (numbers: string) =>
    expect.poll(async () => (await pagination(page).innerText()).split(/\s+/).filter(Boolean).join(' ')).toBe(numbers);
  await expectPageNumbers('1 2 3 … 9');
  await expect(link('Previous page')).toHaveCount(0);
  await link('Page 9').click();
  await expectPageNumbers('1 … 7 8 9');
  await expect(link('Next page')).toHaveCount(0);
  await link('Page 7').click();
  await expectPageNumbers('1 … 5 6 7 8 9');
  await link('Page 5').click();
  await expectPageNumbers('1 … 3 4 5 6 7 … 9');
  await expect(link('Page 5')).toHaveAttribute('aria-current', 'page');
  await link('Next page').click();
  await expect(page).toHaveURL(/[?&]page=6(&|$)/);
  await expect(link('Page 6')).toHaveAttribute('aria-current', 'page');
  await link('Previous page').click();
  await expect(page).toHaveURL(/[?&]page=5(&|$)/);
  await link('Page 9').click();
  const last = await fetchFromApi<ProductListResponse>(page, '/api/products/?page=9&country_code=NG');
  await expect.poll(() => readShownTitles(page)).toEqual(titlesOf(last.results));
  // The focus moves a moment after the change of page.
  await expect(productResults(page)).toBeFocused();

  await link('Previous page').press('Enter');
  await expect(page).toHaveURL(/[?&]page=8(&|$)/);
  await expect(productResults(page)).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(link('Page 8')).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Tab');
  await expect(productResults(page).getByRole('article').first().locator(':focus')).toHaveCount(1);
});

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('changing the page scrolls smoothly to the top of the main area after 100 ms', {
    tag: ['@phone', '@LIST-59'],
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const scrolled: unknown[] = [];
      Object.assign(window, { scrolled });
      Element.prototype.scrollIntoView = function (options) {
        scrolled.push({ id: this.id, options });
      };
    });
    await page.clock.install();
    await openPage(page, PRODUCT_LIST_URL);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const scrolled = () => page.evaluate(() => (window as unknown as { scrolled: unknown[] }).scrolled);
    await pagination(page).getByRole('link', { name: 'Page 2', exact: true }).click();
    await page.clock.runFor(99);
    expect(await scrolled()).toEqual([]);
    await page.clock.runFor(1);
    expect(await scrolled()).toEqual([{ id: 'main', options: { behavior: 'smooth', block: 'start' } }]);
  });
});

test('the toolbar shows a label for each of its controls at 390, 768 and 1280 px; lists outside a category also link to sub-items', {
  tag: ['@phone', '@LIST-19', '@LIST-34', '@LIST-39', '@LIST-78'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=hotDeals&page=1');
  const toolbar = page.getByRole('main');
  for (const width of [390, 768, 1280])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      for (const label of ['Filter by', 'Sort by'])
        await expectOnScreen(toolbar.getByRole('combobox', { name: label }).locator('..'));
      // Check the visible labels; screen readers use other ones.
      for (const label of ['Filter by', 'Sort by'])
        expect(
          await toolbar
            .getByText(label, { exact: true })
            .evaluateAll((labels) => labels.some((shown) => shown.getBoundingClientRect().height > 10)),
        ).toBe(true);
      await expectTouchTargets(toolbar.getByRole('combobox'));
      if (width >= 1024) return;
      const sheet = await openFilters(page);
      await expect(sheet.getByRole('button', { name: /^(Apply|Show|Done|OK)/ })).toHaveCount(1);
      await sheet.getByRole('button', { name: /^Show/ }).click();
      await expect(sheet).toBeHidden();
    });

  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.locator('summary').filter({ hasText: 'Health & Beauty' }).click();
  const soaps = filters.getByRole('region', { name: 'Soaps & Bath' });
  await expect(soaps.getByRole('link')).toHaveText(['Black Soap', 'Bar Soaps', 'Bath Salts & Scrubs']);
  await soaps.getByRole('link', { name: 'Bar Soaps' }).click();
  await expect(page).toHaveURL('/product/list/50202?section=productSubCategory&subCategoryId=50202&page=1');
});

test('a search trims its term, ignores an empty one, says what a misspelt one shows, and without results offers categories', {
  tag: ['@phone', '@LIST-50', '@LIST-79', '@LIST-80', '@SEARCH-1', '@SEARCH-2', '@SEARCH-11'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await searchFor(page, '  plantin ');
  await expect(page).toHaveURL('/product/list?section=searchQuery&query=plantin&page=1');
  await expect(productLinks(page).first()).toHaveText(/plantain/i);
  const box = page.getByRole('searchbox', { name: 'Search products' });
  await box.fill('   ');
  await box.press('Enter');
  await expect(box).toBeFocused();
  await expect(page).toHaveURL('/product/list?section=searchQuery&query=plantin&page=1');

  await searchFor(page, 'egussi');
  await expect(page.getByText('Showing results for egusi', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').locator('strong')).toHaveText('egusi');
  await searchFor(page, 'egusi');
  await expect(pageHeading(page, 'Results for “egusi”')).toBeVisible();
  await expect(resultCount(page)).toBeVisible();
  await expect(page.getByText(/^Showing results for/)).toHaveCount(0);

  await searchFor(page, 'qqqxyzzyq');
  await expect(page.getByRole('heading', { name: NO_PRODUCTS_FOUND })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Browse categories' }).getByRole('link');
  await expect(links).toHaveCount(5);
  await expectTouchTargets(links);
  await links.last().click();
  await expect(page).toHaveURL(/section=productCategory/);
  await expect(productLinks(page).first()).toBeVisible();
});

test('list, price and category can be chosen by keyboard', { tag: ['@LIST-41'] }, async ({ page }, { project }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await filterBySelect(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
  await expect(filterBySelect(page)).toBeFocused();

  const openFiltersByKeyboard = async () => {
    if (project.name === 'desktop') return page.getByRole('complementary', { name: 'Filters' });
    await page.getByRole('button', { name: /^Filter/ }).press('Enter');
    return waitForFilterSheet(page);
  };
  const filters = await openFiltersByKeyboard();
  await filters.getByRole('spinbutton', { name: 'Minimum price' }).focus();
  await page.keyboard.type('1000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('20000');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/min_price=1000&max_price=20000/);
  // The focus does not move in either layout.
  if (project.name === 'phone') await expect(page.getByRole('button', { name: /^Filter/ })).toBeFocused();
  else await expect(filters.getByRole('spinbutton', { name: 'Maximum price' })).toBeFocused();

  await openFiltersByKeyboard();
  await filters.getByRole('checkbox', { name: 'Food Items' }).focus();
  await page.keyboard.press('Space');
  await expect(pageHeading(page, 'Food Items')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(/min_price=1000&max_price=20000/);
});
