import type { Request } from '@playwright/test';
import {
  combobox,
  detailValue,
  FULL_PROFILE,
  PROFILE_API,
  PROFILE_EDIT_URL,
  PROFILE_UPDATE_API,
  PROFILE_URL,
  pickOption,
  waitForOptions,
} from './page-objects/account.ts';
import { expectToast, toast } from './page-objects/overlays.ts';
import {
  expectAccessible,
  expectBusyButton,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { pauseClock, runClockUntil } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests, mockResponse } from './support/network.ts';
import { signIn } from './support/shoppers.ts';

test.use({ launchOptions: chromiumWithPictures });

/** The form that edits the profile. */

const PICTURE_PATH = new URL('../web/public/brand/samples/puna-yam-front.webp', import.meta.url).pathname;
const COUNTRIES_API = '**/backend/countries/';
const REGIONS_API = '**/backend/regions/**';
const CITIES_API = '**/backend/cities**';
const input = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update' });
const pictureField = (page: Page) => input(page, 'Choose a picture');
const isJson = (request: Request) => request.headers()['content-type'] === 'application/json';

/** Opens the form with this response of the profile API. */
const visitForm = async (page: Page, profile: unknown = FULL_PROFILE) => {
  await signIn(page);
  await page.route(PROFILE_API, (route) => route.fulfill({ json: profile }));
  await openPage(page, PROFILE_EDIT_URL);
  await expect(updateButton(page)).toBeVisible();
};

