import { countryButton, MY_INTEREST_URL, openDropdown } from './page-objects/layout.ts';
import { expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { startShopProcess } from './support/start-shop.ts';

test.use({
  launchOptions: chromiumWithPictures,
  expectedErrors: [/Failed to load resource.*(\/flags\/|flags-(one|two)\.example)/],
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3H0z"/></svg>';

/** Opens the list of countries. @returns the picker, and the entry of Ghana */
const openCountries = async (page: Page) => {
  const picker = await openDropdown(page, countryButton(page));
  await picker.getByRole('button', { name: 'Change' }).click();
  const ghana = page.getByRole('list', { name: 'Countries', exact: true }).getByRole('button', { name: /^Ghana/ });
  await ghana.scrollIntoViewIfNeeded();
  return { picker, ghana };
};
const expectFlag = async (flag: ReturnType<Page['locator']>, url: string) => {
  await expect(flag).toHaveAttribute('src', url);
  await expect
    .poll(() => flag.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeTruthy();
};

test('by default flags come from the shop: initials replace one that fails, and no other host is requested', {
  tag: ['@COUNTRY-27'],
}, async ({ page, baseURL }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.route('**/flags/ng.svg', (route) => route.abort());
  await openPage(page, MY_INTEREST_URL);
  const { picker, ghana } = await openCountries(page);
  await expectOnScreen(picker.getByText('NG', { exact: true }).first());
  await expectFlag(ghana.locator('img'), '/flags/gh.svg');
  expect([...hosts]).toEqual([baseURL]);
});

test('with two more sources, flags are loaded from three in turn, and initials replace one that none has', {
  tag: ['@COUNTRY-7', '@COUNTRY-8'],
}, async ({ page }) => {
  // Start a second process of the same shop. The hosts do not exist; their responses are mocked.
  const shop = await startShopProcess(process.env.SHOP_DATA ?? '', {
    PROCESS_ROLE: 'web',
    FLAG_SOURCES: 'https://flags-one.example/{code}.svg,https://flags-two.example/{code}.svg',
  });
  try {
    const requestedUrls: string[] = [];
    // The flag of Ghana fails at the shop and the first source; the flag of Nigeria fails at all three.
    await page.route(/flags\/(ng|gh)\.svg$|flags-(one|two)\.example/, (route) => {
      const url = route.request().url();
      requestedUrls.push(url.replace(shop.origin, ''));
      return url.endsWith('two.example/gh.svg')
        ? route.fulfill({ contentType: 'image/svg+xml', body: SVG })
        : route.abort();
    });
    await openPage(page, `${shop.origin}${MY_INTEREST_URL}`);
    const { picker, ghana } = await openCountries(page);
    await expectOnScreen(picker.getByText('NG', { exact: true }).first());
    expect(requestedUrls.slice(0, 3)).toEqual([
      '/flags/ng.svg',
      'https://flags-one.example/ng.svg',
      'https://flags-two.example/ng.svg',
    ]);
    await expectFlag(ghana.locator('img'), 'https://flags-two.example/gh.svg');
  } finally {
    await page.close();
    await shop.stop();
  }
});
