import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import { expectOnScreen, expectTouchTargets } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const { banners: BANNERS } = DEFAULT_HOME;

const offersRegion = (page: Page) => page.getByRole('region', { name: 'Offers' });
/** The current slide; the others are inert. */
const currentSlide = (page: Page) => offersRegion(page).locator('[aria-roledescription=slide]:not([inert])');
const expectShown = async (page: Page, position: number): Promise<void> => {
  // Before the carousel starts, no slide is inert.
  await expect(currentSlide(page)).toHaveCount(1);
  await expect(currentSlide(page)).toHaveAccessibleName(`${position} of 8: ${BANNERS[position - 1]?.headline}`);
};
/** Moves pointer and focus off the banners, and waits until they play. */
const leaveBanners = async (page: Page): Promise<void> => {
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const isPlaying = await offersRegion(page).getByRole('button', { name: 'Pause slides' }).isVisible();
  if (isPlaying) await expect(currentSlide(page).locator('..')).toHaveAttribute('aria-live', 'off');
};
/** Moves the pointer over the banners, and waits until they are paused. */
const pauseBanners = async (page: Page): Promise<void> => {
  await offersRegion(page).hover();
  await expect(currentSlide(page).locator('..')).toHaveAttribute('aria-live', 'polite');
};
/** Opens the home page with a clock that advances only by runFor. @returns the position of the shown banner */
const openHomeWithPausedClock = async (page: Page): Promise<number> => {
  await page.clock.install();
  await openPage(page, '/');
  await page.waitForLoadState('load');
  // No timer may be due while the clock is being stopped.
  await pauseBanners(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const name = await currentSlide(page).getAttribute('aria-label');
  await leaveBanners(page);
  return Number.parseInt(name ?? '', 10);
};
const nextPosition = (position: number): number => (position % BANNERS.length) + 1;

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('banners change every 3000 ms with a transition of 400 ms, and start over after the last', {
    tag: ['@phone', '@HOME-13', '@HOME-14', '@HOME-15'],
  }, async ({ page }) => {
    let shown = await openHomeWithPausedClock(page);
    for (const _ of BANNERS) {
      await expectShown(page, shown);
      await page.clock.runFor(2900);
      await expectShown(page, shown);
      await page.clock.runFor(200);
      shown = nextPosition(shown);
      await expectShown(page, shown);
      // Restart the timer, because React may have started it at any time of these 200 ms.
      await pauseBanners(page);
      await leaveBanners(page);
    }
    await expect(currentSlide(page).locator('..')).toHaveCSS('transition-duration', '0.4s');
  });

  test('the landing hero stays visible and usable while the banners change', {
    tag: ['@HOME-3', '@HOME-7', '@HOME-8', '@HOME-9', '@HOME-10', '@HOME-53'],
  }, async ({ page }) => {
    let shown = await openHomeWithPausedClock(page);
    const main = page.getByRole('main');
    const hero = [
      main.getByRole('heading', { level: 1, name: 'African Foodstuffs & Groceries' }),
      main.getByText(/^Fast delivery worldwide/),
      main.getByRole('link', { name: 'SHOP NOW', exact: true }),
      main.getByRole('img', { name: /tomatoes, egusi, garri/ }).first(),
      ...(await main
        .getByRole('list', { name: /elsewhere$/ })
        .getByRole('link')
        .all()),
    ];
    expect(hero).toHaveLength(9);
    // Three of the eight banners: they are alike.
    for (const _ of BANNERS.slice(0, 3)) {
      await expectShown(page, shown);
      for (const part of hero) {
        await part.scrollIntoViewIfNeeded();
        await expectOnScreen(part);
      }
      await leaveBanners(page);
      await page.clock.runFor(3100);
      shown = nextPosition(shown);
    }
  });

  test('banners that a visitor has moved stay until Play is pressed', { tag: ['@phone', '@HOME-54'] }, async ({
    page,
  }) => {
    let shown = await openHomeWithPausedClock(page);
    const play = offersRegion(page).getByRole('button', { name: 'Play slides' });
    const swipe = async () => {
      const box = await currentSlide(page).boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      await page.mouse.move(x + width * 0.8, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.2, y + height / 2, { steps: 5 });
      await page.mouse.up();
    };
    for (const move of [
      swipe,
      () => offersRegion(page).getByRole('button', { name: 'Next slide' }).click(),
      () =>
        offersRegion(page)
          .getByRole('button', { name: new RegExp(`^Show slide ${nextPosition(shown)}:`) })
          .click(),
    ]) {
      await move();
      shown = nextPosition(shown);
      await leaveBanners(page);
      await expectShown(page, shown);
      await page.clock.runFor(9000);
      await expectShown(page, shown);
      await play.click();
      await expect(play).toBeHidden();
    }
    await leaveBanners(page);
    await page.clock.runFor(3100);
    await expectShown(page, nextPosition(shown));
  });

  test('banners stop under the pointer, while they have the focus, and when paused', {
    tag: ['@phone', '@HOME-19'],
  }, async ({ page }) => {
    const first = await openHomeWithPausedClock(page);
    await offersRegion(page).hover();
    await page.clock.runFor(9000);
    await expectShown(page, first);
    await leaveBanners(page);
    await page.clock.runFor(3100);
    const next = nextPosition(first);
    await expectShown(page, next);
    await offersRegion(page).getByRole('button', { name: 'Pause slides' }).focus();
    await page.clock.runFor(9000);
    await expectShown(page, next);
    await page.keyboard.press('Enter');
    await leaveBanners(page);
    await page.clock.runFor(9000);
    await expectShown(page, next);
    await expect(offersRegion(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
  });
});

test('banners do not play with reduced motion', { tag: ['@phone', '@HOME-20'] }, async ({ page }) => {
  await openHomeWithPausedClock(page);
  await page.clock.runFor(12_000);
  await expectShown(page, 1);
  await expect(offersRegion(page).getByRole('button', { name: 'Play slides' })).toBeVisible();
});

test('dots and arrows change the banner, wrap around at the ends, and are at least 44 px wide and high; exactly one banner is visible at every width', {
  tag: ['@phone', '@HOME-11', '@HOME-15', '@HOME-16', '@HOME-17', '@SHELL-88'],
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

  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectShown(page, 1);
    await expectTouchTargets(offersRegion(page).locator('> div').last().getByRole('button'));
  }

  for (const width of [400, 464, 465, 1024, 1025, 2999, 3200]) {
    await page.setViewportSize({ width, height: 900 });
    const frame = await offersRegion(page).boundingBox();
    const slide = await currentSlide(page).boundingBox();
    // The slide includes the gap of 16 px to the next one.
    expect(slide?.width).toBeCloseTo((frame?.width ?? 0) + 16, 0);
    await expect(currentSlide(page)).toHaveCount(1);
  }
});
