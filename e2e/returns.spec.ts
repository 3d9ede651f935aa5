import type { OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { button } from './page-objects/checkout.ts';
import { clickInConfirmDialog, expectToast, waitForConfirmDialog } from './page-objects/overlays.ts';
import { authorization, fetchFromApi } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { deliverOrder } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** Returns on the order page. */

test.use({ launchOptions: chromiumWithPictures });

const main = (page: Page) => page.getByRole('main');
const section = (page: Page) => main(page).getByRole('region', { name: 'Returns' });
const card = (page: Page) => section(page).getByRole('article');

/** A new shopper with a delivered order of two pieces. `decide` is a call of its merchant about the return. */
const createBuyerWithDeliveredOrder = async (page: Page) => {
  const shopper = await createBuyerWithOrder(page);
  const paid = await page.request.post(`/sandbox/pay/${shopper.id}-1/approve`);
  expect(paid.ok()).toBe(true);
  const merchantToken = await deliverOrder(shopper.id);
  const decide = async (call: 'accept' | 'decline' | 'receive', data: object) => {
    const { returns } = await fetchFromApi<OrderReturns>(page, `/orders/${shopper.id}/returns`, shopper.token);
    const response = await page.request.post(`/backend/merchant/returns/${returns[0]?.id}/${call}/`, {
      headers: authorization(merchantToken),
      data,
    });
    expect(response.ok(), await response.text()).toBe(true);
  };
  return { ...shopper, decide };
};

const openOrder = async (page: Page, id: string) => {
  await openPage(page, `/order/details/${id}`);
  await expect(section(page)).toBeVisible();
};
const requestReturn = async (page: Page, note: string) => {
  await button(page, 'Return items').click();
  const form = section(page).getByRole('form', { name: 'Return items' });
  await expect(form.getByRole('heading', { name: 'Return items' })).toBeFocused();
  await form.getByRole('button', { name: 'One more' }).click();
  await form.getByLabel('What is the matter?').fill(note);
  return form;
};

test('a buyer returns a piece with a picture, and reads each step until the refund is in the wallet', {
  tag: ['@RETURN-6', '@RETURN-11', '@RETURN-12', '@RETURN-19', '@RETURN-21'],
}, async ({ page }) => {
  const { id, product, decide } = await createBuyerWithDeliveredOrder(page);
  await openOrder(page, id);
  await test.step('nothing is lost when something is missing', async () => {
    await button(page, 'Return items').click();
    const form = section(page).getByRole('form', { name: 'Return items' });
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await form.getByRole('button', { name: 'Request Return' }).click();
    await expect(form.getByRole('alert')).toHaveText('Choose how many pieces you want to return.');
    await form.getByRole('button', { name: 'One more' }).click();
    await form.getByRole('button', { name: 'Request Return' }).click();
    await expect(form.getByLabel('What is the matter?')).toBeFocused();
    await expect(form.getByRole('textbox', { name: `Pieces of ${product.title} to return` })).toHaveValue('1');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(section(page).getByRole('heading', { name: 'Returns' })).toBeFocused();
  });
  const form = await requestReturn(page, 'The lid is broken.');
  await form.getByLabel('Reason').selectOption('It arrived damaged');
  await form.getByLabel('Add pictures').setInputFiles({
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(form.getByText(/^note\.txt: Please choose a picture/)).toBeVisible();
  await form
    .getByLabel('Add pictures')
    .setInputFiles('catalog/pictures/products/aba-cast-aluminium-pot-10l-front.webp');
  await expect(form.getByRole('img', { name: /aba-cast/ })).toBeVisible();
  await form.getByLabel(/^Into my wallet/).check();
  await form.getByRole('button', { name: 'Request Return' }).click();
  await expectToast(page, 'Return requested.');
  await expect(card(page)).toContainText(`Return ${id}-R1`);
  await expect(card(page)).toContainText('You asked to return these items.');
  await expect(card(page)).toContainText(`1 × ${product.title}`);
  const picture = card(page).getByRole('img', { name: 'What is returned, 1' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100);
  await expect(section(page).getByRole('heading', { name: 'Returns' })).toBeFocused();
  await expectNoHorizontalOverflow(page);

  await decide('accept', { note: 'Send it to 1 Loom Street, Iseyin.' });
  await openOrder(page, id);
  await expect(card(page)).toContainText('has accepted your return.');
  await expect(card(page)).toContainText('We cover the return shipping.');
  await expect(card(page)).toContainText('Send it to 1 Loom Street, Iseyin.');
  await decide('receive', {});
  await openOrder(page, id);
  await expect(card(page)).toContainText(/We have refunded ₦[\d,.]+ to your wallet\./);
  await expect(card(page).getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(4);
  await expect(button(page, 'Withdraw Return')).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Returned to the merchant');
  await expectAccessible(page);
  await openPage(page, `/order/${id}/receipt`);
  await expect(page.getByRole('table', { name: 'Ordered products' })).toContainText(/returned/i);
});

test('a declined return can be appealed once, and withdrawn; what has not arrived is refunded when the merchant agrees', {
  tag: ['@RETURN-14', '@RETURN-15', '@RETURN-21', '@RETURN-23'],
}, async ({ page }) => {
  const { id, decide } = await createBuyerWithDeliveredOrder(page);
  await openOrder(page, id);
  const form = await requestReturn(page, 'It does not suit me.');
  await form.getByRole('button', { name: 'Request Return' }).click();
  await expectToast(page, 'Return requested.');
  await decide('decline', { note: 'It is used.' });
  await openOrder(page, id);
  await expect(card(page)).toContainText('has declined your return.');
  await expect(card(page)).toContainText('It is used.');
  await expectAccessible(page);
  await button(page, 'Ask Us To Decide').click();
  await expect(card(page).getByLabel('Do you not agree? Write why')).toBeFocused();
  await card(page).getByLabel('Do you not agree? Write why').fill('I have only opened the box.');
  await button(page, 'Ask Us To Decide').click();
  await expectToast(page, 'We look at your return.');
  await expect(card(page)).toContainText('You asked us to decide.');
  await expect(button(page, 'Ask Us To Decide')).toHaveCount(0);
  await button(page, 'Withdraw Return').click();
  await waitForConfirmDialog(page, 'Withdraw this return?');
  await clickInConfirmDialog(page, 'Withdraw');
  await expectToast(page, 'Return withdrawn.');
  await expect(card(page)).toContainText('You have withdrawn this return.');

  const report = await requestReturn(page, 'The parcel was empty.');
  await report.getByLabel('Reason').selectOption('It has not arrived');
  await expect(section(page).getByRole('heading', { name: 'Items have not arrived' })).toBeVisible();
  await expect(section(page).getByLabel('Add pictures')).toHaveCount(0);
  await expectNoHorizontalOverflow(page);
  await section(page)
    .getByLabel(/^Into my wallet, at once when the merchant agrees/)
    .check();
  await button(page, 'Send Report').click();
  await expectToast(page, 'Report sent.');
  const first = card(page).first();
  await expect(first).toContainText('You told us that these items have not arrived.');
  await expect(first.getByRole('button', { name: 'Withdraw Report' })).toBeVisible();
  await decide('accept', { note: 'The carrier has lost it.' });
  await openOrder(page, id);
  await expect(first).toContainText(/We have refunded ₦[\d,.]+ to your wallet\./);
  await expect(first).toContainText('The carrier has lost it.');
  await expect(main(page)).toContainText('Not received');
  const products = main(page).getByRole('region', { name: 'Ordered products' });
  await expect(products).toContainText(/not received/i);
  await expect(products).not.toContainText(/returned/i);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\//] });

  test('the reason shows, what was entered stays, and a failed load can be repeated', {
    tag: ['@RETURN-21'],
  }, async ({ page }) => {
    const { id } = await createBuyerWithDeliveredOrder(page);
    const url = `**/backend/orders/${id}/returns`;
    const error = { code: 'internal_error', detail: 'Internal Server Error', message: 'Internal Server Error' };
    await page.route(url, (route) => route.fulfill({ status: 500, json: error }));
    await openPage(page, `/order/details/${id}`);
    await expect(async () => {
      await page.clock.fastForward(5000);
      await expect(section(page)).toContainText('Failed to fetch returns. Please try again later.', { timeout: 500 });
    }).toPass();
    await page.unroute(url);
    await section(page).getByRole('button', { name: 'Try again' }).click();
    const form = await requestReturn(page, 'It does not suit me.');
    const text = 'These items cannot be returned, or not any more.';
    const refusal = { code: 'not_returnable', detail: text, message: text };
    await page.route(url, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 409, json: refusal }) : route.fallback(),
    );
    await form.getByRole('button', { name: 'Request Return' }).click();
    await expect(form.getByRole('alert')).toHaveText(text);
    await expect(form.getByLabel('What is the matter?')).toHaveValue('It does not suit me.');

    await writeStoredToken(page, null);
    await form.getByRole('button', { name: 'Request Return' }).click();
    await expect(form.getByRole('alert')).toHaveText('Your sign-in has ended. Please sign in again.');
    await expect(form.getByLabel('What is the matter?')).toHaveValue('It does not suit me.');
  });
});

test('a product that spoils says that it can be returned within a day', { tag: ['@RETURN-10'] }, async ({ page }) => {
  const { results } = await fetchFromApi<{ results: { id: number }[] }>(page, '/api/products/?search=okra');
  await openPage(page, `/product/details/${results[0]?.id}`);
  await expect(main(page).getByText('Fresh: returns within 24 hours of delivery')).toBeVisible();
});
