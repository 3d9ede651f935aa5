import { MAX_RELATED } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { addToCartButton, clickInAddedDialog, expectNoAddedDialog, waitForAddedDialog } from './page-objects/cart.ts';
import { expectSamePaymentMarksAsFooter } from './page-objects/layout.ts';
import { expectToast } from './page-objects/overlays.ts';
import { pageHeading, productLinks, productResults } from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

type Detail = {
  id: number;
  title: string;
  brand: string | null;
  stock: number;
  weight: number;
  location: string;
  price: number;
  display_price: string;
  converted_price: string;
  discount_percentage: string;
  description: string;
  warranty: string | null;
  merchant_profile: { store_name: string; merchant_id: number; location: string; since: string };
  sub_item: { id: number; name: string };
};

/** Responses of the API, which several tests search. */
const products = new Map<number, Detail>();

/** The first product of the demo market that matches a condition. */
const findProduct = async (page: Page, matches: (product: Detail) => boolean): Promise<Detail> => {
  for (let id = 1; id <= 420; id++) {
    const product = products.get(id) ?? (await fetchFromApi<Detail>(page, `/api/products/${id}/?country_code=NG`));
    products.set(id, product);
    if (matches(product)) return product;
  }
  throw new Error('The demo market has no such product');
};
const productUrl = (product: Detail) => `/product/details/${product.id}?section=productList&page=1`;
/** The value beside a label. */
const fieldValue = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('+ dd');
const stepper = (page: Page) => page.getByRole('main').getByRole('group', { name: /^Quantity of / });

/** Expects the fields of a product with their labels; one at a discount must have a brand, any other must have none. */
const expectFields = async (page: Page, product: Detail, { hasDiscount }: { hasDiscount: boolean }) => {
  await expect(pageHeading(page, product.title)).toBeVisible();
  await expect(page.getByText('Brand: ')).toHaveCount(hasDiscount ? 1 : 0);
  if (product.brand) await expect(page.getByRole('link', { name: `Brand: ${product.brand}` })).toBeVisible();
  await expect(fieldValue(page, 'Qty Available')).toHaveText(String(product.stock));
  await expect(fieldValue(page, 'Location')).toHaveText(product.location);
  await expect(fieldValue(page, 'Size/Weight')).toHaveText(`${product.weight} kg`);
  await expect(fieldValue(page, 'Price')).toContainText(product.display_price);
  await expect(fieldValue(page, 'Currency Converted Price')).toHaveText(`≈ ${product.converted_price}`);
  await expect(fieldValue(page, 'Discount')).toHaveCount(hasDiscount ? 1 : 0);
  if (hasDiscount) await expect(fieldValue(page, 'Discount')).toHaveText(product.discount_percentage);
  const oldPrice = fieldValue(page, 'Price').locator('s');
  await expect(oldPrice).toHaveCount(hasDiscount ? 1 : 0);
  if (hasDiscount) await expect(oldPrice).toHaveText(`was ₦${product.price.toLocaleString('en-US')}`);
  await expect(page.getByText('Merchant Name').locator('+ *')).toHaveText(product.merchant_profile.store_name);
  await expect(page.getByRole('tabpanel', { name: 'Description' })).toContainText(product.description.slice(0, 60));
};
const openMerchantStore = async (page: Page, { merchant_profile: { merchant_id, store_name } }: Detail) => {
  await page.getByRole('link', { name: 'View Merchant Store' }).click();
  await expect(page).toHaveURL(`/product/list/${merchant_id}?section=merchantStore&page=1`);
  await expect(pageHeading(page, store_name)).toBeVisible();
};

