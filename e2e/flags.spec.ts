import { countryButton, MY_INTEREST_URL, openDropdown } from './page-objects/layout.ts';
import { chromium } from './support/chromium.ts';
import { expect, openPage, test } from './support/fixtures.ts';

test.use({
  launchOptions: chromium({ pictures: true }),
  expectedErrors: [/Failed to load resource.*(\/flags\/|flags-(one|two)\.example)/],
});

test('flags are loaded from three sources in turn, and initials replace a flag that no source has', {
  tag: ['@COUNTRY-7', '@COUNTRY-8'],
}, async ({ page }) => {
  const requestedUrls: string[] = [];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3H0z"/></svg>';
  // The flag of Ghana fails at the shop and at the first source, the flag of Nigeria at all three.
  await page.route(/flags\/(ng|gh)\.svg$|flags-(one|two)\.example/, (route) => {
    const url = route.request().url();
    requestedUrls.push(url.replace(/^http:\/\/localhost:\d+/, ''));
    return url.endsWith('two.example/gh.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: svg })
      : route.abort();
  });
  await openPage(page, MY_INTEREST_URL);
  const picker = await openDropdown(page, countryButton(page));
  await expect(picker.getByText('NG', { exact: true })).toBeVisible();
  expect(requestedUrls.slice(0, 3)).toEqual([
    '/flags/ng.svg',
    'https://flags-one.example/ng.svg',
    'https://flags-two.example/ng.svg',
  ]);
  await picker.getByRole('button', { name: 'Change' }).click();
  const ghana = page.getByRole('list', { name: 'Countries', exact: true }).getByRole('button', { name: /^Ghana/ });
  await ghana.scrollIntoViewIfNeeded();
  await expect(ghana.locator('img')).toHaveAttribute('src', 'https://flags-two.example/gh.svg');
  await expect(ghana.locator('img')).toHaveJSProperty('complete', true);
});
