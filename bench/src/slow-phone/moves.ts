import type { Browser, Page } from 'playwright';
import { openPhonePage } from './phone.ts';

/** Milliseconds until the heading of a page is painted, and its main picture. */
export type Arrival = { headingMs: number; pictureMs: number };

type Watch = { startMs: number; isNew: (heading: string) => boolean };
type WatchedWindow = { arrival?: Promise<Arrival>; watchArrival?: (watch: { from: string }) => void };

const MAX_WAIT_MS = 60_000;
/** A prefetch is over when nothing was requested for this time. */
const IDLE_MS = 8000;

/**
 * Runs in each page before its scripts. A page has arrived when a heading other than the last page's is in the window and the
 * next frame was painted, and its picture when the largest one in the window is decoded and painted too.
 */
const installWatch = (): void => {
  const afterPaint = () =>
    new Promise<number>((resolve) => {
      // The frame is painted before a task that is queued in it.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
  const findHeading = () => document.querySelector('main h1')?.textContent ?? '';
  const isInWindow = (element: Element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
  };
  const areaOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const mainPicture = () =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter(isInWindow)
      .sort((a, b) => areaOf(b) - areaOf(a))[0];
  const nextFrame = (startMs: number) =>
    new Promise<void>((resolve, reject) => {
      requestAnimationFrame((nowMs) =>
        nowMs - startMs < 60_000 ? resolve() : reject(new Error('The page does not arrive')),
      );
    });
  const watch = async ({ startMs, isNew }: Watch): Promise<Arrival> => {
    while (!isNew(findHeading())) await nextFrame(startMs);
    const headingMs = (await afterPaint()) - startMs;
    for (;;) {
      const picture = mainPicture();
      if (picture?.complete && picture.naturalWidth > 0) {
        await picture.decode().catch(() => undefined);
        return { headingMs, pictureMs: (await afterPaint()) - startMs };
      }
      await nextFrame(startMs);
    }
  };
  const target = window as unknown as WatchedWindow;
  // Each page is watched from its start; a move within a page from its tap.
  target.arrival = watch({ startMs: 0, isNew: (heading) => heading !== '' });
  target.watchArrival = ({ from }) => {
    target.arrival = new Promise((resolve, reject) => {
      const start = ({ timeStamp }: Event) =>
        void watch({ startMs: timeStamp, isNew: (it) => it !== from }).then(resolve, reject);
      addEventListener('pointerup', start, { capture: true, once: true });
    });
  };
};

const readArrival = (page: Page): Promise<Arrival> =>
  page.evaluate(() => (window as unknown as WatchedWindow).arrival as Promise<Arrival>);

const waitUntilIdle = async (page: Page, lastRequest: () => number): Promise<void> => {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const idleMs = performance.now() - lastRequest();
    if (idleMs >= IDLE_MS) return;
    await page.waitForTimeout(Math.max(100, IDLE_MS - idleMs));
  }
  throw new Error(`${page.url()} does not stop requesting`);
};

/** Opens a page of a phone, and waits until it has loaded and prefetched everything. */
const openSettledPage = async (browser: Browser, address: string) => {
  const { context, page, session } = await openPhonePage(browser);
  await page.addInitScript(installWatch);
  let lastRequestMs = performance.now();
  const recordActivity = () => {
    lastRequestMs = performance.now();
  };
  session.on('Network.requestWillBeSent', recordActivity);
  session.on('Network.loadingFinished', recordActivity);
  await page.goto(address, { waitUntil: 'load', timeout: MAX_WAIT_MS });
  await waitUntilIdle(page, () => lastRequestMs);
  return { context, page };
};

/** A full load of a page by a new visitor. */
export const measureFullLoad = async (browser: Browser, address: string): Promise<Arrival> => {
  const { context, page } = await openPhonePage(browser);
  await page.addInitScript(installWatch);
  await page.goto(address, { waitUntil: 'commit', timeout: MAX_WAIT_MS });
  const arrival = await readArrival(page);
  await context.close();
  return arrival;
};

/**
 * A tap on a link of a page that has loaded.
 * @param link selector of the links
 * @param index which of the visible ones, in the order of the page; it is scrolled into view first
 * @returns the arrival of the next page, from the tap on, and its address
 */
export const measureMove = async (
  browser: Browser,
  address: string,
  { link, index }: { link: string; index: number },
): Promise<Arrival & { address: string }> => {
  const { context, page } = await openSettledPage(browser, address);
  const target = page.locator(link).filter({ visible: true }).nth(index);
  // At once and without waiting, so that what comes into view by it is not prefetched.
  const place = await target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - 80) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.evaluate(() => {
    const { watchArrival } = window as unknown as WatchedWindow;
    watchArrival?.({ from: document.querySelector('main h1')?.textContent ?? '' });
  });
  await page.touchscreen.tap(place.x, place.y);
  const arrival = await readArrival(page);
  const result = { ...arrival, address: page.url() };
  await context.close();
  return result;
};

type InteractionWindow = { slowest: number };

/** Opens a settled page that records its slowest interaction. */
const openObservedPage = async (browser: Browser, address: string) => {
  const opened = await openSettledPage(browser, address);
  await opened.page.evaluate(() => {
    const target = window as unknown as InteractionWindow;
    target.slowest = 0;
    type Timing = PerformanceEntry & { interactionId: number };
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as Timing[])
        if (interactionId) target.slowest = Math.max(target.slowest, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  return opened;
};

/**
 * Interaction to next paint.
 * @param interact taps or presses keys
 * @returns milliseconds from the slowest of its events to the next paint
 */
export const measureInteraction = async (
  browser: Browser,
  address: string,
  interact: (page: Page) => Promise<void>,
): Promise<number> => {
  const { context, page } = await openObservedPage(browser, address);
  await interact(page);
  // Entries are delivered some time after the paint.
  await page.waitForTimeout(2000);
  const slowest = await page.evaluate(() => (window as unknown as InteractionWindow).slowest);
  await context.close();
  return slowest;
};