test.describe('the fields', {
  tag: [
    '@PRODUCT-13',
    '@PRODUCT-14',
    '@PRODUCT-15',
    '@PRODUCT-16',
    '@PRODUCT-17',
    '@PRODUCT-18',
    '@PRODUCT-19',
    '@PRODUCT-20',
    '@PRODUCT-21',
    '@PRODUCT-22',
    '@MONEY-8',
  ],
}, () => {
  test('a product without discount or brand shows its other fields with their labels, and links to the store', async ({
    page,
  }) => {
    const product = await findProduct(
      page,
      ({ discount_percentage, brand, stock }) => discount_percentage === '0%' && brand === null && stock > 0,
    );
    await openPage(page, productUrl(product));
    await expectFields(page, product, { hasDiscount: false });
    await openMerchantStore(page, product);
  });

  test('a product at a discount shows it once, all fields, a search for its brand, and delivery, returns and the store below', {
    tag: ['@PRODUCT-50', '@PRODUCT-51', '@PRODUCT-52', '@PRODUCT-56'],
  }, async ({ page }) => {
    const product = await findProduct(
      page,
      ({ discount_percentage, brand, stock }) => discount_percentage !== '0%' && brand !== null && stock > 0,
    );
    await openPage(page, productUrl(product));
    await expectFields(page, product, { hasDiscount: true });
    const main = page.getByRole('main');
    const ownText = await main.evaluate((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const section of copy.querySelectorAll('[aria-labelledby="related"], [aria-labelledby="paired"]'))
        section.remove();
      return copy.textContent ?? '';
    });
    expect(ownText.match(new RegExp(product.discount_percentage, 'g'))).toHaveLength(1);

    const delivery = main.getByText('Delivered worldwide; duties and taxes are paid by the buyer');
    const returns = main.getByText('Easy returns within 30 days for unused items');
    const store = main.getByRole('link', { name: 'View Merchant Store' });
    const follow = main.getByRole('button', { name: `Follow ${product.merchant_profile.store_name}` });
    const { location, since } = product.merchant_profile;
    const month = new Date(since).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    await expect(main.getByText(`A shop in ${location}, selling here since ${month}.`)).toBeVisible();
    for (const width of [390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const below = [addToCartButton(page), delivery, returns, main.getByRole('list', { name: 'Ways to pay' }), store];
      const tops = await Promise.all(below.map(async (part) => (await part.boundingBox())?.y ?? 0));
      expect(tops).toEqual([...tops].sort((a, b) => a - b));
      const [storeBox, followBox] = await Promise.all([store.boundingBox(), follow.boundingBox()]);
      expect(storeBox?.y).toBe(followBox?.y);
      expect(Math.abs((storeBox?.width ?? 0) - (followBox?.width ?? 0))).toBeLessThan(1);
      expect(storeBox?.height).toBe(followBox?.height);
      await expectNoHorizontalOverflow(page);
    }
    await expectSamePaymentMarksAsFooter(page);

    await main.getByRole('link', { name: `Brand: ${product.brand}` }).click();
    await expect(page).toHaveURL(/section=searchQuery/);
    await expect(productResults(page).getByRole('article').first()).toBeVisible();
    await page.goBack();
    await openMerchantStore(page, product);
  });
});

