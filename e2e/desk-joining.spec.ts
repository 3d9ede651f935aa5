import type { Application } from '@sokuwa/contract/joining/joining.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, type Page, test } from './support/fixtures.ts';

// An invalid phone number, and the session that is missing before signing in.
test.use({ expectedErrors: [/status of 40[01]/] });

const goOn = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();
const expectStep = async (page: Page, heading: string) => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
};

test('somebody without a store applies for one, step by step, and prepares it while waiting', {
  tag: ['@JOIN-1', '@JOIN-3', '@JOIN-5', '@JOIN-8', '@JOIN-9', '@JOIN-18'],
}, async ({ page }) => {
  const applicant = await openDesk(page, 'nobody');
  const name = `Ṣakí Yam House ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/desk/');
  await expect(page.getByText(`${applicant.email} does not work for a store yet.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open a store' }).click();
  await expectStep(page, 'Open your store');
  await goOn(page, /^Continue/);
  await expect(page.getByText('Write the name of the store.')).toBeVisible();
  await page.getByLabel('Name of the store').fill(name);
  await expect(page.getByText('This name is free.')).toBeVisible();
  await page.getByLabel('Place').fill('Ṣakí, Nigeria');
  await page.getByLabel('Phone').fill('12');
  await page.reload();
  await expect(page.getByLabel('Place')).toHaveValue('Ṣakí, Nigeria');
  await goOn(page, /^Continue/);
  await expect(page.getByLabel('Phone')).toBeFocused();
  await page.getByLabel('Phone').fill('0806 555 0177');
  await goOn(page, /^Continue/);

  await expectStep(page, 'What do you sell?');
  await goOn(page, /^Continue/);
  await expect(page.getByText('Choose one kind of goods or more.')).toBeVisible();
  await page.getByText('Food Items').click();
  await page.getByLabel('In a sentence').fill('Yam, yam flour and dried pepper.');
  await page.getByLabel('About how many products?').selectOption('Up to 20');
  await goOn(page, /^Continue/);

  await expectStep(page, 'Where shall we pay you?');
  await page.getByLabel('Steps of the application').getByRole('link', { name: 'Look it over' }).click();
  await expect(page.getByText('Still missing:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the application' })).toBeDisabled();
  await page.getByRole('link', { name: 'the bank account' }).click();
  await page.getByRole('combobox', { name: 'Bank' }).selectOption('Guaranty Trust Bank');
  await page.getByLabel('Account number').fill('0123456789');
  await goOn(page, /^Ask the bank/);
  await expect(page.getByText('The bank knows this account as Sandbox Account 6789.')).toBeVisible();
  await goOn(page, /continue/);

  await expectStep(page, 'The terms');
  await page.getByRole('checkbox').check();
  await goOn(page, /^Accept/);
  await expectStep(page, 'Look it over');
  await goOn(page, /^Send/);
  await expectStep(page, 'Sent: thank you');
  const { results } = await applicant.call<{ results: Application[] }>('GET', '/desk/applications/');
  expect(results).toMatchObject([{ state: 'applied', store_name: name, missing: [] }]);

  await page.getByRole('button', { name: 'Delete this store' }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: `Delete ${name}?` }));
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('link', { name: 'Open your desk' }).click();
  await expect(page.getByText('Only your team sees this store, until your application is approved.')).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('link', { name: /^Add your first product/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await steps.getByRole('button', { name: 'Put away the first steps' }).click();
  await expect(steps).toHaveCount(0);
  await (await expectOnScreen(page.getByRole('button', { name: 'Undo' }))).click();
  await expect(steps).toBeVisible();
});

test('an applicant who was declined reads why, changes the application, and can delete the store', {
  tag: ['@JOIN-6', '@JOIN-7', '@JOIN-14'],
}, async ({ page, browser }) => {
  const applicant = await openDesk(page, 'nobody');
  const name = `Zobo House ${crypto.randomUUID().slice(0, 8)}`;
  const application = await applicant.call<Application>('POST', '/desk/applications/', { store_name: name });
  const path = `/desk/applications/${application.merchant_id}/`;
  await page.goto(`/desk/join/${application.merchant_id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Open your store' })).toBeVisible();
  const other = await browser.newPage();
  await openDesk(other, 'nobody');
  await other.goto(`/desk/join/${application.merchant_id}`);
  await expect(other.getByRole('heading', { name: 'No such application' })).toBeVisible();
  await other.close();

  await page.goto('/desk/choose');
  await page.getByRole('link', { name: 'Go on with your application' }).click();
  await page.getByLabel('Steps of the application').getByRole('link', { name: 'Look it over' }).click();
  await page.getByRole('button', { name: 'Delete this store' }).click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: `Delete ${name}?` }));
  await question.getByRole('button', { name: 'Delete this store' }).click();
  await expect(page.getByText(`${name} is deleted.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open a store' })).toBeVisible();
  const gone = await page.request.get(`/backend${path}`);
  expect(gone.status()).toBe(404);
});
