import { BANNERS } from '@sokuwa/contract/catalog/home.content.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const offersRegion = (page: Page) => page.getByRole('region', { name: 'Offers' });
/** The current slide; the others are inert. */
const currentSlide = (page: Page) => offersRegion(page).locator('[aria-roledescription=slide]:not([inert])');
const expectShown = async (page: Page, position: number): Promise<void> => {
  // Before the carousel starts, no slide is inert.
  await expect(currentSlide(page)).toHaveCount(1);
  await expect(currentSlide(page)).toHaveAccessibleName(`${position} of 8: ${BANNERS[position - 1]?.headline}`);
};
const openHomeWithPausedClock = async (page: Page): Promise<void> => {
  await page.clock.install();
  await openPage(page, '/');
  await page.waitForLoadState('load');
  await page.mouse.move(1, 1);
  // From here on, the clock advances only by runFor.
  await page.clock.pauseAt(Date.now() + 60_000);
};

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('banners change every 3000 ms with a transition of 400 ms, and start over after the last', {
    tag: ['@HOME-13', '@HOME-14', '@HOME-15'],
  }, async ({ page }) => {
    await openHomeWithPausedClock(page);
    await offersRegion(page).getByRole('button', { name: 'Show slide 7: From the market to your door' }).click();
    await page.mouse.move(1, 1);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expectShown(page, 7);
    await page.clock.runFor(2900);
    await expectShown(page, 7);
    await page.clock.runFor(200);
    await expectShown(page, 8);
    await expect(currentSlide(page).locator('..')).toHaveCSS('transition-duration', '0.4s');
    await page.clock.runFor(3000);
    await expectShown(page, 1);
  });

  test('banners stop under the pointer, while they have the focus, and when paused', { tag: ['@HOME-19'] }, async ({
    page,
  }) => {
    await openHomeWithPausedClock(page);
    await offersRegion(page).getByRole('button', { name: 'Show slide 2: Ankara by the yard' }).click();
    await page.clock.runFor(9000);
    await expectShown(page, 2);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.clock.runFor(9000);
    await expectShown(page, 2);
    await page.mouse.move(1, 1);
    await page.clock.runFor(3100);
    await expectShown(page, 3);
    await offersRegion(page).getByRole('button', { name: 'Pause slides' }).focus();
    await page.clock.runFor(9000);
    await expectShown(page, 3);
    await page.keyboard.press('Enter');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.clock.runFor(9000);
    await expectShown(page, 3);
    await expect(offersRegion(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
  });
});

test('banners do not play with reduced motion', { tag: ['@HOME-20'] }, async ({ page }) => {
  await openHomeWithPausedClock(page);
  await page.clock.runFor(12_000);
  await expectShown(page, 1);
  await expect(offersRegion(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
});

test('dots and arrows change the banner, and wrap around at the ends', {
  tag: ['@HOME-11', '@HOME-15', '@HOME-16'],
}, async ({ page }) => {
  await openPage(page, '/');
  const dots = offersRegion(page).getByRole('button', { name: /^Show slide/ });
  await expect(dots).toHaveCount(8);
  await dots.nth(4).click();
  await expectShown(page, 5);
  await expect(dots.nth(4)).toHaveAttribute('aria-current', 'true');
  await dots.nth(0).click();
  await offersRegion(page).getByRole('button', { name: 'Previous slide' }).click();
  await expectShown(page, 8);
  await offersRegion(page).getByRole('button', { name: 'Next slide' }).click();
  await expectShown(page, 1);
});

test('exactly one banner is visible at every width', { tag: ['@HOME-17'] }, async ({ page }) => {
  await openPage(page, '/');
  for (const width of [400, 464, 465, 1024, 1025, 2999, 3200]) {
    await page.setViewportSize({ width, height: 900 });
    const frame = await offersRegion(page).boundingBox();
    const slide = await currentSlide(page).boundingBox();
    // The slide includes the gap of 16 px to the next one.
    expect(slide?.width).toBeCloseTo((frame?.width ?? 0) + 16, 0);
    await expect(currentSlide(page)).toHaveCount(1);
  }
});
