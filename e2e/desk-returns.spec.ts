import { readFileSync } from 'node:fs';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { authorization, postToApi } from './support/api.ts';
import {
  expectAccessible,
  expectNoHorizontalOverflow,
  expectOnScreen,
  expectPictureLoaded,
} from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { deliverOrder } from './support/shoppers.ts';

test.use({ launchOptions: chromiumWithPictures, expectedErrors: [/status of (?:404|409)/] });

const PICTURE = 'catalog/pictures/products/aba-cast-aluminium-pot-10l-front.webp';

const uploadPicture = async (page: Page, token: string): Promise<string> => {
  const response = await page.request.post('/backend/return-pictures/', {
    headers: authorization(token),
    multipart: { image: { name: 'pot.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURE) } },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).id;
};

/** A delivered order, of which the buyer returns one of two pieces; and the desk of their merchant. */
const openDeskWithReturn = async (page: Page, role: string) => {
  const { id, token, second } = await createBuyerWithPaidOrder(page);
  await deliverOrder(id);
  const { id: returnId } = await postToApi<OrderReturn>(page, `/orders/${id}/returns`, token, {
    lines: [{ position: 1, quantity: 1 }],
    reason: 'damaged',
    note: 'The seam is torn.',
    pictures: [await uploadPicture(page, token)],
    refund_to: 'wallet',
  });
  return { token, product: second, orderId: id, returnId, desk: await openDesk(page, second.merchantId, role) };
};

const openReturn = async (page: Page, path: string, returnId: string) => {
  await page.goto(`${path}/returns`);
  const row = page.getByRole('row', { name: new RegExp(returnId) });
  await expect(row).toContainText('Requested');
  await expectNoHorizontalOverflow(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Requested');
};

test('a merchant sees what the buyer says, accepts a return, and refunds it when it has arrived', {
  tag: ['@RETURN-13', '@RETURN-16', '@RETURN-17', '@RETURN-19', '@RETURN-20'],
}, async ({ page }) => {
  const { desk, returnId, product, orderId } = await openDeskWithReturn(page, 'staff');
  await openReturn(page, desk.path, returnId);
  const claim = page.getByRole('region', { name: 'What the buyer says' });
  await expect(claim).toContainText(product.title);
  await expect(claim).toContainText('1 of 2 pieces');
  await expect(claim).toContainText('The seam is torn.');
  await expect(claim.getByRole('link', { name: orderId })).toBeVisible();
  await expectPictureLoaded(claim.getByRole('img', { name: 'What the buyer shows, 1' }));
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await claim.getByRole('button', { name: 'What the buyer shows, 1' }).click();
  const picture = await expectOnScreen(page.getByRole('dialog', { name: 'Picture 1' }));
  await expectOnScreen(picture.getByRole('img'));
  await expectAccessible(page, ['[role=dialog]']);
  await page.keyboard.press('Escape');
  await expect(picture).toHaveCount(0);

  await page.getByRole('button', { name: 'Accept return' }).click();
  await expect(page.getByText('Write how and where the buyer sends it back.')).toBeVisible();
  const note = page.getByLabel('How and where to send it back');
  await expect(note).toBeFocused();
  await note.fill('To 4 Marina Road, Lagos Island.');
  await page.reload();
  await expect(note).toHaveValue('To 4 Marina Road, Lagos Island.');
  await page.getByRole('button', { name: 'Accept return' }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: 'Accept this return?' }));
  await expectOnScreen(question.getByRole('button', { name: 'Not yet' }));
  await question.getByRole('button', { name: 'Accept return' }).click();
  await expect(page.getByText('Accepted. The buyer gets a mail.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Accepted');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('To 4 Marina Road, Lagos Island.');

  await page.getByLabel(/^As new: put the pieces back into stock/).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Refund ₦/ }).click();
  const refund = await expectOnScreen(page.getByRole('alertdialog'));
  await expect(refund).toContainText('The pieces go back into stock.');
  await refund.getByRole('button', { name: /^Refund ₦/ }).click();
  await expect(page.getByText(/^₦[\d,.]+ goes back to the buyer\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Received|Refunded/);
  await expect(page.getByRole('button', { name: /^Refund ₦/ })).toHaveCount(0);
  await expect
    .poll(async () => (await desk.call<OrderReturn>('GET', `/merchant/returns/${returnId}/`)).status)
    .toBe('refunded');
  await navigate(page, `${desk.path}/returns?view=refunded`);
  await expect(page.getByRole('row', { name: new RegExp(returnId) })).toContainText('Refunded');
});

test('a decision about what has changed meanwhile is refused, and shows what is true; a return is declined with a reason', {
  tag: ['@RETURN-13', '@RETURN-20'],
}, async ({ page }) => {
  const { desk, returnId, token, orderId } = await openDeskWithReturn(page, 'owner');
  await openReturn(page, desk.path, returnId);
  await page.getByRole('radio', { name: /^Decline/ }).check();
  await page.getByLabel('Why you decline it').fill('It is used.');
  await page.getByRole('button', { name: 'Decline return' }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: 'Decline this return?' }));
  await expectOnScreen(question.getByRole('button', { name: 'Not yet' }));
  await postToApi(page, `/returns/${returnId}/withdraw`, token, {});
  await question.getByRole('button', { name: 'Decline return' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Withdrawn');
  await expect(page.getByRole('button', { name: 'Decline return' })).toHaveCount(0);

  const { id: nextId } = await postToApi<OrderReturn>(page, `/orders/${orderId}/returns`, token, {
    lines: [{ position: 1, quantity: 1 }],
    reason: 'damaged',
    note: 'It is torn.',
    refund_to: 'wallet',
  });
  await openReturn(page, desk.path, nextId);
  await page.getByRole('radio', { name: /^Decline/ }).check();
  await page.getByLabel('Why you decline it').fill('It is used.');
  await page.getByRole('button', { name: 'Decline return' }).click();
  await (await expectOnScreen(page.getByRole('alertdialog'))).getByRole('button', { name: 'Decline return' }).click();
  await expect(page.getByText('Declined. The buyer gets a mail.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The buyer can ask us to decide until');
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('It is used.');

  const other = await openDesk(page, 'new');
  await page.goto(`${other.path}/returns/${nextId}`);
  await expect(page.getByText('Your store has no such return')).toBeVisible();
  await navigate(page, `${other.path}/returns`);
  await expect(page.getByText('Nothing to decide')).toBeVisible();
});
