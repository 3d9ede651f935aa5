import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import type { Benchmark, Measurement } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';
import { median } from '../statistics.ts';

/** A weak mobile network. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const SCREEN = { width: 390, height: 844 };
/** Time after the load event in which late layout shifts and paints still count. */
const SETTLE_MS = 3000;
const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** Types of resources in the DevTools protocol, and their names in the results. */
const RESOURCE_TYPES = { Document: 'HTML', Stylesheet: 'CSS', Script: 'JS', Image: 'pictures', Font: 'fonts' } as const;
type Kind = (typeof RESOURCE_TYPES)[keyof typeof RESOURCE_TYPES];
/** The types that count towards the 150 kB of home. */
const BUDGETED: readonly Kind[] = ['HTML', 'CSS', 'JS'];

/** Bytes by resource type; first and largest contentful paint, total blocking time, cumulative layout shift. */
type Visit = { bytes: Record<Kind, number>; fcpMs: number; lcpMs: number; tbtMs: number; cls: number };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Sums up compressed bytes by resource type, without headers, which are about half a kB per response. */
const countBytes = (session: CDPSession): Visit['bytes'] => {
  const types = new Map<string, string>();
  const headerSizes = new Map<string, number>();
  const bytes = { HTML: 0, CSS: 0, JS: 0, pictures: 0, fonts: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headersText }) =>
    headerSizes.set(requestId, headersText?.length ?? 0),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = Object.entries(RESOURCE_TYPES).find(([type]) => type === types.get(requestId))?.[1];
    if (kind) bytes[kind] += encodedDataLength - (headerSizes.get(requestId) ?? 0);
  });
  return bytes;
};

/** Observes from the start of the page, because later observers do not get all entries. */
const observeVitals = (page: Page) =>
  page.addInitScript(() => {
    const vitals = { fcpMs: 0, lcpMs: 0, tbtMs: 0, cls: 0 };
    Object.assign(window, { vitals });
    const observe = (type: string, onEntry: (entry: PerformanceEntry & { value: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) onEntry(entry);
      }).observe({ type, buffered: true });
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') vitals.fcpMs = startTime;
    });
    observe('largest-contentful-paint', ({ startTime }) => {
      vitals.lcpMs = startTime;
    });
    // The part of each long task above 50 ms, after the first contentful paint (web.dev/tbt).
    observe('longtask', ({ startTime, duration }) => {
      if (vitals.fcpMs > 0 && startTime >= vitals.fcpMs) vitals.tbtMs += duration - 50;
    });
    observe('layout-shift', ({ value }) => {
      vitals.cls += value;
    });
  });

const visit = async (browser: Browser, address: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const bytes = countBytes(session);
  await observeVitals(page);
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Omit<Visit, 'bytes'> }).vitals);
  await context.close();
  return { bytes, ...vitals };
};

const createMeasurement = (
  name: string,
  unit: Measurement['unit'],
  values: number[],
  target: Measurement['target'] = 'none',
): Measurement => ({
  name,
  shop: `median of ${values.length}`,
  baseline: '',
  value: median(values),
  unit,
  range: [Math.min(...values), Math.max(...values)],
  target,
});

/** Measurements of one page that have no target. */
const measurementsWithoutTarget = (page: string, visits: readonly Visit[]): Measurement[] => {
  const kilobytes = (kind: Kind) => `${kind} ${Math.round(median(visits.map(({ bytes }) => bytes[kind])) / 1000)} kB`;
  return [
    {
      ...createMeasurement(
        `${page}: all bytes, compressed`,
        ' kB',
        visits.map(({ bytes }) => sum(Object.values(bytes)) / 1000),
      ),
      shop: Object.values(RESOURCE_TYPES).map(kilobytes).join(', '),
    },
    createMeasurement(
      `${page}: first contentful paint`,
      ' s',
      visits.map(({ fcpMs }) => fcpMs / 1000),
    ),
    createMeasurement(
      `${page}: total blocking time`,
      ' ms',
      visits.map(({ tbtMs }) => tbtMs),
    ),
  ];
};

/** Home, a list and a product on a slow phone. */
export const slowPhone: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const { results } = (await (await fetch(`${shop.origin}/backend/api/products/?page=1`)).json()) as {
    results: { id: number }[];
  };
  const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {});
  const visitRepeatedly = async (path: string): Promise<Visit[]> => {
    // The first visit encodes the pictures, so it does not count. Each visit has an empty browser cache.
    await visit(browser, shop.origin + path);
    const visits: Visit[] = [];
    for (let n = 0; n < (quick ? 2 : 5); n++) visits.push(await visit(browser, shop.origin + path));
    return visits;
  };
  const home = await visitRepeatedly('/');
  const list = await visitRepeatedly('/product/list?section=productList&page=1');
  const product = await visitRepeatedly(`/product/details/${results[0]?.id}`);
  await browser.close();
  await shop.stop();
  await folder.remove();
  const budgetedKilobytes = ({ bytes }: Visit) => sum(BUDGETED.map((kind) => bytes[kind])) / 1000;
  const lcpSeconds = ({ lcpMs }: Visit) => lcpMs / 1000;
  const layoutShift = ({ cls }: Visit) => cls;
  return [
    createMeasurement('HTML, CSS and JS of home, compressed', ' kB', home.map(budgetedKilobytes), { max: 150 }),
    createMeasurement('Largest contentful paint', ' s', home.map(lcpSeconds), { max: 2.5 }),
    createMeasurement('Cumulative layout shift', '', home.map(layoutShift), { max: 0.05 }),
    ...measurementsWithoutTarget('Home', home),
    ...[
      { name: 'List', visits: list },
      { name: 'Product', visits: product },
    ].flatMap(({ name, visits }) => [
      createMeasurement(`${name}: largest contentful paint`, ' s', visits.map(lcpSeconds)),
      createMeasurement(`${name}: cumulative layout shift`, '', visits.map(layoutShift)),
      ...measurementsWithoutTarget(name, visits),
    ]),
  ];
};
