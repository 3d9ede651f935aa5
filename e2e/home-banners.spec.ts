import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });
/** The current slide; the others are inert. */
const shown = (page: Page) => offers(page).locator('[aria-roledescription=slide]:not([inert])');
const expectShown = async (page: Page, at: number): Promise<void> => {
  // Before the carousel starts, no slide is inert.
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toHaveAccessibleName(`${at} of 8: ${BANNERS[at - 1]?.headline}`);
};
const open = async (page: Page): Promise<void> => {
  await page.clock.install();
  await openPage(page, '/');
  await page.waitForLoadState('load');
  await page.mouse.move(1, 1);
  // From here on, the clock advances only by runFor.
  await page.clock.pauseAt(Date.now() + 60_000);
};

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('banners turn by themselves every 3000 ms, slide for 400, and go round', {
    tag: ['@HOME-13', '@HOME-14', '@HOME-15'],
  }, async ({ page }) => {
    await open(page);
    await offers(page).getByRole('button', { name: 'Show slide 7: From the market to your door' }).click();
    await page.mouse.move(1, 1);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expectShown(page, 7);
    await page.clock.runFor(2900);
    await expectShown(page, 7);
    await page.clock.runFor(200);
    await expectShown(page, 8);
    await expect(shown(page).locator('..')).toHaveCSS('transition-duration', '0.4s');
    await page.clock.runFor(3000);
    await expectShown(page, 1);
  });

  test('banners hold still under the pointer, with the focus in them, and once paused', { tag: ['@HOME-19'] }, async ({
    page,
  }) => {
    await open(page);
    await offers(page).getByRole('button', { name: 'Show slide 2: Ankara by the yard' }).click();
    await page.clock.runFor(9000);
    await expectShown(page, 2);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.clock.runFor(9000);
    await expectShown(page, 2);
    await page.mouse.move(1, 1);
    await page.clock.runFor(3100);
    await expectShown(page, 3);
    await offers(page).getByRole('button', { name: 'Pause slides' }).focus();
    await page.clock.runFor(9000);
    await expectShown(page, 3);
    await page.keyboard.press('Enter');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.clock.runFor(9000);
    await expectShown(page, 3);
    await expect(offers(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
  });
});

test('banners wait to be turned where motion is not welcome', { tag: ['@HOME-20'] }, async ({ page }) => {
  await open(page);
  await page.clock.runFor(12_000);
  await expectShown(page, 1);
  await expect(offers(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
});

test('dots and arrows turn the banners, in a round', { tag: ['@HOME-11', '@HOME-15', '@HOME-16'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  const dots = offers(page).getByRole('button', { name: /^Show slide/ });
  await expect(dots).toHaveCount(8);
  await dots.nth(4).click();
  await expectShown(page, 5);
  await expect(dots.nth(4)).toHaveAttribute('aria-current', 'true');
  await dots.nth(0).click();
  await offers(page).getByRole('button', { name: 'Previous slide' }).click();
  await expectShown(page, 8);
  await offers(page).getByRole('button', { name: 'Next slide' }).click();
  await expectShown(page, 1);
});

test('one banner is seen at every width', { tag: ['@HOME-17'] }, async ({ page }) => {
  await openPage(page, '/');
  for (const width of [400, 464, 465, 1024, 1025, 2999, 3200]) {
    await page.setViewportSize({ width, height: 900 });
    const frame = await offers(page).boundingBox();
    const slide = await shown(page).boundingBox();
    // The slide includes the gap of 16 px to the next one.
    expect(slide?.width).toBeCloseTo((frame?.width ?? 0) + 16, 0);
    await expect(shown(page)).toHaveCount(1);
  }
});
