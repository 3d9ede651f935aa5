import { brand } from '@sokuwa/contract/brand.ts';
import { footer, openFooterColumn, openMenu } from './page-objects/layout.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, type Page, test, waitForHydration } from './support/fixtures.ts';

/** The information pages and the 404 page. */

/** An expandable question, guide or section, by its title. */
const row = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: title }) });
const openRows = (page: Page) => page.getByRole('main').locator('details[open]');

const expectNameExplained = async (page: Page) => {
  const name = page.getByRole('region', { name: 'What our name means' });
  await expect(name).toContainText('soko');
  await expect(name).toContainText('Swahili: market');
  await expect(name).toContainText('kasuwa');
  await expect(name).toContainText('Hausa: market');
  for (const part of ['Our vision', 'What we offer', 'What we do for you', 'Why Sokuwa', 'Our commitment'])
    await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
};

const expectFaqs = async (page: Page) => {
  const data = JSON.parse((await page.locator('main script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@type']).toBe('FAQPage');
  expect(data.mainEntity.length).toBe(await page.getByRole('main').locator('details').count());
  expect(JSON.stringify(data)).not.toContain('](');

  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveCount(8);
  await expect(openRows(page)).toHaveCount(0);
  const question = page.locator('summary').first();
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(openRows(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(openRows(page).getByRole('link').first()).toBeFocused();
  await question.focus();
  await page.keyboard.press('Space');
  await expect(openRows(page)).toHaveCount(0);

  await page.getByText('When do I get my money back?').click();
  await page.getByText('How can I pay?').click();
  await expect(openRows(page)).toHaveCount(2);
  await expect(row(page, 'When do I get my money back?')).toContainText('5 to 10 business days');
  await expect(row(page, 'How can I pay?')).toContainText('PayPal');
  const note = page.getByRole('main').getByRole('heading', { name: 'Didn’t find your answer?' }).locator('..');
  await expect(note.getByRole('link', { name: 'care@sokuwa.example' })).toHaveAttribute(
    'href',
    'mailto:care@sokuwa.example',
  );
};

const expectHelpGuides = async (page: Page) => {
  const channels = page.getByRole('region', { name: 'Talk to a person' });
  await expect(channels).toContainText('24/7');
  await expect(channels).toContainText('Monday to Friday, 9 AM to 6 PM West African Time');
  await expect(channels.getByRole('link', { name: /^Start a chat/ })).toHaveAttribute('target', '_blank');
  await expect(channels.getByRole('link', { name: /^\+/ })).toHaveAttribute('href', /^tel:\+\d+$/);

  await page.getByText('Make payment').click();
  await expect(openRows(page)).toHaveCount(1);
  await expect(openRows(page).getByRole('heading', { level: 3 })).toHaveText([
    'Card',
    'Transfer',
    'Bank account number',
    'QR code',
    'Mobile wallet app',
  ]);
  await page.getByText('Place an order').click();
  await expect(openRows(page)).toHaveCount(1);
  await expect(openRows(page).getByRole('listitem')).toHaveCount(8);
  // The guide above is closed by this click, which moves the page up.
  await page.getByText('Make payment').click();
  await page.getByText('Track orders').click();
  await expect(openRows(page)).toHaveCount(1);
  await expect(page.getByText('Track orders')).toBeInViewport();
  await expect(row(page, 'Track orders').getByRole('listitem').last()).toBeInViewport();
};

const expectThreeSections = async (page: Page) => {
  const titles = ['Terms of service', 'User agreement', 'Tax compliance'];
  await expect(page.getByRole('main').locator('summary')).toHaveText(titles);
  for (const title of titles.slice(1)) {
    await page.locator('summary', { hasText: title }).click();
    await expect(row(page, title)).toHaveAttribute('open');
  }
  await page.locator('summary', { hasText: 'Terms of service' }).click();
  await expect(openRows(page)).toHaveCount(2);
};

const expectReturnPeriods = async (page: Page) => {
  const windows = page.getByRole('region', { name: 'How long you have' });
  await expect(windows.getByRole('term')).toHaveText([
    '30 days from delivery',
    '7 days from delivery',
    '24 hours from delivery',
  ]);
  await page.getByText('How do I open a dispute?').click();
  await expect(row(page, 'How do I open a dispute?')).toContainText('care@sokuwa.example');
};

const PAGES: {
  path: string;
  title: string;
  date?: string;
  proves: string;
  tag: string[];
  expectContent?: (page: Page) => Promise<void>;
}[] = [
  {
    path: '/about',
    title: 'About us',
    proves: 'explains the name',
    tag: ['@SHELL-4', '@INFO-9'],
    expectContent: expectNameExplained,
  },
  {
    path: '/faqs',
    title: 'Frequently asked questions',
    date: 'Last updated 5 December 2024',
    proves: 'has structured data, eight groups and an email link, and allows several open questions, also by keyboard',
    tag: ['@INFO-10', '@INFO-11', '@INFO-12', '@INFO-13', '@INFO-14'],
    expectContent: expectFaqs,
  },
  {
    path: '/help',
    title: 'Help Center',
    proves: 'shows Live Chat and Call Us, and has only one guide open, which scrolls into view',
    tag: ['@SUPPORT-5', '@SUPPORT-7', '@INFO-17', '@INFO-18', '@INFO-19', '@INFO-24'],
    expectContent: expectHelpGuides,
  },
  {
    path: '/termsandconditions',
    title: 'Terms and Conditions',
    date: 'Last updated November 23, 2024',
    proves: 'has three sections that open and close',
    tag: ['@INFO-2', '@INFO-25'],
    expectContent: expectThreeSections,
  },
  {
    path: '/privacypolicy',
    title: 'Privacy Policy',
    date: 'Last updated November 23, 2024',
    proves: 'is a page of its own',
    tag: ['@INFO-2', '@INFO-26'],
  },
  {
    path: '/returnandrefundpolicy',
    title: 'Return and Refund Policy',
    date: 'Last updated 23 November 2024. Effective 1 January 2025.',
    proves: 'lists all return periods and explains disputes',
    tag: ['@INFO-28', '@INFO-30', '@INFO-32', '@INFO-33'],
    expectContent: expectReturnPeriods,
  },
];

for (const { path, title, date, proves, tag, expectContent } of PAGES) {
  test(`${path}: ${proves}; has title, description and canonical URL; is accessible`, {
    tag: ['@SESSION-17', '@INFO-1', '@INFO-5', '@INFO-6', ...tag],
  }, async ({ page }) => {
    await openPage(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Sokuwa`);
    expect(await page.locator('meta[name=description]').last().getAttribute('content')).toMatch(/.{50}/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`//[^/]+${path}$`));
    if (date) await expect(page.getByText(date)).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectNoHorizontalOverflow(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoHorizontalOverflow(page);
    await expectContent?.(page);

    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) {
        details.removeAttribute('name');
        details.setAttribute('open', '');
      }
    });
    // The open sections contain all that the closed ones show.
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoHorizontalOverflow(page);
    }
    await expectAccessible(page);
  });
}

test('Help Center: prints all guides without controls; a guest’s order code leads to the login, an invalid one shows an error', {
  tag: ['@INFO-7', '@INFO-23'],
}, async ({ page }) => {
  await openPage(page, '/help');
  const texts = [
    'Choose how many and press Add To Cart.',
    'Approve the amount in the app.',
    'Press View Details beside the order.',
  ];
  const track = page.getByRole('button', { name: 'Track Order' });
  for (const text of texts) await expect(page.getByText(text)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const text of texts) await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(footer(page)).toBeHidden();
  await expect(track).toBeHidden();

  await page.emulateMedia({ media: 'screen' });
  await page.getByText('Track orders').click();
  const field = page.getByRole('textbox', { name: 'Order code' });
  await track.click();
  await expect(page.getByText('Enter the code of your order.')).toBeVisible();
  await field.fill(' A-1 ');
  await expect(page.getByText('Enter the code of your order.')).toBeHidden();
  await track.click();
  await expect(page.getByText('An order code has 12 letters and digits')).toBeVisible();
  await expect(page).toHaveURL('/help');
  await field.fill('7f3k q2m9 xw4t');
  await track.click();
  await expect(page).toHaveURL('/login?next=%2Forder%2Fdetails%2F7F3KQ2M9XW4T');
});

const expectSectionOpens = (page: Page, url: string, title: string, text: string) =>
  test.step(url, async () => {
    await page.goto(url);
    await expect(row(page, title)).toHaveAttribute('open');
    await expect(row(page, title).getByText(text).first()).toBeInViewport();
  });
/** URLs with a hash, each with the section that it opens and a text of this section. */
const SECTION_URLS = [
  ['/faqs#cancel', 'Can I cancel my order?', 'Cancel Order'],
  ['/termsandconditions#receipts', 'Tax compliance', 'Your receipt'],
  ['/returnandrefundpolicy#dispute-outcome', 'What are the possible outcomes?', 'full or partial refund'],
  ['/help#cancel-orders', 'Cancel orders', 'View Details'],
] as const;

test('a URL with a hash opens the section', { tag: ['@INFO-4', '@INFO-31'] }, async ({ page }) => {
  // The browser does it without scripts too, so two show that the scripts leave it open.
  for (const [url, title, text] of SECTION_URLS.slice(2)) await expectSectionOpens(page, url, title, text);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a URL with a hash opens the section, and guides open, one at a time', {
    tag: ['@INFO-4', '@INFO-17', '@INFO-31'],
  }, async ({ page }) => {
    for (const [url, title, text] of SECTION_URLS) await expectSectionOpens(page, url, title, text);
    for (const [guide, text] of [
      ['Place an order', 'Choose how many'],
      ['Cancel orders', 'View Details'],
    ] as const) {
      await page.locator('summary', { hasText: guide }).click();
      await expect(openRows(page)).toHaveCount(1);
      await expect(openRows(page)).toContainText(text);
    }
  });
});

