import { readFile } from 'node:fs/promises';
import {
  breadcrumbs,
  detailValue,
  FULL_PROFILE,
  PROFILE_API,
  PROFILE_UPDATE_API,
  PROFILE_URL,
} from './page-objects/account.ts';
import { expectToast, waitForConfirmDialog } from './page-objects/overlays.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { chromium } from './support/chromium.ts';
import { fastForwardUntilVisible, pauseClock } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';
import { readStoredTokens } from './support/storage.ts';

test.use({ launchOptions: chromium({ pictures: true }) });

/** The profile page, and the deletion of the account. */

const EXPORT_CALL = '**/backend/user-data-export/';
const deleteButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Delete Account' });
const openQuestion = async (page: Page) => {
  await deleteButton(page).click();
  return waitForConfirmDialog(page, 'Delete your account?');
};

/** Opens the profile with this response of the profile API. */
const visitProfile = async (page: Page, profile: unknown = FULL_PROFILE) => {
  await signIn(page);
  await page.route(PROFILE_API, (route) => route.fulfill({ json: profile }));
  await openPage(page, PROFILE_URL);
};

test(
  'shows all that a profile holds',
  { tag: ['@ACCOUNT-106', '@ACCOUNT-107', '@ACCOUNT-108', '@ACCOUNT-109'] },
  async ({ page }, info) => {
    await visitProfile(page);
    for (const [label, text] of [
      ['First Name', 'Adaeze'],
      ['Last Name', 'Ọláwálé'],
      ['Email', 'adaeze@example.com'],
      ['Date of Birth', '07-09-1991'],
      ['Gender', 'Female'],
      ['Phone Number', '+442079460182'],
      ['Street Address', '14 Camberwell Station Road, Flat 6'],
      ['City', 'Ikeja'],
      ['Region', 'Lagos'],
      ['Country', 'Nigeria'],
    ] as const)
      await expect(detailValue(page, label)).toHaveText(text);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
    await expect(breadcrumbs(page)).toHaveText(['Home', 'Account', 'My Profile']);
    await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/profile/edit');
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await page.screenshot({ path: info.outputPath('profile.png'), fullPage: true });
  },
);

test('says of what is not known that it is not given, and fits 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await visitProfile(page, {
    ...FULL_PROFILE,
    ...{ date_of_birth: null, gender: '', phone_number: '', street_address: '', country: '', countryCode: '' },
    ...{ region: '', regionCode: null, city: '', cityId: null },
    user: { first_name: 'W'.repeat(80), last_name: 'Ọ̀'.repeat(40), email: `${'e'.repeat(200)}@example.com` },
  });
  for (const label of ['Date of Birth', 'Gender', 'Phone Number', 'Street Address', 'City', 'Region', 'Country'])
    await expect(detailValue(page, label)).toHaveText('Not given');
  await expectNoHorizontalOverflow(page);
  await expectAccessible(page);
});

test('a new shopper sees what the server knows', async ({ page }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  await expect(detailValue(page, 'First Name')).toHaveText('Ada');
  await expect(detailValue(page, 'Gender')).toHaveText('Not given');
});

test('a picture that is gone gives way to initials', async ({ page }) => {
  await signIn(page);
  await page.route(PROFILE_API, (route) =>
    route.fulfill({ json: { ...FULL_PROFILE, image: '/media/people/gone/640.webp' } }),
  );
  await page.route('**/media/people/gone/**', (route) => route.fulfill({ contentType: 'image/webp', body: 'no' }));
  await openPage(page, PROFILE_URL);
  await expect(page.getByRole('main').getByText('AỌ').first()).toBeAttached();
});

test('a profile on its way says so', { tag: ['@ACCOUNT-113'] }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await signIn(page);
  await page.route(PROFILE_API, async (route) => {
    await held.promise;
    await route.fulfill({ json: FULL_PROFILE });
  });
  await openPage(page, PROFILE_URL);
  await expect(page.getByRole('status').filter({ hasText: 'Loading profile details...' })).toBeVisible();
  await expectAccessible(page);
  held.resolve();
  await expect(detailValue(page, 'First Name')).toHaveText('Adaeze');
});

