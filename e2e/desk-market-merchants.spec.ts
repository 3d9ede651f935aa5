import { applyForStore } from './support/applications.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, test } from './support/fixtures.ts';

// Stores that operators have created have no application.
test.use({ expectedErrors: [/status of 404/] });

test('an operator finds a merchant, changes its commission, suspends it and puts it back', {
  tag: ['@OPERATOR-1', '@PAYOUT-22', '@BOOKS-5', '@DESK-18'],
}, async ({ page }) => {
  const { merchantId, email } = await openDesk(page, 'new');
  const desk = await openDesk(page, 'operators', 'finance');
  const { name } = await desk.call<{ name: string }>('GET', `/operator/merchants/${merchantId}/`);
  await page.goto(`${desk.path}/merchants?search=no-such-store`);
  await expect(page.getByText('No merchant matches')).toBeVisible();
  await page.getByLabel('Search merchants').fill(name);
  await expect(page).toHaveURL(/search=Store/);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
  await expect(page.getByText(`Mails to it go to ${email}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Metrics' })).toContainText('Shipped on time–No orders due');
  await expect(page.getByRole('region', { name: 'Payouts' })).toContainText('Bank accountNone yet');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await page.getByRole('link', { name: 'Orders', exact: true }).last().click();
  const views = page.getByRole('navigation', { name: 'Views of the orders' });
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
  await views.getByRole('link', { name: 'Late' }).click();
  await expect(views.getByRole('link', { name: 'Late' })).toHaveAttribute('aria-current', 'page');
  await expectOnScreen(page.getByRole('link', { name: `Orders of ${name} only. Show those of all merchants` }));
  await page.goBack();
  await page.goBack();

  const commission = page.getByRole('region', { name: 'Commission' });
  const change = commission.getByRole('button', { name: 'Change the commission' });
  await expect(change).toBeDisabled();
  await commission.getByLabel('One of its own').check();
  const share = commission.getByLabel('Share of each sale');
  await share.fill('8.55');
  await change.click();
  await expect(share).toHaveAttribute('aria-invalid', 'true');
  await share.fill('8.5');
  await commission.getByLabel('Reason').fill('Sells a lot');
  await change.click();
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText(
    'Commission changed from the default to 8.5%',
  );

  await page.getByRole('button', { name: 'Suspend…' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  const suspend = dialog.getByRole('button', { name: 'Suspend the merchant' });
  await expectOnScreen(dialog.getByRole('button', { name: 'Keep it open' }));
  await suspend.click();
  await expect(dialog.getByLabel('Why')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Why').fill('Late with paid orders');
  await suspend.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Suspended');
  await expect(page.getByText('“Late with paid orders”')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payouts' })).toContainText('After the suspension');

  await navigate(page, `${desk.path}/merchants?view=suspended`);
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Put back into the shop…' }).click();
  await dialog.getByRole('button', { name: 'Put it back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
});

test('an operator reads an application, and approves or declines it', { tag: ['@JOIN-13', '@JOIN-14'] }, async ({
  page,
}) => {
  const { merchantId, name } = await applyForStore(page);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/merchants/applications`);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('No product is prepared.')).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await page.getByRole('radio', { name: /^Decline/ }).check();
  const reason = page.getByLabel('Reason, which the applicant reads');
  const decline = page.getByRole('button', { name: 'Decline the store' });
  await decline.click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await reason.fill('The phone number does not work.');
  await decline.click();
  await expect(page.getByText('“The phone number does not work.”')).toBeVisible();
  await expect(decline).toHaveCount(0);

  const second = await applyForStore(page);
  await openDesk(page, 'operators');
  await page.goto(`${desk.path}/merchants/applications/${second.merchantId}`);
  await page.getByRole('radio', { name: /^Approve/ }).check();
  await page.getByRole('button', { name: 'Approve the store' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Active');
  await page.getByRole('link', { name: 'The merchant' }).click();
  await expect(page).toHaveURL(new RegExp(`merchants/${second.merchantId}$`));
  await navigate(page, `${desk.path}/merchants/applications?state=declined`);
  await expect(page.getByRole('table')).toBeVisible();
  expect(merchantId).not.toBe(second.merchantId);
});

test('the new bank account of a merchant is revoked', { tag: ['@PAYOUT-8'] }, async ({ page }) => {
  const merchant = await openDesk(page, 'new');
  const change = (account_number: string) =>
    merchant.call('PUT', '/merchant/bank-account/', { bank_code: '058', account_number });
  await change('0123456789');
  await change('0123456780');
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/merchants/${merchant.merchantId}`);
  await page.getByRole('button', { name: 'Revoke the new account…' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog'));
  await dialog.getByLabel('Why').fill('The merchant did not enter it.');
  await dialog.getByRole('button', { name: 'Revoke the account' }).click();
  await expect(page.getByRole('button', { name: 'Revoke the new account…' })).toHaveCount(0);
});

test('support reads merchants and changes nothing', { tag: ['@STAFF-4'] }, async ({ page }) => {
  const { merchantId } = await openDesk(page, 'new');
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/merchants/${merchantId}`);
  await expect(page.getByRole('region', { name: 'Commission' })).toContainText('of each sale');
  await expect(page.getByRole('button', { name: 'Suspend…' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Audit log' })).toHaveCount(0);
});
