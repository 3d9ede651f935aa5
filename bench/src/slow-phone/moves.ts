import type { Browser, CDPSession, Locator, Page } from 'playwright';
import { openPhonePage, type SessionCookie } from './phone.ts';

/** Milliseconds until the heading of a page is painted, and its main picture. */
export type Arrival = { headingMs: number; pictureMs: number };

type WatchedWindow = { arrival?: Promise<Arrival>; watchArrival?: (watch: { from: string }) => void };

const MAX_WAIT_MS = 60_000;
/** Duration of a quick tap: the time for which the finger touches the screen. */
const TAP_MS = 80;
/** Everything is prefetched when nothing was requested for this time. */
const PREFETCHED_MS = 8000;
/** What came into view is loaded when nothing was requested for this time. */
const LOADED_MS = 1000;

/**
 * Runs in each page before its scripts. A heading has arrived when it is painted and differs from the last page's, a main picture when
 * the largest picture in the window is painted. The times come from the browser's Element Timing API.
 */
const installWatch = (): void => {
  type Painted = PerformanceEntry & {
    identifier: string;
    element: HTMLElement | null;
    url: string;
    renderTime: number;
  };
  const painted: Painted[] = [];
  new PerformanceObserver((list) => {
    painted.push(...(list.getEntries() as Painted[]));
  }).observe({ type: 'element', buffered: true });
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('main h1:not([elementtiming]), main img:not([elementtiming])'))
      element.setAttribute('elementtiming', element.localName);
  }).observe(document, { childList: true, subtree: true });
  const areaInWindow = (element: Element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && element.checkVisibility({ visibilityProperty: true })
      ? width * height
      : 0;
  };
  const findMainPicture = () =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((image) => areaInWindow(image) > 1)
      .sort((a, b) => areaInWindow(b) - areaInWindow(a))[0];
  const watch = async (startMs: number, from: string): Promise<Arrival> => {
    let shownFromMs = Number.POSITIVE_INFINITY;
    for (;;) {
      const isNext = (heading: HTMLElement | null) => heading?.textContent !== from;
      if ([...document.querySelectorAll<HTMLElement>('main h1')].some((one) => areaInWindow(one) > 1 && isNext(one)))
        shownFromMs = Math.min(shownFromMs, performance.now());
      const since = painted.filter(({ renderTime }) => renderTime > startMs);
      const heading = since.find(({ identifier, element }) => identifier === 'h1' && isNext(element));
      const source = heading && findMainPicture()?.currentSrc;
      const picture = source && since.find(({ url }) => url === source);
      if (picture) {
        // Element Timing may miss a text that is removed soon after it was painted. If the heading was on the page before the
        // picture was painted, it was painted with the picture at the latest.
        const headingMs =
          shownFromMs < picture.renderTime ? Math.min(heading.renderTime, picture.renderTime) : heading.renderTime;
        return { headingMs: headingMs - startMs, pictureMs: picture.renderTime - startMs };
      }
      if (performance.now() - startMs > 60_000) throw new Error('The page does not arrive');
      await new Promise(requestAnimationFrame);
    }
  };
  const target = window as unknown as WatchedWindow;
  // Each page is watched from its start; a move within a page from its tap.
  target.arrival = watch(0, '');
  target.watchArrival = ({ from }) => {
    target.arrival = new Promise((resolve, reject) => {
      const start = ({ timeStamp }: Event) => void watch(timeStamp, from).then(resolve, reject);
      addEventListener('pointerup', start, { capture: true, once: true });
    });
  };
};

const readArrival = (page: Page): Promise<Arrival> =>
  page.evaluate(() => (window as unknown as WatchedWindow).arrival as Promise<Arrival>);

const waitUntilIdle = async (page: Page, lastRequest: () => number, minIdleMs: number): Promise<void> => {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const idleMs = performance.now() - lastRequest();
    if (idleMs >= minIdleMs) return;
    await page.waitForTimeout(Math.max(100, minIdleMs - idleMs));
  }
  throw new Error(`${page.url()} does not stop requesting`);
};

/** Scrolls a control into view, as its visitor would. @returns its centre */
const findPlace = (target: Locator): Promise<{ x: number; y: number }> =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - 80) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

/** A tap with a duration. Playwright's own tap has none. */
const tap = async (page: Page, session: CDPSession, place: { x: number; y: number }): Promise<void> => {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await page.waitForTimeout(TAP_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** Opens a page of a phone, and waits until it has loaded and prefetched everything. */
const openSettledPage = async (browser: Browser, address: string, cookie?: SessionCookie) => {
  const { context, page, session } = await openPhonePage(browser, cookie);
  await page.addInitScript(installWatch);
  let lastRequestMs = performance.now();
  const recordActivity = () => {
    lastRequestMs = performance.now();
  };
  session.on('Network.requestWillBeSent', recordActivity);
  session.on('Network.loadingFinished', recordActivity);
  await page.goto(address, { waitUntil: 'load', timeout: MAX_WAIT_MS });
  const lastRequest = () => lastRequestMs;
  await waitUntilIdle(page, lastRequest, PREFETCHED_MS);
  return { context, page, session, lastRequest };
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
  const { context, page, session, lastRequest } = await openSettledPage(browser, address);
  const target = page.locator(link).filter({ visible: true }).nth(index);
  const place = await findPlace(target);
  // A visitor taps what they see. Scrolling prefetches nothing.
  const scrolledMs = performance.now();
  await waitUntilIdle(page, () => Math.max(scrolledMs, lastRequest()), LOADED_MS);
  await page.evaluate(() => {
    const { watchArrival } = window as unknown as WatchedWindow;
    watchArrival?.({ from: document.querySelector('main h1')?.textContent ?? '' });
  });
  await tap(page, session, place);
  const arrival = await readArrival(page);
  const result = { ...arrival, address: page.url() };
  await context.close();
  return result;
};

type InteractionWindow = { slowest: number };

/** Opens a settled page that records its slowest interaction. */
const openObservedPage = async (browser: Browser, address: string, cookie?: SessionCookie) => {
  const opened = await openSettledPage(browser, address, cookie);
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

/** Taps a control of the page, as a finger does. */
export type Tap = (target: Locator) => Promise<void>;

/**
 * Interaction to next paint.
 * @param interact taps with `tap`, or presses keys. Playwright's own tap runs scripts in the page, which would delay the measured event
 * @returns milliseconds from the slowest of its events to the next paint
 */
export const measureInteraction = async (
  browser: Browser,
  address: string,
  interact: (page: Page, tap: Tap) => Promise<void>,
  cookie?: SessionCookie,
): Promise<number> => {
  const { context, page, session, lastRequest } = await openObservedPage(browser, address, cookie);
  await interact(page, async (target) => {
    const place = await findPlace(target);
    // The search for the control has kept the processor busy.
    const foundMs = performance.now();
    await waitUntilIdle(page, () => Math.max(foundMs, lastRequest()), LOADED_MS);
    await tap(page, session, place);
  });
  // Entries are delivered some time after the paint.
  await page.waitForTimeout(2000);
  const slowest = await page.evaluate(() => (window as unknown as InteractionWindow).slowest);
  await context.close();
  return slowest;
};