for (const [what, body] of [
  ['nobody', 'null'],
  ['no user in it', '{}'],
] as const)
  test(`an answer with ${what} is 'User not found'`, { tag: ['@ACCOUNT-115'] }, async ({ page }) => {
    await signIn(page);
    await page.route(PROFILE_API, (route) => route.fulfill({ contentType: 'application/json', body }));
    await openPage(page, PROFILE_URL);
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
    await expectAccessible(page);
  });

test.describe('what fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a profile that can't be had says so with the cause, and loads when tried again", {
    tag: ['@ACCOUNT-114'],
  }, async ({ page }) => {
    await page.clock.install();
    let broken = true;
    await signIn(page);
    await page.route(PROFILE_API, (route) =>
      broken
        ? route.fulfill({ status: 500, json: { detail: 'The shelf fell down' } })
        : route.fulfill({ json: FULL_PROFILE }),
    );
    await openPage(page, PROFILE_URL);
    const alert = page.getByRole('main').getByRole('alert');
    await fastForwardUntilVisible(page, alert);
    await expect(alert).toContainText('Failed to fetch profile data.');
    await expect(alert).toContainText('The shelf fell down');
    await expectAccessible(page);
    broken = false;
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(detailValue(page, 'First Name')).toHaveText('Adaeze');
  });

  test("an account that can't be deleted says so, and stays", { tag: ['@ACCOUNT-135'] }, async ({ page }) => {
    await visitProfile(page);
    await page.route(PROFILE_UPDATE_API, (route) => route.fulfill({ status: 500, json: {} }));
    const question = await openQuestion(page);
    await question.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText('Failed to delete account')).toBeVisible();
    await expect(question).toBeHidden();
    await expect(deleteButton(page)).toBeEnabled();
    expect((await readStoredTokens(page))[0]).not.toBeNull();
  });

  test("data that can't be had leaves the question open", async ({ page }) => {
    await visitProfile(page);
    await page.route(EXPORT_CALL, (route) => route.abort());
    const question = await openQuestion(page);
    await question.getByRole('button', { name: 'Download my data' }).click();
    await expect(page.getByText('Failed to download your data: Network Error')).toBeVisible();
    await expect(question).toBeVisible();
  });
});

test('Delete Account asks first, and can be called off', { tag: ['@ACCOUNT-131'] }, async ({ page }, info) => {
  await visitProfile(page);
  const question = await openQuestion(page);
  await expect(question).toContainText('This cannot be undone.');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('delete.png') });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect(question).toBeHidden();
  await expect(deleteButton(page)).toBeFocused();
  await openQuestion(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
});

test('before it is deleted, the account hands out its data as a file', { tag: ['@ACCOUNT-137'] }, async ({ page }) => {
  await signIn(page);
  await openPage(page, PROFILE_URL);
  const question = await openQuestion(page);
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('sokuwa-my-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.profile.user.first_name).toBe('Ada');
});

test('an account that is deleted is gone: two seconds later the visitor is a guest at home', {
  tag: ['@ACCOUNT-132', '@ACCOUNT-133', '@ACCOUNT-134', '@SESSION-11'],
}, async ({ page }) => {
  await page.clock.install();
  const token = await signIn(page);
  await openPage(page, PROFILE_URL);
  const question = await openQuestion(page);
  const held = Promise.withResolvers<void>();
  await page.route(PROFILE_UPDATE_API, async (route) => {
    await held.promise;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expect(question.getByRole('button', { name: 'Delete Account' })).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await pauseClock(page);
  held.resolve();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await page.clock.runFor(1500);
  await expectToast(page, 'Account deleted successfully.');
  await expect(page).toHaveURL(PROFILE_URL);
  expect((await readStoredTokens(page))[0]).toBe(token);
  await page.clock.runFor(600);
  await expect(page).toHaveURL('/');
  expect(await readStoredTokens(page)).toEqual([null, null]);
  const headers = { authorization: `Token ${token}` };
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(401);
});
