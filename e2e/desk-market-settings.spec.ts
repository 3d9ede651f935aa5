import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { runTestProgram } from './support/shoppers.ts';

test('an owner examines the shop, runs a failed job again, and reads the settings', {
  tag: ['@OPERATOR-20', '@OPERATOR-21', '@STAFF-4'],
}, async ({ page }) => {
  const jobId = await runTestProgram('fail-job.ts');
  const desk = await openDesk(page, 'operators', 'finance');
  await page.goto(`${desk.path}/settings?view=jobs`);
  const job = page.getByRole('listitem').filter({ hasText: jobId });
  await expect(job).toContainText('Failed');
  await expect(job.getByRole('button')).toHaveCount(0);

  await openDesk(page, 'operators');
  await page.goto(`${desk.path}/settings`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Exchange rates' })).toContainText('Well');
  await page.getByRole('button', { name: 'Examine again' }).click();
  await expect(page.getByRole('button', { name: 'Examine again' })).toBeEnabled();
  await expectNoHorizontalOverflow(page);

  await page.getByRole('link', { name: 'Jobs and mails' }).click();
  await page.getByRole('link', { name: 'Failed for good' }).click();
  await expect(page).toHaveURL(/jobs=failed/);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await job.getByRole('button', { name: /^Run again/ }).click();
  await expect(page.getByText('It is tried again now').first()).toBeVisible();
  await expect(job).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click();
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('encryption');
  await expect(page.getByText('ENCRYPTION_KEY', { exact: true })).toBeVisible();
  await expect(page.getByText('PUBLIC_URL', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('no such setting');
  await expect(page.getByRole('heading', { name: 'No setting matches' })).toBeVisible();

  await openDesk(page, 'operators', 'catalogue');
  await page.goto(`${desk.path}/settings`);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
