import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { authorization, postToApi } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, type Page, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { deliverOrder } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of (?:404|409)/] });

/** A return that the merchant has declined, and the buyer has appealed. */
const createAppeal = async (page: Page) => {
  const { id, token, first } = await createBuyerWithPaidOrder(page);
  const merchantToken = await deliverOrder(id);
  const { id: returnId } = await postToApi<OrderReturn>(page, `/orders/${id}/returns`, token, {
    lines: [{ position: 0, quantity: 1 }],
    reason: 'damaged',
    note: 'The seam is torn.',
    refund_to: 'wallet',
  });
  const declined = await page.request.post(`/backend/merchant/returns/${returnId}/decline/`, {
    headers: authorization(merchantToken),
    data: { note: 'It is used.' },
  });
  expect(declined.ok(), await declined.text()).toBe(true);
  await postToApi(page, `/returns/${returnId}/appeal`, token, { note: 'It was torn when I opened it.' });
  return { returnId, orderId: id, token, product: first };
};

test('an operator decides an appeal for the buyer, with a sentence for both and a reason', {
  tag: ['@RETURN-14', '@RETURN-16', '@OPERATOR-17'],
}, async ({ page }) => {
  const { returnId, orderId, product } = await createAppeal(page);
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(desk.path);
  await page.getByRole('link', { name: /^Decide: \d+ returns? (?:was|were) appealed$/ }).click();
  const row = page.getByRole('row', { name: new RegExp(returnId) });
  await expect(row).toContainText('Appealed');
  await expectNoHorizontalOverflow(page);
  await row.getByRole('link').click();
  const claim = page.getByRole('region', { name: 'What the buyer says' });
  await expect(claim).toContainText(product.title);
  await expect(claim.getByRole('link', { name: orderId })).toBeVisible();
  const history = page.getByRole('region', { name: 'What happened' });
  await expect(history).toContainText('It is used.');
  await expect(history).toContainText('It was torn when I opened it.');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await page.getByRole('radio', { name: /^For the buyer: refund it now/ }).check();
  await page.getByRole('button', { name: /^Refund ₦/ }).click();
  await expect(page.getByText('Write to buyer and merchant why you decide so.')).toBeVisible();
  const note = page.getByLabel('What buyer and merchant read');
  await note.fill('The pictures of the carrier show it.');
  await page.reload();
  await expect(note).toHaveValue('The pictures of the carrier show it.');
  await page.getByRole('button', { name: /^Refund ₦/ }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: /^Refund ₦/ }));
  await expectOnScreen(dialog.getByRole('button', { name: 'Not yet' }));
  await dialog.getByLabel('Why').fill('Proof from the carrier.');
  await dialog.getByRole('button', { name: /^Refund ₦/ }).click();
  await expect(page.getByText(/^₦[\d,.]+ goes back to the buyer\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Received|Refunded/);
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveCount(0);
  await expect(history).toContainText('The pictures of the carrier show it.');
});

test('a decision about a return that was withdrawn meanwhile is refused; finance only reads', {
  tag: ['@RETURN-14', '@STAFF-4'],
}, async ({ page }) => {
  const { returnId, token } = await createAppeal(page);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/returns/${returnId}`);
  await page.getByRole('radio', { name: /^For the merchant: decline it/ }).check();
  await page.getByLabel('What buyer and merchant read').fill('It is used.');
  await page.getByRole('button', { name: 'Decline return' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: 'Decline this return?' }));
  await dialog.getByLabel('Why').fill('The pictures show it.');
  await postToApi(page, `/returns/${returnId}/withdraw`, token, {});
  await dialog.getByRole('button', { name: 'Decline return' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Withdrawn');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveCount(0);

  const other = await createAppeal(page);
  const finance = await openDesk(page, 'operators', 'finance');
  await page.goto(`${finance.path}/returns/${other.returnId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Appealed');
  await expect(page.getByRole('region', { name: 'Your decision' })).toHaveCount(0);
  await navigate(page, `${finance.path}/returns/000000000000-R1`);
  await expect(page.getByText('There is no such return')).toBeVisible();
  await navigate(page, `${finance.path}/returns?view=overdue`);
  await expect(page.getByRole('heading', { name: 'Nothing to decide' })).toBeVisible();
});
