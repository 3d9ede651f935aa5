import type { Locator } from '@playwright/test';
import { expect, type Page } from './fixtures.ts';

/** Stops the page's clock, so that `page.clock.runFor` measures its delays exactly. */
export const pauseClock = async (page: Page): Promise<void> => {
  await page.clock.pauseAt(Date.now() + 3_600_000);
};

/**
 * Runs the paused clock in small steps until a condition holds.
 * @returns milliseconds of the page's time that it took
 */
export const runClockUntil = async (page: Page, isDone: () => Promise<boolean>): Promise<number> => {
  const stepMs = 20;
  let elapsedMs = 0;
  const step = async () => {
    if (await isDone()) return true;
    elapsedMs += stepMs;
    await page.clock.runFor(stepMs);
    return false;
  };
  await expect.poll(step, { intervals: [stepMs] }).toBe(true);
  return elapsedMs;
};

/** Fast-forwards the page's clock, which must be installed, until something is visible: the test skips the delay. */
export const fastForwardUntilVisible = (page: Page, locator: Locator): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await locator.isVisible()) return true;
        await page.clock.fastForward(2000);
        return false;
      },
      { intervals: [50] },
    )
    .toBe(true);

/** Skips the delays between the four attempts of a failing request; the page's clock must be installed. */
export const skipRetryDelays = (page: Page, countRequests: () => number): Promise<void> =>
  expect
    .poll(async () => {
      await page.clock.fastForward(5000);
      return countRequests();
    })
    .toBe(4);
