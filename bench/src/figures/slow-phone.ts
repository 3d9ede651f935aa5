import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import type { Figure, Part } from '../figure.ts';
import { median } from '../numbers.ts';
import { startShop, temporaryFolder } from '../processes.ts';

/** A phone of the year before last on a weak mobile network. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const SLOWER = 4;
const SCREEN = { width: 390, height: 844 };
/** Milliseconds after the load event in which late shifts and paints are still seen. */
const SETTLING = 3000;
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** The kinds of files that the budget counts; pictures and fonts are not among them. */
const COUNTED = new Set(['Document', 'Stylesheet', 'Script']);

type Visit = { bytes: number; lcp: number; cls: number };

/** Sums up the compressed bytes of what the budget counts, without headers: those are about half a kB each. */
const countBytes = (session: CDPSession): (() => number) => {
  const kinds = new Map<string, string>();
  const heads = new Map<string, number>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headersText }) =>
    heads.set(requestId, headersText?.length ?? 0),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (COUNTED.has(kinds.get(requestId) ?? '')) bytes += encodedDataLength - (heads.get(requestId) ?? 0);
  });
  return () => bytes;
};

/** Watches from the first moment: entries that are asked for late are not all there. */
const watchVitals = (page: Page) =>
  page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0 };
    Object.assign(window, { vitals });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) vitals.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) vitals.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const visit = async (browser: Browser, origin: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const bytes = countBytes(session);
  await watchVitals(page);
  await page.goto(origin, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(SETTLING);
  const { lcp, cls } = await page.evaluate(
    () => (window as unknown as { vitals: { lcp: number; cls: number } }).vitals,
  );
  const seen = { bytes: bytes(), lcp, cls };
  await context.close();
  return seen;
};

const range = (numbers: number[]): [number, number] => [Math.min(...numbers), Math.max(...numbers)];

/** Home as a slow phone gets it. */
export const slowPhone: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {});
  // The first visit makes the pictures; every visit after it is a new visitor's.
  await visit(browser, shop.origin);
  const visits: Visit[] = [];
  for (let n = 0; n < (quick ? 2 : 5); n++) visits.push(await visit(browser, shop.origin));
  await browser.close();
  await shop.stop();
  await folder.remove();
  const figure = (name: string, unit: Figure['unit'], values: number[], most: number): Figure => ({
    name,
    ours: `median of ${values.length}`,
    theirs: '',
    value: median(values),
    unit,
    spread: range(values),
    bar: { most },
  });
  return [
    figure(
      'HTML, CSS and JS of home, compressed',
      ' kB',
      visits.map(({ bytes }) => bytes / 1000),
      150,
    ),
    figure(
      'Largest contentful paint',
      ' s',
      visits.map(({ lcp }) => lcp / 1000),
      2.5,
    ),
    figure(
      'Cumulative layout shift',
      '',
      visits.map(({ cls }) => cls),
      0.05,
    ),
  ];
};
