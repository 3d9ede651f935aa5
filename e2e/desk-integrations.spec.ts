import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { openReceiver } from './support/merchants.ts';

test('a token is shown once, works, and is revoked', { tag: ['@STAFF-15'] }, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/integrations`);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  await expectOnScreen(dialog.getByRole('button', { name: 'Create the token' }));
  await dialog.getByRole('button', { name: 'Create the token' }).click();
  await expect(dialog.getByText('Write a name.')).toBeVisible();
  await expectAccessible(page, ['[role=dialog]']);
  await dialog.getByLabel('Name').fill('Stock in the shop');
  await dialog.getByRole('button', { name: 'Create the token' }).click();
  const secret = await expectOnScreen(page.getByRole('alertdialog', { name: 'Keep this token' }));
  await expectOnScreen(secret.getByRole('button', { name: 'I have kept it' }));
  const token = await secret.locator('.font-mono').innerText();
  await expectAccessible(page, ['[role=alertdialog]']);
  await secret.getByRole('button', { name: 'I have kept it' }).click();
  const response = await page.request.get('/backend/merchant/store/', { headers: { authorization: `Token ${token}` } });
  expect(response.status()).toBe(200);

  const tokens = page.getByRole('region', { name: 'API tokens' });
  await expect(tokens).toContainText('Only reads');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await tokens.getByRole('button', { name: /^Revoke/ }).click();
  await (await expectOnScreen(page.getByRole('alertdialog'))).getByRole('button', { name: 'Revoke the token' }).click();
  await expect(tokens).toContainText('No tokens yet');
});

test('a webhook is created, tested, turned off, and deleted', { tag: ['@WEBHOOK-1', '@WEBHOOK-14'] }, async ({
  page,
}) => {
  const receiver = await openReceiver();
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/integrations`);
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  await dialog.getByLabel('URL of your program').fill(`${receiver.url}/desk`);
  await dialog.getByLabel(/^A buyer writes/).uncheck();
  await expectOnScreen(dialog.getByRole('button', { name: 'Create the webhook' }));
  await dialog.getByRole('button', { name: 'Create the webhook' }).click();
  const kept = await expectOnScreen(page.getByRole('alertdialog', { name: 'Keep this secret' }));
  const secret = await kept.locator('.font-mono').innerText();
  await kept.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('link', { name: `${receiver.url}/desk` }).click();
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.getByRole('listitem').filter({ hasText: 'A test' });
  await expect(delivery).toContainText('Accepted (204)');
  expect(receiver.read('/desk', secret)).toMatchObject([{ type: 'webhook.test' }]);
  await delivery.getByText('A test').click();
  await expectOnScreen(delivery.getByRole('button', { name: 'Send again' }));
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect(delivery).toContainText('2 attempts');
  await page.getByRole('link', { name: 'Failed' }).click();
  await expect(page.getByText('Nothing is “Failed”')).toBeVisible();

  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await (await expectOnScreen(page.getByRole('alertdialog')))
    .getByRole('button', { name: 'Replace the secret' })
    .click();
  const replaced = await expectOnScreen(page.getByRole('alertdialog', { name: 'Keep the new secret' }));
  await expect(replaced.locator('.font-mono')).not.toHaveText(secret);
  await replaced.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Send a test' })).toBeDisabled();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await (await expectOnScreen(page.getByRole('alertdialog')))
    .getByRole('button', { name: 'Delete the webhook' })
    .click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  receiver.close();
});
