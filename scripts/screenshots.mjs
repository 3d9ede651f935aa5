// npm run screenshots [-- shop|desk]: starts a shop with the demo market, and takes the screenshots in docs/screenshots.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildPages, environment, pinnedNode, root } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';
import { visitDesk } from './desk-views.mjs';

const OUT = join(root, 'docs/screenshots');
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
/** The repository stores every version of each screenshot, so they must be small. */
const MAX_BYTES = 120_000;

const waitUntilReady = async (origin, shop) => {
  for (let n = 0; n < 1800; n++) {
    if (shop.exitCode !== null) throw new Error(`The shop exited at start with code ${shop.exitCode}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error('The shop did not become ready');
};

/** Waits for all pictures in the viewport, and all fonts. */
const waitForPictures = async (page) => {
  await page.evaluate(async () => {
    // Pictures outside the viewport load lazily, so waiting for them would never end.
    const visible = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    });
    await Promise.all(visible.map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
};

const LIST = '/product/list?section=productList&page=1';
const addToCart = async (page, count) => {
  for (let index = 0; index < count; index++) {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add .* to cart$/ })
      .nth(index)
      .click();
    const continueShopping = page.getByRole('dialog').getByRole('button', { name: 'Continue Shopping' });
    await continueShopping.click();
    await continueShopping.waitFor({ state: 'hidden' });
  }
  // Wait until the notifications have closed.
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/added to cart$/)
    .first()
    .waitFor({ state: 'hidden' });
};

/** Each function opens the view for its screenshot. */
const VIEWS = {
  home: (page) => page.goto('/'),
  list: (page) => page.goto(LIST),
  detail: async (page) => {
    await page.goto(LIST);
    const link = page.getByRole('main').getByRole('article').getByRole('link').nth(1);
    await page.goto(await link.getAttribute('href'));
  },
  cart: async (page) => {
    await page.goto(LIST);
    await addToCart(page, 3);
    await page.goto('/product/shopping/cart');
  },
  drawer: async (page) => {
    await page.goto(LIST);
    await addToCart(page, 3);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Cart, / })
      .click();
    await page.getByRole('dialog', { name: 'Your cart' }).waitFor();
  },
};

/** The server's image library: its files are smaller than a browser's. */
const sharp = createRequire(join(root, 'server/package.json'))('sharp');

/** Takes a screenshot of the page as it is. @param name its file, below docs/screenshots */
const takeScreenshot = async (page, name) => {
  const { width } = page.viewportSize();
  await page.waitForLoadState('networkidle');
  await waitForPictures(page);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const picture = await sharp(shot).webp({ quality: 82, effort: 6 }).toBuffer();
  if (picture.length > MAX_BYTES) throw new Error(`${name}-${width}.webp is too large: ${picture.length} bytes`);
  await writeFile(join(OUT, `${name}-${width}.webp`), picture);
  process.stdout.write(`${name}-${width}.webp  ${(picture.length / 1000).toFixed(0)} kB\n`);
};

const visitShop = async (openPage) => {
  for (const [name, open] of Object.entries(VIEWS)) {
    const page = await openPage();
    // The first visit starts the encoding of pictures; the second shows them in their best format.
    for (let visit = 0; visit < 2; visit++) {
      await page.evaluate(() => globalThis.localStorage?.clear()).catch(() => {});
      await open(page);
      await page.waitForLoadState('networkidle');
      await waitForPictures(page);
    }
    await takeScreenshot(page, name);
    await page.context().close();
  }
};

const { CHROMIUM_PATH } = ensureBrowser();
buildPages();
const { chromium } = await import('playwright');
const { default: getPort } = await import('get-port');
const folder = await mkdtemp(join(tmpdir(), 'sokuwa-screenshots-'));
// As root, the database runs as another user, who must be able to enter the folder.
await chmod(folder, 0o755);
const port = await getPort();
const origin = `http://localhost:${port}`;
const shop = spawn(pinnedNode(), ['server/src/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: environment({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  }),
});
try {
  await waitUntilReady(origin, shop);
  const browser = await chromium.launch({
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  await mkdir(join(OUT, 'desk'), { recursive: true });
  const [part] = process.argv.slice(2);
  for (const viewport of SCREENS) {
    const openPage = async () =>
      (await browser.newContext({ baseURL: origin, viewport, reducedMotion: 'reduce' })).newPage();
    if (part !== 'desk') await visitShop(openPage);
    if (part !== 'shop') await visitDesk(openPage, takeScreenshot);
  }
  await browser.close();
} finally {
  if (shop.exitCode === null) {
    shop.kill('SIGTERM');
    await once(shop, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
}
