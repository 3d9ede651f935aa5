import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Lays out what is below the first view, as the page itself does a few seconds later. */
export const layOutAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.laidOut = '';
  });

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = { run: (context: string[] | Document, options: RunOptions) => Promise<AxeResults> };

/**
 * Expects axe to find no violation on the page in its current state.
 * @param selectors parts of the page to check instead of the whole
 */
export const expectAccessible = async (page: Page, selectors?: string[]): Promise<void> => {
  // A page that was opened by a link may still be on its way: each page has a heading.
  await expect(page.locator('h1')).not.toHaveCount(0);
  await layOutAll(page);
  // Loading axe is slower than running it, so load it only once in each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  // Of the rules that are on, only one about sound needs preloaded files, and the pages play none.
  const violations = await page.evaluate(async (included) => {
    const { axe } = window as unknown as { axe: Axe };
    const results = await axe.run(included ?? document, { resultTypes: ['violations'], preload: false });
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map((node) => node.target.join(' ')),
    }));
  }, selectors);
  expect(violations).toEqual([]);
};

/** Expects that the page does not scroll sideways. */
export const expectNoHorizontalOverflow = async (page: Page): Promise<void> => {
  const [contentWidth, viewportWidth] = await page.evaluate(
    () => [document.documentElement.scrollWidth, innerWidth] as const,
  );
  expect(contentWidth).toBeLessThanOrEqual(viewportWidth);
};

/** Runs in the page. @returns one line for each element that a visitor cannot see or click, with the reason */
const findObstacles = (elements: Element[]): string[] => {
  const isInside = (start: number, end: number, room: number) => end - start > room || (start > -1 && end < room + 1);
  const centre = (start: number, end: number, room: number) =>
    end - start > room ? (Math.max(start, 0) + Math.min(end, room)) / 2 : (start + end) / 2;
  const describeObstacle = (element: Element): string[] => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (!isInside(left, right, innerWidth) || !isInside(top, bottom, innerHeight)) {
      const place = [left, top, right, bottom].map(Math.round);
      return [`<${element.tagName}> is at ${place}, outside the viewport of ${innerWidth} × ${innerHeight}`];
    }
    const hit = document.elementFromPoint(centre(left, right, innerWidth), centre(top, bottom, innerHeight));
    if (element.contains(hit)) return [];
    return [`At the centre of <${element.tagName}> is ${hit?.outerHTML.slice(0, 200) ?? 'nothing'}`];
  };
  return elements.flatMap(describeObstacle);
};

/** Like `expectOnScreen`, for every element that the locator finds. */
export const expectAllOnScreen = async (locator: Locator): Promise<void> => {
  await expect(locator).not.toHaveCount(0);
  await expect
    .poll(() => locator.evaluateAll(findObstacles), {
      message: `${locator} must be on the screen`,
      intervals: [50, 100, 250],
    })
    .toEqual([]);
};

/**
 * Passes once a visitor can see the element and reach it with a pointer: it is in the viewport, and the topmost element at
 * its centre is it or inside it. Of an element larger than the viewport, the centre of the visible part counts.
 * `toBeVisible` also passes for a panel that a scrolling ancestor clips or that another layer covers.
 * @returns the same locator
 */
export const expectOnScreen = async (locator: Locator): Promise<Locator> => {
  await expect(locator).toBeVisible();
  await expectAllOnScreen(locator);
  return locator;
};

/**
 * Runs in the page. @returns the elements whose touch target is smaller than 44 px around their centre, with the side
 * that is too small
 */
const findSmallTargets = (elements: Element[], isHeightEnough: boolean): string[] => {
  // 21 px to each side, not 22: in a fractional layout the last pixel may belong to the neighbour.
  const reach = 21;
  const sides: [name: string, x: number, y: number][] = [
    ['above', 0, -reach],
    ['below', 0, reach],
    ...(isHeightEnough
      ? []
      : ([
          ['left', -reach, 0],
          ['right', reach, 0],
        ] satisfies [string, number, number][])),
  ];
  return elements.flatMap((element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return sides.flatMap(([name, x, y]) => {
      const hit = document.elementFromPoint(left + width / 2 + x, top + height / 2 + y);
      const isHit = element.contains(hit) || hit?.closest('label')?.contains(element);
      return isHit ? [] : [`${name} of ${element.outerHTML.slice(0, 120)}: ${hit?.outerHTML.slice(0, 80)}`];
    });
  });
};

/**
 * Expects every element that the locator finds to have a touch target of 44 × 44 px around its centre, as hit-tested on
 * the screen: a large box that is covered or clipped fails, and a small box with a larger target passes.
 * @param isHeightEnough for links in a column, which may be short words
 */
export const expectTouchTargets = async (locator: Locator, { isHeightEnough = false } = {}): Promise<void> => {
  await expect(locator).not.toHaveCount(0);
  await layOutAll(locator.page());
  expect(await locator.evaluateAll(findSmallTargets, isHeightEnough)).toEqual([]);
};

/** Expects a button to be disabled and to show its spinner on the screen. */
export const expectBusyButton = async (button: Locator): Promise<void> => {
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toBeDisabled();
  await expectOnScreen(button.locator('svg.animate-spin'));
};

/** Expects the picture to be loaded and to have pixels; an element with a broken URL has none. */
export const expectPictureLoaded = async (picture: Locator): Promise<void> => {
  await expect(picture).toHaveCount(1);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)), {
      message: `${picture} must load`,
    })
    .toBeGreaterThan(0);
};