test('a link to a section opens it, also after it was closed again', { tag: ['@INFO-4'] }, async ({ page }) => {
  await openPage(page, '/faqs#where-is-my-order');
  await row(page, 'Where is my order?').getByRole('link', { name: 'the steps' }).click();
  await expect(page).toHaveURL('/help#track-orders');
  await expect(row(page, 'Track orders')).toHaveAttribute('open');
  await page.goBack();
  await page.getByText('Can I cancel my order?').click();
  const link = row(page, 'Can I cancel my order?').getByRole('link', { name: 'return it' });
  for (const _ of [1, 2]) {
    await link.click();
    await expect(row(page, 'How do I return an item?')).toHaveAttribute('open');
    await expect(page.getByText('How do I return an item?')).toBeInViewport();
    await page.getByText('How do I return an item?').click();
  }
});

test('the Help menu and the footer link to the information pages', async ({ page }) => {
  await openPage(page, '/about');
  const menu = await openMenu(page, 'Help');
  for (const name of ['FAQs', 'Help Center', 'Return & Refund Policy'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  await menu.getByRole('link', { name: 'Help Center' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
  for (const [name, title] of [
    ['About us', 'About us'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms & Conditions', 'Terms and Conditions'],
  ] as const) {
    await (await openFooterColumn(page, brand.name)).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Sokuwa`);
  }
});

test.describe('an unknown URL', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('shows links home, back and to frequently used pages', { tag: ['@INFO-47', '@INFO-48'] }, async ({ page }) => {
    await openPage(page, '/faqs');
    await page.goto('/no/such/page');
    await waitForHydration(page);
    await expect(page.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
    const links = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    await expect(links).toHaveText([
      'Home',
      'Browse Products',
      'About',
      'Contact',
      'FAQs',
      'Terms and Conditions',
      'Privacy Policy',
    ]);
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL('/faqs');
  });

  test('shows the 404 page, also for a malformed URL', { tag: ['@INFO-46', '@INFO-49'] }, async ({ page, baseURL }) => {
    for (const [path, heading] of [
      ['/product/details/%ZZ', 'Page not found'],
      ['/product/list/%ZZ', 'This stall has moved'],
      ['/%FF', 'This stall has moved'],
      ['/100%?a=%', 'This stall has moved'],
      ['//no/such/page', 'This stall has moved'],
    ] as const)
      await test.step(path, async () => {
        const response = await page.request.get(`${baseURL}${path}`);
        expect(response.status()).toBe(404);
        expect(await response.text()).toContain(heading);
      });
    for (const [path, heading] of [
      ['/product/details/%ZZ', 'Page not found'],
      ['/100%?a=%', 'This stall has moved'],
    ] as const) {
      await openPage(page, `${baseURL}${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }
  });
});
