import type { Customer } from '@sokuwa/contract/operators/operators.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { createBuyerWithPaidOrder } from './support/orders.ts';
import { fetchEmail, signIn, troubleOrder } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of (?:404|409)/] });

test('the overview says what needs a person, and how the market goes', { tag: ['@OPERATOR-18'] }, async ({ page }) => {
  const { id } = await createBuyerWithPaidOrder(page);
  await troubleOrder('stuck', id);
  const desk = await openDesk(page, 'operators');
  await page.goto(desk.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ things? needs? a person$/);
  await expect(page.getByRole('region', { name: 'Now' })).toContainText(/\d+ refunds? (?:is|are) stuck/);
  const money = page.getByRole('link', { name: /^Money\s*[\d+]+\s*waiting$/ }).filter({ visible: true });
  await expect(money).toHaveCount(1);
  const market = page.getByRole('region', { name: 'Market today' });
  await expect(market.getByRole('img', { name: /^Orders by the hour/ })).toBeVisible();
  await market.getByRole('button', { name: 'By the hour' }).click();
  await expect(market.getByRole('row', { name: /^00:00/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Vital signs' })).toContainText('Jobs');
  await expectNoHorizontalOverflow(page);

  const support = await openDesk(page, 'operators', 'support');
  await page.goto(support.path);
  await expect(page.getByRole('region', { name: 'Market today' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Vital signs' })).toHaveCount(0);
  // Support reads payments, and settles none.
  await expect(page.getByRole('link', { name: /^Look: \d+ refunds? (?:is|are) stuck$/ })).toBeVisible();
});

test('an operator finds a customer by mail, name and order, gives credit, and signs them out', {
  tag: ['@OPERATOR-7', '@OPERATOR-8', '@OPERATOR-11', '@OPERATOR-19'],
}, async ({ page }) => {
  const { id, token } = await createBuyerWithPaidOrder(page);
  const email = await fetchEmail(page, token);
  const desk = await openDesk(page, 'operators');
  await page.goto(`${desk.path}/customers`);
  await expect(page.getByRole('heading', { name: 'Find a customer' })).toBeVisible();
  const search = page.getByLabel('Find customers');
  await search.fill('nobody@mail.test');
  await expect(page.getByText('No customer matches')).toBeVisible();
  for (const text of [email, id]) {
    await search.fill(text);
    await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible();
  }
  await expectNoHorizontalOverflow(page);
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('link')
    .click();
  await expect(page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: id })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await page.getByRole('button', { name: 'Give credit' }).click();
  const credit = await expectOnScreen(page.getByRole('alertdialog', { name: /^Give credit to/ }));
  await credit.getByLabel('Amount').fill('a lot');
  await credit.getByRole('button', { name: 'Give credit' }).click();
  await expect(credit.getByText(/^Write an amount of more than 0/)).toBeVisible();
  await expect(credit.getByText('Say why.')).toBeVisible();
  await expectAccessible(page, ['[role=alertdialog]']);
  await credit.getByLabel('Amount').fill('1,250.50');
  await credit.getByLabel('Why').fill('The parcel was late.');
  await expectOnScreen(credit.getByRole('button', { name: 'Give ₦1,250.50' }));
  await credit.getByRole('button', { name: 'Give ₦1,250.50' }).click();
  await expect(page.getByText('₦1,250.50 given. The wallet has ₦1,250.50 now.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Wallet' })).toContainText('Credit given');

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const sessions = await expectOnScreen(page.getByRole('alertdialog', { name: /out everywhere\?$/ }));
  await expectOnScreen(sessions.getByRole('button', { name: 'Not now' }));
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText(/^\d+ sessions? ended\.$/)).toBeVisible();
  await expect(page.getByText('Signed in on no device of the shop.')).toBeVisible();
});

test('an account is erased only when its address is typed, and its open orders are confirmed', {
  tag: ['@OPERATOR-19'],
}, async ({ page }) => {
  const { id, token } = await createBuyerWithPaidOrder(page);
  const email = await fetchEmail(page, token);
  const desk = await openDesk(page, 'operators', 'support');
  const [found] = await desk.call<Customer[]>('GET', `/operator/customers/?email=${encodeURIComponent(email)}`);
  await page.goto(`${desk.path}/customers/${found?.id}`);
  await expect(page.getByRole('button', { name: 'Give credit' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: /^Erase the account of/ }));
  const erase = dialog.getByRole('button', { name: 'Erase the account' });
  await expectOnScreen(erase);
  await expect(erase).toBeDisabled();
  await expectAccessible(page, ['[role=alertdialog]']);
  await dialog.getByLabel('Why').fill('Asked by letter.');
  await dialog.getByLabel('Type the email address to confirm').fill(email.toUpperCase());
  await erase.click();
  await expect(dialog.getByRole('alert')).toContainText('not delivered yet');
  await expect(erase).toBeDisabled();
  await dialog.getByRole('checkbox', { name: new RegExp(id) }).check();
  await erase.click();
  await expect(page.getByText('Erased. The person gets a mail.')).toBeVisible();
  await expect(page).toHaveURL(/\/market\/customers$/);
  await page.goto(`${desk.path}/customers/${found?.id}`);
  await expect(page.getByText('There is no such account')).toBeVisible();
});

test('finance reads customers and gives credit, but erases none', { tag: ['@STAFF-4'] }, async ({ page }) => {
  const email = await fetchEmail(page, await signIn(page));
  const desk = await openDesk(page, 'operators', 'finance');
  const [found] = await desk.call<Customer[]>('GET', `/operator/customers/?email=${encodeURIComponent(email)}`);
  await page.goto(`${desk.path}/customers/${found?.id}`);
  await expect(page.getByRole('button', { name: 'Give credit' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  for (const name of ['Erase', 'Sign out everywhere']) await expect(page.getByRole('button', { name })).toHaveCount(0);
});
