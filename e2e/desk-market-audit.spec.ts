import { expectNoHorizontalOverflow } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';

test('finance finds what was done, by whom, to whom, and what was before', {
  tag: ['@OPERATOR-2', '@OPERATOR-22', '@STAFF-4'],
}, async ({ page }) => {
  const store = await openDesk(page, 'new');
  const { merchantId } = store;
  await store.call('PATCH', '/merchant/store/', { place: 'Jos, Nigeria' });
  const owner = await openDesk(page, 'operators');
  const reason = `Agreed with ${owner.email}`;
  await owner.call('PATCH', `/operator/merchants/${merchantId}/commission/`, { per_mille: 55, reason });
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/audit?subject=merchant+${merchantId}`);
  const entry = page.getByRole('row', { name: new RegExp(reason) });
  await expect(entry).toContainText('Merchants: commission');
  await expect(entry).toContainText('Bola Ade');
  await expect(entry).toContainText('55');
  await expect(page.getByRole('link', { name: 'Change the store, or its cover picture' })).toBeVisible();
  await expect(entry.getByRole('link', { name: `Open merchant ${merchantId}` })).toHaveAttribute(
    'href',
    `/desk/market/merchants/${merchantId}`,
  );
  await expectNoHorizontalOverflow(page);

  await entry.getByRole('link', { name: 'Merchants: commission' }).click();
  await expect(page).toHaveURL(/action=merchants(\+|%20)commission/);
  await expect(page.getByLabel('What')).toHaveValue('merchants commission');
  await page.getByLabel('Until').fill('2020-01-01');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).first().click();
  await expect(page.getByLabel('About')).toHaveValue('');
  await expect(entry).toBeVisible();

  await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/audit`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