test(
  'shows the profile once it is loaded, with read-only name and email address, and sends the fields with the specified names',
  {
    tag: [
      '@ACCOUNT-116',
      '@ACCOUNT-117',
      '@ACCOUNT-118',
      '@ACCOUNT-119',
      '@ACCOUNT-122',
      '@ACCOUNT-123',
      '@ACCOUNT-124',
    ],
  },
  async ({ page }, info) => {
    await signIn(page);
    const release = await holdRequests(page, PROFILE_API, (route) => route.fulfill({ json: FULL_PROFILE }));
    await openPage(page, PROFILE_EDIT_URL);
    await expect(page.getByRole('status').filter({ hasText: 'Loading profile details...' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Profile');
    release();
    for (const [label, value] of [
      ['First Name', 'Adaeze'],
      ['Last Name', 'Ọláwálé'],
      ['Email', 'adaeze@example.com'],
    ] as const) {
      await expect(input(page, label)).toHaveValue(value);
      await expect(input(page, label)).not.toBeEditable();
    }
    await expect(input(page, 'Date of Birth')).toHaveValue('1991-09-07');
    await expect(input(page, 'Date of Birth')).toHaveAttribute('type', 'date');
    await expect(input(page, 'Gender')).toHaveValue('F');
    await expect(input(page, 'Gender').locator('option')).toHaveText(['Choose one', 'Female', 'Male', 'Others']);
    await expect(input(page, 'Phone Number')).toHaveValue('+442079460182');
    await expect(input(page, 'Street Address')).toHaveValue('14 Camberwell Station Road, Flat 6');
    await expect(pictureField(page)).toHaveAttribute('accept', 'image/*');
    await expect(combobox(page, 'Country')).toHaveValue('Nigeria');
    await expect(combobox(page, 'Region')).toHaveValue('Lagos');
    await expect(combobox(page, 'City')).toHaveValue('Ikeja');
    await expect(page.getByRole('link', { name: /^GeoNames/ })).toHaveAttribute('href', 'https://www.geonames.org/');
    await expect(page.getByText('Places by GeoNames')).toContainText('CC BY 4.0');
    await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', PROFILE_URL);
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await page.screenshot({ path: info.outputPath('form.png'), fullPage: true });

    await test.step('without a new picture only the fields are sent', async () => {
      const sent = await mockResponse(page, '/user-profile-update', 200, FULL_PROFILE);
      await input(page, 'Date of Birth').fill('');
      await updateButton(page).click();
      await expect(page).toHaveURL(PROFILE_URL);
      expect(sent).toEqual([
        {
          user: FULL_PROFILE.user,
          date_of_birth: null,
          gender: 'F',
          phone_number: '+442079460182',
          street_address: '14 Camberwell Station Road, Flat 6',
          country: 'NG',
          region: FULL_PROFILE.regionCode,
          city: FULL_PROFILE.cityId,
        },
      ]);
    });
  },
);

/** Moves the focus to a place field with Tab, types, and chooses the first option. */
const chooseByKeyboard = async (page: Page, name: string, typed: string): Promise<void> => {
  for (
    let tabs = 0;
    tabs < 4 && !(await combobox(page, name).evaluate((element) => element === document.activeElement));
  )
    tabs = await page.keyboard.press('Tab').then(() => tabs + 1);
  await expect(combobox(page, name)).toBeFocused();
  await page.keyboard.type(typed);
  await expect((await waitForOptions(page)).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
};

test('saves all fields, with places that are chosen by keyboard, and opens the profile after two seconds', {
  tag: ['@ACCOUNT-122', '@ACCOUNT-124', '@ACCOUNT-127', '@ACCOUNT-128', '@ADDRESS-29'],
}, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await openPage(page, PROFILE_EDIT_URL);
  await input(page, 'Date of Birth').fill('1990-02-28');
  await input(page, 'Gender').selectOption('Others');
  await input(page, 'Phone Number').fill('0803 123 4567');
  await input(page, 'Street Address').fill('3 Allen Avenue');
  await chooseByKeyboard(page, 'Country', 'nigeria');
  await expect(combobox(page, 'Region')).toBeEnabled();
  await chooseByKeyboard(page, 'Region', 'lagos');
  await expect(combobox(page, 'City')).toBeEnabled();
  await chooseByKeyboard(page, 'City', 'ikeja');
  await expect(combobox(page, 'City')).toHaveValue('Ikeja');
  await pictureField(page).setInputFiles(PICTURE_PATH);
  await expect(page.getByText('puna-yam-front.webp: saved with Update.')).toBeVisible();
  const sent: string[] = [];
  const serverDelay = Promise.withResolvers<void>();
  await page.route(PROFILE_UPDATE_API, async (route) => {
    sent.push(`${route.request().method()} ${isJson(route.request()) ? 'JSON' : 'multipart'}`);
    await serverDelay.promise;
    await route.continue();
  });
  await updateButton(page).focus();
  await page.keyboard.press('Enter');
  await expectBusyButton(updateButton(page));
  // A second submission is ignored.
  await input(page, 'Street Address').press('Enter');
  await pauseClock(page);
  // Advance the clock only after both responses, so that the server's speed does not matter.
  const lastResponse = page.waitForResponse(
    (response) => response.url().includes('/user-profile-update') && !isJson(response.request()),
  );
  serverDelay.resolve();
  await lastResponse;
  const elapsedMs = await runClockUntil(page, () => toast(page, 'Profile updated successfully.').isVisible());
  expect(elapsedMs).toBeLessThan(1000);
  expect(sent).toEqual(['PUT JSON', 'PUT multipart']);
  await page.clock.runFor(1900 - elapsedMs);
  await expectToast(page, 'Profile updated successfully.');
  await expect(page).toHaveURL(PROFILE_EDIT_URL);
  await page.clock.runFor(100 + elapsedMs);
  await expect(page).toHaveURL(PROFILE_URL);
  for (const [label, text] of [
    ['Date of Birth', '28-02-1990'],
    ['Gender', 'Others'],
    ['Phone Number', '+2348031234567'],
    ['Street Address', '3 Allen Avenue'],
    ['City', 'Ikeja'],
    ['Region', 'Lagos'],
    ['Country', 'Nigeria'],
  ] as const)
    await expect(detailValue(page, label)).toHaveText(text);
  await expect(page.getByRole('main').locator('img[src^="/media/"]').first()).toHaveJSProperty('complete', true);
  await page.clock.resume();
  await page.reload();
  await expect(detailValue(page, 'City')).toHaveText('Ikeja');
});

test.describe('by touch, at 360 px', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test(
    'a place is chosen by list or text; a new country clears region and city, a new region the city; of thousands of cities 100 are shown',
    { tag: ['@ADDRESS-21', '@ADDRESS-22', '@ADDRESS-23', '@ADDRESS-28'] },
    async ({ page }, info) => {
      await visitForm(page);
      await test.step('a city is chosen from the list or typed', async () => {
        await page.getByRole('button', { name: 'Show the list: City' }).tap();
        await (await waitForOptions(page)).getByRole('option', { name: 'Surulere' }).tap();
        await expect(combobox(page, 'City')).toHaveValue('Surulere');
        await combobox(page, 'City').tap();
        await expect((await waitForOptions(page)).getByRole('option', { name: 'Surulere' })).toHaveAttribute(
          'aria-selected',
          'true',
        );
        await combobox(page, 'City').fill('bad');
        await (await waitForOptions(page)).getByRole('option', { name: 'Badagry' }).tap();
        await expect(combobox(page, 'City')).toHaveValue('Badagry');
        await page.getByRole('button', { name: 'Clear City' }).tap();
        await expect(combobox(page, 'City')).toHaveValue('');
        await pickOption(page, 'City', 'ikej', 'Ikeja');
      });
      await test.step('a new region clears the city, a new country both', async () => {
        await pickOption(page, 'Region', 'rivers', 'Rivers State');
        await expect(combobox(page, 'City')).toHaveValue('');
        await expect(combobox(page, 'City')).toBeEnabled();
        await pickOption(page, 'City', 'port h', 'Port Harcourt');
        const regions = page.waitForRequest(REGIONS_API);
        await pickOption(page, 'Country', 'united k', 'United Kingdom');
        expect((await regions).url()).toMatch(/\/regions\/\?country_code=GB$/);
        await expect(combobox(page, 'Region')).toHaveValue('');
        await expect(combobox(page, 'City')).toHaveValue('');
        await expect(combobox(page, 'City')).toBeDisabled();
        await expect(combobox(page, 'City')).toHaveAttribute('placeholder', 'Choose a region first');
      });
      await test.step('the first hundred cities are shown, and typing finds any other', async () => {
        await pickOption(page, 'Region', 'eng', 'England');
        await combobox(page, 'City').click();
        await expect((await waitForOptions(page)).getByRole('option')).toHaveCount(100);
        await expect(page.getByText('The first 100 are shown. Type to find others.')).toBeVisible();
        // While the list is open, the rest of the page is hidden from screen readers, which axe would report.
        await expectAccessible(page, ['[role=listbox]', '[role=combobox][aria-expanded=true]']);
        await expectNoHorizontalOverflow(page);
        await page.screenshot({ path: info.outputPath('cities.png') });
        await combobox(page, 'City').fill('newcastle up');
        await combobox(page, 'City').press('Enter');
        await expect(combobox(page, 'City')).toHaveValue('Newcastle upon Tyne');
      });
      await test.step('a region needs a country', async () => {
        await page.getByRole('button', { name: 'Clear Country' }).click();
        await expect(combobox(page, 'Region')).toBeDisabled();
        await expect(combobox(page, 'Region')).toHaveAttribute('placeholder', 'Choose a country first');
      });
    },
  );
});

test.describe('saving', () => {
  test.use({ expectedErrors: [/Failed to load resource.*\/backend\/user-profile-update/] });

  test('the reason is shown in a toast and beside the field, and the fields keep their values, also a typed city that is not in the list', {
    tag: ['@ACCOUNT-129', '@ACCOUNT-130', '@ACCOUNT-147'],
  }, async ({ page }) => {
    await signIn(page);
    await openPage(page, PROFILE_EDIT_URL);
    await input(page, 'Street Address').fill('3 Allen Avenue');
    await input(page, 'Phone Number').fill('12');
    await pickOption(page, 'Country', 'Nigeria');
    await pickOption(page, 'Region', 'lag', 'Lagos');
    await combobox(page, 'City').fill('Yaba');
    const useTyped = (await waitForOptions(page)).getByRole('option', { name: 'Use “Yaba”' });
    await expectOnScreen(useTyped);
    await useTyped.click();
    await updateButton(page).click();
    await expect(page.getByText(/^Failed to update profile\. .*phone number/)).toBeVisible();
    await expect(input(page, 'Phone Number')).toBeFocused();
    await expect(input(page, 'Phone Number')).toHaveAccessibleDescription(/Please enter a phone number/);
    await expect(input(page, 'Street Address')).toHaveValue('3 Allen Avenue');
    await expectAccessible(page);

    await input(page, 'Phone Number').fill('+234 803 123 4567');
    await updateButton(page).click();
    await expectToast(page, 'Profile updated successfully.');
    await expect(page).toHaveURL(PROFILE_URL);
    await expect(detailValue(page, 'City')).toHaveText('Yaba');
    await openPage(page, PROFILE_EDIT_URL);
    await expect(combobox(page, 'City')).toHaveValue('Yaba');
    await updateButton(page).click();
    await expect(page).toHaveURL(PROFILE_URL);
    await expect(detailValue(page, 'City')).toHaveText('Yaba');
  });

  test('a picture has a preview and can be discarded; a refused picture or field shows the reason beside it, other failures a toast', {
    tag: ['@ACCOUNT-119', '@ACCOUNT-120', '@ACCOUNT-129', '@ACCOUNT-130'],
  }, async ({ page }) => {
    await visitForm(page);
    const preview = page.getByRole('main').locator('form img');
    await test.step('an invalid file is refused, and the chosen picture stays', async () => {
      await pictureField(page).setInputFiles(PICTURE_PATH);
      await expect(preview).toHaveAttribute('src', /^data:image\//);
      const previewUrl = await preview.getAttribute('src');
      await pictureField(page).setInputFiles({
        name: 'letter.png',
        mimeType: 'image/png',
        buffer: Buffer.from('Dear Ada'),
      });
      await expect(
        page.getByText('letter.png: Please choose a picture: a JPEG, PNG, WebP, GIF or AVIF file.'),
      ).toBeVisible();
      await expect(preview).toHaveAttribute('src', previewUrl ?? '');
      await pictureField(page).setInputFiles({
        name: 'wall.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.alloc(11 * 1024 * 1024),
      });
      await expect(page.getByText('wall.jpg: A picture may have 10 MB and 50 megapixels at most.')).toBeVisible();
    });
    await test.step('a picture that the server refuses', async () => {
      // Choosing a valid file removes the error of the browser.
      await pictureField(page).setInputFiles(PICTURE_PATH);
      await expect(page.getByText('puna-yam-front.webp: saved with Update.')).toBeVisible();
      await page.route(PROFILE_UPDATE_API, (route) =>
        isJson(route.request())
          ? route.fulfill({ json: FULL_PROFILE })
          : route.fulfill({ status: 413, json: { code: 'picture_too_large', message: 'A picture may have 10 MB.' } }),
      );
      await updateButton(page).click();
      await expectToast(page, 'Failed to update profile. A picture may have 10 MB.');
      await expect(pictureField(page)).toHaveAccessibleDescription(
        'A picture may have 10 MB and 50 megapixels at most.',
      );
      await expect(pictureField(page)).toBeFocused();
      await page.getByRole('button', { name: 'Keep the old one' }).click();
      await expect(preview).toHaveCount(0);
      await expect(pictureField(page)).toBeFocused();
    });
    await test.step('fields that the server refuses', async () => {
      const errors = { date_of_birth: ['Write a date since 1900.'], region: ['Choose one from the list.'] };
      await mockResponse(page, '/user-profile-update', 400, {
        code: 'invalid_input',
        message: 'The request is not valid.',
        errors,
      });
      await updateButton(page).click();
      await expectToast(page, 'Failed to update profile. The request is not valid.');
      await expect(input(page, 'Date of Birth')).toHaveAccessibleDescription('Write a date since 1900.');
      await expect(combobox(page, 'Region')).toHaveAccessibleDescription('Choose one from the list.');
      await expect(input(page, 'Date of Birth')).toBeFocused();
    });
    await test.step('another failure', async () => {
      await mockResponse(page, '/user-profile-update', 500, { detail: 'The shelf fell down' });
      await updateButton(page).click();
      await expectToast(page, 'Failed to update profile. The shelf fell down');
      await expect(updateButton(page)).not.toHaveAttribute('aria-busy', 'true');
      await expect(page).toHaveURL(PROFILE_EDIT_URL);
    });
  });
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a profile, countries, regions and cities that fail to load show errors and can be retried', {
    tag: ['@ACCOUNT-122', '@ADDRESS-24', '@ADDRESS-25', '@ADDRESS-27'],
  }, async ({ page }) => {
    await signIn(page);
    for (const api of [PROFILE_API, COUNTRIES_API, CITIES_API]) await page.route(api, (route) => route.abort());
    await page.route(REGIONS_API, (route) => route.fulfill({ status: 500, json: {} }));
    await openPage(page, PROFILE_EDIT_URL);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Failed to fetch profile data.');
    await expect(alert).toContainText('Network Error');
    await expect(updateButton(page)).toHaveCount(0);

    await page.route(PROFILE_API, (route) => route.fulfill({ json: FULL_PROFILE }));
    await alert.getByRole('button', { name: 'Try Again' }).click();
    // At the same time, because they disappear after four seconds.
    await Promise.all(
      ['countries', 'regions', 'cities'].map((places) => expectToast(page, `Failed to fetch ${places}.`)),
    );
    await expect(combobox(page, 'Country')).toHaveAccessibleDescription('Failed to fetch countries.');
    await expect(combobox(page, 'Region')).toHaveAccessibleDescription('Failed to fetch regions.');
    await expect(combobox(page, 'City')).toHaveAccessibleDescription('Failed to fetch cities.');
    await expectAccessible(page);

    for (const api of [COUNTRIES_API, REGIONS_API, CITIES_API]) await page.unroute(api);
    for (const name of ['Country', 'Region', 'City'])
      await test.step(name, async () => {
        await expect(combobox(page, name)).toBeDisabled();
        // The button of each field is removed when it is pressed, so the next one is the first.
        await page.getByRole('button', { name: 'Try Again' }).first().click();
        await expect(combobox(page, name)).toBeEnabled();
      });
    await pickOption(page, 'Country', 'nigeria', 'Nigeria');
    await pickOption(page, 'City', 'sur', 'Surulere');
    await pickOption(page, 'Region', 'rivers', 'Rivers State');
  });
});
