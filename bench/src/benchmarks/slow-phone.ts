import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import type { Figure, Part } from '../measurement.ts';
import { startShop, temporaryFolder } from '../processes.ts';
import { median } from '../statistics.ts';

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
/** Kinds of files, as the browser calls them, and as the results do. */
const KINDS = { Document: 'HTML', Stylesheet: 'CSS', Script: 'JS', Image: 'pictures', Font: 'fonts' } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];
/** What the budget counts. */
const COUNTED: readonly Kind[] = ['HTML', 'CSS', 'JS'];

/** Bytes by kind; milliseconds of first and largest contentful paint and of blocked time; cumulative layout shift. */
type Visit = { bytes: Record<Kind, number>; fcp: number; lcp: number; blocked: number; cls: number };

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Sums up compressed bytes by kind, without headers: those are about half a kB each. */
const countBytes = (session: CDPSession): Visit['bytes'] => {
  const kinds = new Map<string, string>();
  const heads = new Map<string, number>();
  const bytes = { HTML: 0, CSS: 0, JS: 0, pictures: 0, fonts: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headersText }) =>
    heads.set(requestId, headersText?.length ?? 0),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = Object.entries(KINDS).find(([type]) => type === kinds.get(requestId))?.[1];
    if (kind) bytes[kind] += encodedDataLength - (heads.get(requestId) ?? 0);
  });
  return bytes;
};

/** Watches from the first moment: entries that are asked for late are not all there. */
const watchVitals = (page: Page) =>
  page.addInitScript(() => {
    const vitals = { fcp: 0, lcp: 0, blocked: 0, cls: 0 };
    Object.assign(window, { vitals });
    const watch = (type: string, take: (entry: PerformanceEntry & { value: number }) => void) =>
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) take(entry);
      }).observe({ type, buffered: true });
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') vitals.fcp = startTime;
    });
    watch('largest-contentful-paint', ({ startTime }) => {
      vitals.lcp = startTime;
    });
    // Of each long task what is beyond 50 ms, once there is something to be touched (web.dev/tbt).
    watch('longtask', ({ startTime, duration }) => {
      if (vitals.fcp > 0 && startTime >= vitals.fcp) vitals.blocked += duration - 50;
    });
    watch('layout-shift', ({ value }) => {
      vitals.cls += value;
    });
  });

const visit = async (browser: Browser, address: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const bytes = countBytes(session);
  await watchVitals(page);
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(SETTLING);
  const vitals = await page.evaluate(() => (window as unknown as { vitals: Omit<Visit, 'bytes'> }).vitals);
  await context.close();
  return { bytes, ...vitals };
};

const figure = (name: string, unit: Figure['unit'], values: number[], bar: Figure['bar'] = 'none'): Figure => ({
  name,
  ours: `median of ${values.length}`,
  theirs: '',
  value: median(values),
  unit,
  spread: [Math.min(...values), Math.max(...values)],
  bar,
});

/** What has no bar, of one page. */
const reported = (page: string, visits: readonly Visit[]): Figure[] => {
  const kilobytes = (kind: Kind) => `${kind} ${Math.round(median(visits.map(({ bytes }) => bytes[kind])) / 1000)} kB`;
  return [
    {
      ...figure(
        `${page}: all bytes, compressed`,
        ' kB',
        visits.map(({ bytes }) => sum(Object.values(bytes)) / 1000),
      ),
      ours: Object.values(KINDS).map(kilobytes).join(', '),
    },
    figure(
      `${page}: first contentful paint`,
      ' s',
      visits.map(({ fcp }) => fcp / 1000),
    ),
    figure(
      `${page}: total blocking time`,
      ' ms',
      visits.map(({ blocked }) => blocked),
    ),
  ];
};

/** Home, a list and a product as a slow phone gets them. */
export const slowPhone: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const { results } = (await (await fetch(`${shop.origin}/backend/api/products/?page=1`)).json()) as {
    results: { id: number }[];
  };
  const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {});
  const visitsTo = async (path: string): Promise<Visit[]> => {
    // The first visit makes the pictures; every visit after it is a new visitor's.
    await visit(browser, shop.origin + path);
    const visits: Visit[] = [];
    for (let n = 0; n < (quick ? 2 : 5); n++) visits.push(await visit(browser, shop.origin + path));
    return visits;
  };
  const home = await visitsTo('/');
  const list = await visitsTo('/product/list?section=productList&page=1');
  const product = await visitsTo(`/product/details/${results[0]?.id}`);
  await browser.close();
  await shop.stop();
  await folder.remove();
  const counted = ({ bytes }: Visit) => sum(COUNTED.map((kind) => bytes[kind])) / 1000;
  const largest = ({ lcp }: Visit) => lcp / 1000;
  const shift = ({ cls }: Visit) => cls;
  return [
    figure('HTML, CSS and JS of home, compressed', ' kB', home.map(counted), { most: 150 }),
    figure('Largest contentful paint', ' s', home.map(largest), { most: 2.5 }),
    figure('Cumulative layout shift', '', home.map(shift), { most: 0.05 }),
    ...reported('Home', home),
    ...[
      { name: 'List', visits: list },
      { name: 'Product', visits: product },
    ].flatMap(({ name, visits }) => [
      figure(`${name}: largest contentful paint`, ' s', visits.map(largest)),
      figure(`${name}: cumulative layout shift`, '', visits.map(shift)),
      ...reported(name, visits),
    ]),
  ];
};
