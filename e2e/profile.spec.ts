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
import {
  expectAccessible,
  expectBusyButton,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { fastForwardUntilVisible, pauseClock } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';
import { signIn } from './support/shoppers.ts';
import { readStoredTokens } from './support/storage.ts';

test.use({ launchOptions: chromiumWithPictures });

/** The profile page, and the deletion of the account. */

const EXPORT_API = '**/backend/user-data-export/';
const deleteButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Delete Account' });
const openDeleteDialog = async (page: Page) => {
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
  'shows that the profile loads, then all its fields, and initials in place of a missing picture',
  { tag: ['@ACCOUNT-106', '@ACCOUNT-107', '@ACCOUNT-108', '@ACCOUNT-109', '@ACCOUNT-113'] },
  async ({ page }, info) => {
    await signIn(page);
    const release = await holdRequests(page, PROFILE_API, (route) =>
      route.fulfill({ json: { ...FULL_PROFILE, image: '/media/people/gone/640.webp' } }),
    );
    await page.route('**/media/people/gone/**', (route) => route.fulfill({ contentType: 'image/webp', body: 'no' }));
    await openPage(page, PROFILE_URL);
    await expect(page.getByRole('status').filter({ hasText: 'Loading profile details...' })).toBeVisible();
    await expectAccessible(page);
    release();
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
    await expect(page.getByRole('main').getByText('AỌ').first()).toBeAttached();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await page.screenshot({ path: info.outputPath('profile.png'), fullPage: true });
  },
);

test("shows 'Not given' for missing values, also at 320 px, and 'User not found' for a response with no profile or no user", {
  tag: ['@ACCOUNT-115'],
}, async ({ page }) => {
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
  for (const response of [null, {}])
    await test.step(`User not found: ${JSON.stringify(response)}`, async () => {
      await page.route(PROFILE_API, (route) => route.fulfill({ json: response }));
      await openPage(page, PROFILE_URL);
      await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
    });
  await expectAccessible(page);
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a failed load, download of the data or deletion shows an error; the shopper stays signed in and can try again', {
    tag: ['@ACCOUNT-114', '@ACCOUNT-135'],
  }, async ({ page }) => {
    await page.clock.install();
    await signIn(page);
    await page.route(PROFILE_API, (route) => route.fulfill({ status: 500, json: { detail: 'The shelf fell down' } }));
    await openPage(page, PROFILE_URL);
    const alert = page.getByRole('main').getByRole('alert');
    await fastForwardUntilVisible(page, alert);
    await expect(alert).toContainText('Failed to fetch profile data.');
    await expect(alert).toContainText('The shelf fell down');
    await page.route(PROFILE_API, (route) => route.fulfill({ json: FULL_PROFILE }));
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(detailValue(page, 'First Name')).toHaveText('Adaeze');

    await page.route(EXPORT_API, (route) => route.abort());
    const dialog = await openDeleteDialog(page);
    await dialog.getByRole('button', { name: 'Download my data' }).click();
    await expect(page.getByText('Failed to download your data: Network Error')).toBeVisible();
    await expect(dialog).toBeVisible();

    await page.route(PROFILE_UPDATE_API, (route) => route.fulfill({ status: 500, json: {} }));
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText('Failed to delete account')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(deleteButton(page)).toBeEnabled();
    expect((await readStoredTokens(page))[0]).not.toBeNull();
  });
});

