import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import type { Benchmark, Measurement } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';
import { buildRelease, changeSource, copySources } from '../releases/build.ts';
import { type CountingProxy, openCountingProxy, type Transfer } from '../releases/counting-proxy.ts';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const SCREEN = { width: 390, height: 844 };
/** What is requested within this time after the last request belongs to the visit: late parts, the worker's precache. */
const SETTLE_MS = 6000;
const POLL_MS = 100;
/** A class of every button: the change reaches the style sheet and, by the hashes in names, almost every script. */
const CHANGE = { file: 'ui/src/button-class.ts', text: 'inline-flex', replacement: 'inline-flex tracking-[0.0123em]' };
const PAGES = [
  { name: 'Home', path: '/' },
  { name: 'List', path: '/product/list?section=productList&page=1' },
  { name: 'Product', path: '/product/details/1' },
];

type Visitor = { name: string; path: string; hasWorker: boolean; context: BrowserContext };

const openVisitor = async (browser: Browser, page: (typeof PAGES)[number], hasWorker: boolean): Promise<Visitor> => {
  const serviceWorkers = hasWorker ? 'allow' : 'block';
  return { ...page, hasWorker, context: await browser.newContext({ viewport: SCREEN, serviceWorkers }) };
};

/** Visits the page, and closes it when it and its service worker have loaded everything. */
const visit = async ({ path, context }: Visitor, proxy: CountingProxy): Promise<Transfer[]> => {
  proxy.takeTransfers();
  const transfers: Transfer[] = [];
  const page = await context.newPage();
  await page.goto(proxy.origin + path, { waitUntil: 'load' });
  for (let idleSince = performance.now(); performance.now() - idleSince < SETTLE_MS; await wait(POLL_MS)) {
    const taken = proxy.takeTransfers();
    if (taken.length > 0) idleSince = performance.now();
    transfers.push(...taken);
  }
  await page.close();
  return transfers;
};

const sumBytes = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Scripts and styles of a browser that comes back after a release, against one that comes for the first time. */
export const nextRelease: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const inFolder = (name: string) => join(folder.path, name);
  await copySources(inFolder('sources'));
  await buildRelease(inFolder('sources'), inFolder('before'));
  await changeSource(join(inFolder('sources'), CHANGE.file), CHANGE.text, CHANGE.replacement);
  await buildRelease(inFolder('sources'), inFolder('after'));
  const data = await createTemporaryFolder();

  const browser = await chromium.launch(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {});
  const openVisitors = () =>
    Promise.all(
      PAGES.slice(0, quick ? 1 : undefined).flatMap((page) => [
        openVisitor(browser, page, false),
        openVisitor(browser, page, true),
      ]),
    );
  const before = await startShop({ DATA_DIR: data.path, PAGES_DIR: inFolder('before') });
  const proxy = await openCountingProxy(before.port);
  const returning = await openVisitors();
  for (const visitor of returning) await visit(visitor, proxy);
  await before.stop();

  const after = await startShop({ DATA_DIR: data.path, PAGES_DIR: inFolder('after') });
  proxy.shopPort = after.port;
  const measurements: Measurement[] = [];
  for (const [n, newcomer] of (await openVisitors()).entries()) {
    const { name, hasWorker } = newcomer;
    const first = await visit(newcomer, proxy);
    const again = await visit(returning[n] as Visitor, proxy);
    const format = (transfers: Transfer[]) => `${sumBytes(transfers)} bytes in ${transfers.length} files`;
    measurements.push({
      name: `${name} after a release${hasWorker ? ', with the files for offline use' : ''}, against a first visit`,
      shop: format(again),
      baseline: format(first),
      value: sumBytes(again) / sumBytes(first),
      unit: '×',
      target: { max: 0.15 },
    });
  }
  await browser.close();
  await proxy.close();
  await after.stop();
  await Promise.all([folder.remove(), data.remove()]);
  return measurements;
};
