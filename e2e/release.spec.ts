import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clickInAddedDialog, firstAddButton } from './page-objects/cart.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { makeEarlierRelease, toEarlierName } from './support/earlier-release.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { startShopProcess } from './support/start-shop.ts';

const ASSETS = fileURLToPath(new URL('../web/dist/client/assets/', import.meta.url));

// The second journey deletes the releases that the first one needs.
test.describe.configure({ mode: 'serial' });

type Transfer = { name: string; encoding: string | undefined; bytes: number };

/** Opens a page, and returns the scripts and styles that the network transferred for it. */
const openAndRecord = async (page: Page, url: string): Promise<Transfer[]> => {
  const transfers: Promise<Transfer>[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/assets/')) return;
    const read = async () => {
      const encoding = (await request.response())?.headers()['content-encoding'];
      return { name: basename(request.url()), encoding, bytes: (await request.sizes()).responseBodySize };
    };
    transfers.push(read());
  });
  await openPage(page, url);
  await page.waitForLoadState('load');
  const finished = await Promise.all(transfers);
  page.removeAllListeners('requestfinished');
  return finished;
};

/** The delay of `web/src/app/layout/late-host.tsx`. */
const LATE_PARTS_MS = 5000;
/** Keeps the page from loading its late parts: on a busy machine they would be recorded, or be loading while the shop stops. */
const omitLateParts = (page: Page) =>
  page.addInitScript((omittedMs) => {
    const start = setTimeout;
    window.setTimeout = ((handler: TimerHandler, delayMs?: number, ...args: unknown[]) =>
      delayMs === omittedMs ? 0 : start(handler, delayMs, ...args)) as typeof setTimeout;
  }, LATE_PARTS_MS);

/** Visits a list of the release before, then replaces the release at the same address. */
const replaceRelease = async (page: Page, settings: Record<string, string> = {}) => {
  await omitLateParts(page);
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-release-'));
  try {
    await makeEarlierRelease(folder);
    const data = process.env.SHOP_DATA ?? '';
    const earlier = await startShopProcess(data, { PAGES_DIR: folder });
    const before = await openAndRecord(page, earlier.origin + PRODUCT_LIST_URL);
    // The page must not call the shop while it restarts.
    await page.goto('about:blank');
    await earlier.stop();
    const shop = await startShopProcess(
      data,
      { DICTIONARY_TIMEOUT_MS: '60000', ...settings },
      Number(new URL(earlier.origin).port),
    );
    return { before, shop };
  } finally {
    await rm(folder, { recursive: true });
  }
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
/** Bytes of a file for a browser without dictionaries. */
const wholeBytes = async (name: string): Promise<number> =>
  (await stat(`${ASSETS}${name}.br`).catch(() => stat(ASSETS + name))).size;

const expectUsable = async (page: Page): Promise<void> => {
  await firstAddButton(page).click();
  await clickInAddedDialog(page, 'Continue Shopping');
};

test('a browser that comes back after a release gets only what changed', { tag: ['@SHELL-99'] }, async ({ page }) => {
  const { before, shop } = await replaceRelease(page);
  try {
    const after = await openAndRecord(page, shop.origin + PRODUCT_LIST_URL);
    expect(after.length).toBeGreaterThan(5);
    // The release replaces every file.
    expect(after.map(({ name }) => toEarlierName(name)).sort()).toEqual(before.map(({ name }) => name).sort());
    expect(after.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);
    const whole = sum(await Promise.all(after.map(({ name }) => wholeBytes(name))));
    expect(sum(after.map(({ bytes }) => bytes))).toBeLessThan(0.15 * whole);
    for (const { name } of after) {
      const decoded = await page.evaluate(async (path) => (await fetch(path)).text(), `/assets/${name}`);
      expect(decoded).toBe(await readFile(ASSETS + name, 'utf8'));
    }
    await expectUsable(page);
    await page.goto('about:blank');
  } finally {
    await shop.stop();
  }
});

test('a browser whose dictionaries the shop no longer has gets whole files', { tag: ['@SHELL-99'] }, async ({
  page,
}) => {
  const { shop } = await replaceRelease(page, { DICTIONARY_RELEASES: '1' });
  try {
    const after = await openAndRecord(page, shop.origin + PRODUCT_LIST_URL);
    expect(after.length).toBeGreaterThan(5);
    expect(after.map(({ encoding }) => encoding)).not.toContain('dcz');
    for (const { name, bytes } of after) expect(bytes).toBe(await wholeBytes(name));
    await expectUsable(page);
    await page.goto('about:blank');
  } finally {
    await shop.stop();
  }
});