test.describe('the stepper', { tag: ['@phone'] }, () => {
  test.use({ expectedErrors: [/status of 400.*\/backend\/api\/cart\//] });
  test('starts at its minimum of 1 and has no maximum; the server refuses a quantity above the stock and adds a lower one', {
    tag: ['@PRODUCT-23', '@PRODUCT-24', '@PRODUCT-25', '@PRODUCT-53', '@CART-23', '@CART-24', '@CART-36'],
  }, async ({ page }) => {
    const product = await findProduct(page, ({ stock }) => stock >= 5 && stock < 1000);
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/backend/api/cart/'))
        bodies.push(request.postDataJSON());
    });
    await openPage(page, productUrl(product));
    const box = stepper(page).getByRole('textbox');
    const fewer = stepper(page).getByRole('button', { name: 'One fewer' });
    const more = stepper(page).getByRole('button', { name: 'One more' });
    await expect(box).toHaveValue('1');
    await expect(fewer).toHaveAttribute('aria-disabled', 'true');
    // Without force, Playwright waits until the button is enabled.
    await fewer.click({ force: true });
    await expect(box).toHaveValue('1');

    await box.fill(String(product.stock));
    await more.click();
    await expect(box).toHaveValue(String(product.stock + 1));
    await box.fill(String(product.stock + 2));
    await box.press('Enter');
    await expect(box).toHaveValue(String(product.stock + 2));
    await addToCartButton(page).click();
    // The toast first, since it disappears.
    await expectToast(page, 'Product out of stock. Please check back later');
    await expectOnScreen(
      page
        .getByRole('region', { name: 'Notifications' })
        .getByText(`Only ${product.stock} available, counting what is in your cart`),
    );
    const available = page.getByRole('main').getByText(`Only ${product.stock} available`, { exact: true });
    await expect(available).toBeVisible();
    await expectNoAddedDialog(page);
    await box.fill(String(product.stock));
    await box.press('Enter');
    await expect(available).toHaveCount(0);

    await box.fill('0');
    await box.press('Enter');
    await expect(box).toHaveValue('1');
    for (const quantity of ['2', '3', '4']) {
      await more.click();
      await expect(box).toHaveValue(quantity);
    }
    await fewer.click();
    await expect(box).toHaveValue('3');
    await addToCartButton(page).click();
    await waitForAddedDialog(page);
    expect(bodies).toMatchObject([
      { product_id: product.id, quantity: product.stock + 2 },
      { product_id: product.id, quantity: 3 },
    ]);
  });
});

test('a product that is out of stock cannot be added and shows a message', {
  tag: ['@phone', '@PRODUCT-2', '@PRODUCT-34'],
}, async ({ page }) => {
  const product = await findProduct(page, ({ stock }) => stock === 0);
  await openPage(page, productUrl(product));
  await expect(fieldValue(page, 'Qty Available')).toHaveText('0');
  await expect(addToCartButton(page)).toBeDisabled();
  await expect(page.getByRole('main').getByText('Product out of stock. Please check back later')).toBeVisible();
  await expectAccessible(page);
});

test('has the tabs Description, Warranty and Contact Seller with sign-in links; on a phone a bar with the add button stays', {
  tag: ['@phone', '@PRODUCT-26', '@PRODUCT-27', '@PRODUCT-35', '@MESSAGE-40'],
}, async ({ page }) => {
  const product = await findProduct(page, ({ warranty, stock }) => warranty === null && stock > 0);
  await openPage(page, productUrl(product));
  const tab = (name: string) => page.getByRole('tab', { name });
  const panel = page.getByRole('tabpanel');
  await expect(page.getByRole('tab')).toHaveText(['Description', 'Warranty', 'Contact Seller']);
  await expect(tab('Description')).toHaveAttribute('aria-selected', 'true');
  await tab('Warranty').click();
  await expect(panel).toHaveText(/No warranty available at the moment$/);
  await tab('Contact Seller').click();
  await expect(panel).toContainText('Sign in to contact this seller');
  const next = `next=${encodeURIComponent(productUrl(product))}`;
  const linkInPanel = (name: string) => panel.getByRole('link', { name });
  await expect(linkInPanel('Create an account')).toHaveAttribute('href', `/register?${next}`);
  await expect(linkInPanel('Have an account? Log in')).toHaveAttribute('href', `/login?${next}`);
  await expectAccessible(page);

  const bar = page.getByRole('region', { name: 'Buy', exact: true });
  await addToCartButton(page).scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expectOnScreen(bar);
  await expect(bar).toContainText(product.display_price);
  await bar.getByRole('button', { name: 'Add To Cart' }).click();
  await expect(await waitForAddedDialog(page)).toContainText(`${product.title} added to cart successfully!!!`);
});

test('after adding, the dialog names the product and leads back or to the cart', {
  tag: ['@PRODUCT-28', '@PRODUCT-29', '@PRODUCT-30'],
}, async ({ page }) => {
  await openPage(page, '/product/list?section=hotDeals&page=2');
  const title = (await productLinks(page).first().textContent()) ?? '';
  await productLinks(page).first().click();
  await expect(pageHeading(page, title)).toBeVisible();
  await addToCartButton(page).click();
  await expect(await waitForAddedDialog(page)).toContainText(`${title} added to cart successfully!!!`);
  await expectAccessible(page);
  await clickInAddedDialog(page, 'Continue Shopping');
  await expect(page).toHaveURL('/product/list?section=hotDeals&page=2');
  await page.goForward();
  await addToCartButton(page).click();
  await clickInAddedDialog(page, 'Proceed To Cart');
  await expect(page).toHaveURL('/product/shopping/cart');
});

test('a local name is explained, and other ingredients of the dish can be added to the cart', {
  tag: ['@phone', '@PRODUCT-43', '@PRODUCT-44'],
}, async ({ page }) => {
  const { results } = await fetchFromApi(page, '/api/products/?search=ground+egusi');
  await openPage(page, `/product/details/${results[0]?.id}`);
  await expect(page.getByText('egusi: melon seeds for soup', { exact: true })).toBeVisible();
  const pairing = page.getByRole('region', { name: 'For egusi soup' });
  await expect(pairing.getByRole('article').filter({ hasText: 'Ugu leaves' })).toContainText(
    'ugu: fluted pumpkin leaves',
  );
  expect(await pairing.getByRole('article').count()).toBeGreaterThanOrEqual(4);
  await pairing.getByRole('link', { name: /^Oron crayfish/ }).click();
  await expect(pageHeading(page, /^Oron crayfish/)).toBeVisible();
});

test('related products belong to the same sub-item, exclude the product itself, and on wide screens fill one row', {
  tag: ['@phone', '@PRODUCT-7', '@PRODUCT-32', '@PRODUCT-55'],
}, async ({ page }) => {
  const counts = new Map<number, number>();
  const product = await findProduct(page, ({ sub_item: { id } }) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return (counts.get(id) ?? 0) > 5;
  });
  await openPage(page, productUrl(product));
  const { results: siblings } = await fetchFromApi(
    page,
    `/api/products/subitem//${product.sub_item.id}?page=1&country_code=NG`,
  );
  const others = siblings.filter(({ id }) => id !== product.id).slice(0, MAX_RELATED);
  const cards = page.getByRole('region', { name: `More in ${product.sub_item.name}` }).getByRole('article');
  await expect(cards.getByRole('link')).toHaveText(others.map(({ title }) => title));
  await page.setViewportSize({ width: 1280, height: 900 });
  const boxes = await cards.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect().toJSON()),
  );
  expect(boxes).toHaveLength(4);
  expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);
  const list = await page.getByRole('list', { name: 'Related products' }).boundingBox();
  expect((list?.width ?? 0) / (boxes[0]?.width ?? 1)).toBeLessThan(4.4);

  await stepper(page).getByRole('button', { name: 'One more' }).click();
  await expect(stepper(page).getByRole('textbox')).toHaveValue('2');
  await cards.getByRole('link').first().click();
  await expect(pageHeading(page, others[0]?.title ?? '?')).toBeVisible();
  const expectedSearch = { section: 'productSubCategory', subCategoryId: String(product.sub_item.id), page: '1' };
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expectedSearch);
  // The quantity is reset for another product.
  await expect(stepper(page).getByRole('textbox')).toHaveValue('1');
});

test('tabs, with the warranty of the product, quantity and adding to the cart work by keyboard', {
  tag: ['@PRODUCT-26', '@PRODUCT-36'],
}, async ({ page }) => {
  const product = await findProduct(page, ({ stock, warranty }) => stock > 5 && warranty !== null);
  await openPage(page, productUrl(product));
  await page.getByRole('tab', { name: 'Description' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Warranty' })).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Warranty' })).toContainText(product.warranty?.split('\n')[0] ?? '?');
  await page.keyboard.press('End');
  await expect(page.getByRole('tabpanel', { name: 'Contact Seller' })).toBeVisible();
  await stepper(page).getByRole('textbox').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(stepper(page).getByRole('textbox')).toHaveValue('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(addToCartButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await waitForAddedDialog(page);
  await page.keyboard.press('Escape');
  await expect(addToCartButton(page)).toBeFocused();
});