test.describe('Delete Account', () => {
  test.use({ expectedErrors: [/\/backend\/user-profile-update/] });

  test(
    'a new shopper sees the profile of the server; Delete Account offers its data as a file, can be cancelled, and asks again while an order is not delivered',
    {
      tag: ['@ACCOUNT-131', '@ACCOUNT-137', '@ACCOUNT-141'],
    },
    async ({ page }, info) => {
      await signIn(page);
      await openPage(page, PROFILE_URL);
      await expect(detailValue(page, 'First Name')).toHaveText('Ada');
      await expect(detailValue(page, 'Gender')).toHaveText('Not given');

      const dialog = await openDeleteDialog(page);
      await expect(dialog).toContainText('This cannot be undone.');
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath('delete.png') });
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await expect(dialog).toBeHidden();
      await expect(deleteButton(page)).toBeFocused();

      await openDeleteDialog(page);
      const downloadEvent = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download my data' }).click();
      const download = await downloadEvent;
      expect(download.suggestedFilename()).toBe('sokuwa-my-data.json');
      const data = JSON.parse(await readFile(await download.path(), 'utf8'));
      expect(data.profile.user.first_name).toBe('Ada');
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await test.step('a paid order that is not delivered', async () => {
        const deletions: string[] = [];
        await page.route(`${PROFILE_UPDATE_API}*`, (route) => {
          deletions.push(new URL(route.request().url()).search);
          if (deletions.length === 1)
            return route.fulfill({
              status: 409,
              json: {
                code: 'orders_undelivered',
                detail: 'You have paid for orders that are not delivered yet.',
                errors: { orders: ['7K2MWX4QB9TE', '9ZP4C2NQ8RVA'] },
              },
            });
          return route.fulfill({ status: 500, json: {} });
        });
        await openDeleteDialog(page);
        await dialog.getByRole('button', { name: 'Delete Account' }).click();
        const warning = await waitForConfirmDialog(page, 'You have orders on the way');
        await expect(warning).toContainText(
          'You have paid for 2 orders that are not delivered yet: 7K2MWX4QB9TE, 9ZP4C2NQ8RVA.',
        );
        await expect(warning).toContainText('you cannot track or cancel');
        await expectOnScreen(warning.getByRole('button', { name: 'Delete Anyway' }));
        await page.screenshot({ path: info.outputPath('undelivered.png') });
        // Dismissing deletes nothing, and the next dialog starts with the first question again.
        await warning.getByRole('button', { name: 'Dismiss' }).click();
        await expect(warning).toBeHidden();
        expect(deletions).toEqual(['']);
        deletions.length = 0;
        const again = await openDeleteDialog(page);
        await again.getByRole('button', { name: 'Delete Account' }).click();
        await page.getByRole('button', { name: 'Delete Anyway' }).click();
        await expect(page.getByText('Failed to delete account')).toBeVisible();
        expect(deletions).toEqual(['', '?confirm_undelivered=true']);
      });
    },
  );
});

test('a deleted account is signed out and redirected home after two seconds, and no call is made with its token', {
  tag: ['@ACCOUNT-132', '@ACCOUNT-133', '@ACCOUNT-134', '@ACCOUNT-143', '@SESSION-11'],
}, async ({ page }) => {
  await page.clock.install();
  const token = await signIn(page);
  await openPage(page, PROFILE_URL);
  const dialog = await openDeleteDialog(page);
  const release = await holdRequests(page, PROFILE_UPDATE_API);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expectBusyButton(dialog.getByRole('button', { name: 'Delete Account' }));
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  // Pausing the clock makes a refetch of the cart due. Wait for its response; the next refetch is due a second later.
  const cartResponse = page.waitForResponse('**/backend/api/cart/');
  await pauseClock(page);
  await cartResponse;
  await page.clock.runFor(9000);
  release();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.headers().authorization === `Token ${token}`) calls.push(request.url());
  });
  await page.clock.runFor(1900);
  await expectToast(page, 'Account deleted successfully.');
  await expect(page).toHaveURL(PROFILE_URL);
  expect((await readStoredTokens(page))[0]).toBe(token);
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/');
  expect(await readStoredTokens(page)).toEqual([null, null]);
  expect(calls).toEqual([]);
  const headers = { authorization: `Token ${token}` };
  expect((await page.request.get('/backend/profile/', { headers })).status()).toBe(401);
});
