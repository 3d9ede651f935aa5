import { createHmac } from 'node:crypto';
import {
  expectAccessible,
  expectAllOnScreen,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { DEMO_LOGIN, runCli } from './support/shoppers.ts';

test.use({ expectedErrors: [/status of 40[0134]/] });

/** The code of an authenticator app at this time (RFC 6238). */
const codeOf = (secret: string, time = Date.now()): string => {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

test('a password opens the desk, a wrong one does not, and the address is opened afterwards', {
  tag: ['@STAFF-1', '@STAFF-6', '@phone'],
}, async ({ page }) => {
  runCli('staff', 'add', DEMO_LOGIN.email, '--merchant', '1', '--role', 'staff');
  await page.goto('/desk/store/1/orders?view=all');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the desk' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByLabel('Email').fill(DEMO_LOGIN.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Please check your email and password');
  await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_LOGIN.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL(/\/desk\/store\/1\/orders\?view=all$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

for (const { does, path } of [
  { does: 'the owner of Makola Sisters', path: /\/desk\/store\/\d+$/ },
  { does: 'an operator', path: /\/desk\/market$/ },
])
  test(`${does} signs in to the desk as /sandbox says`, { tag: ['@SANDBOX-14', '@phone'] }, async ({ page }) => {
    await page.goto('/sandbox');
    const person = page.getByRole('listitem').filter({ hasText: does });
    const [, email = '', password = ''] = /(\S+@\S+), password: (.+)$/.exec((await person.innerText()).trim()) ?? [];
    await person.getByRole('link', { name: 'sign in' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

test('an authenticator app and recovery codes are added and asked for', { tag: ['@STAFF-7', '@phone'] }, async ({
  page,
}) => {
  const desk = await openDesk(page, 'new');
  await page.goto('/desk/account');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog'));
  await expectOnScreen(dialog.getByRole('img', { name: 'QR code' }));
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByLabel('Code').fill('000000');
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  await expect(dialog.getByText('This code is not right')).toBeVisible();
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Add the app' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page, ['[role=alertdialog]']);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await desk.call('GET', '/desk/session/');
});

test('the menus of the desk open on the screen, and one signs out', async ({ page }, { project }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(desk.path);
  await page.getByRole('button', { name: /^Store/ }).click();
  await expectAllOnScreen(page.getByRole('link', { name: /Owner/ }));
  await page.keyboard.press('Escape');
  if (project.name === 'phone') await page.getByRole('button', { name: 'More' }).click();
  else await page.getByRole('button', { name: /^Account/ }).click();
  await expectOnScreen(page.getByRole('link', { name: 'Sign-in and security' }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the desk' })).toBeVisible();
  await page.goto(desk.path);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to the desk' })).toBeVisible();
});

test('somebody who was removed is out at the next call', { tag: ['@STAFF-12', '@phone'] }, async ({ page }) => {
  const desk = await openDesk(page, 'new', 'staff');
  await page.goto(`${desk.path}/orders`);
  await expect(page.getByText('Nothing to ship')).toBeVisible();
  runCli('staff', 'remove', desk.email, '--merchant', String(desk.merchantId));
  await page.getByRole('link', { name: 'Late' }).click();
  await expect(page.getByText('Orders did not load')).toBeVisible();
  await page.goto(desk.path);
  await expect(page.getByText('There is nothing here for you')).toBeVisible();
});
