import type { Browser, Page } from 'playwright';
import { type Benchmark, createMedianMeasurement, createRatioMeasurement, type Measurement } from '../measurement.ts';
import { openSlowLine } from '../slow-phone/line.ts';
import { type Arrival, measureFullLoad, measureInteraction, measureMove, type Tap } from '../slow-phone/moves.ts';
import { openBrowser } from '../slow-phone/phone.ts';
import { openShop, warmUp } from '../slow-phone/shop.ts';
import { summarize } from '../statistics.ts';

const LIST = '/product/list?section=productList&page=1';
const CARD_LINKS = 'main a[href*="/product/details/"]:has(h2, h3), main article a[href*="/product/details/"]';

/** Where a tap leads, and the most of a full load of that page that it may take. */
const MOVES = [
  { name: 'List to product, prefetched', from: LIST, link: CARD_LINKS, index: 0, max: 0.1 },
  { name: 'List to product, not prefetched', from: LIST, link: CARD_LINKS, index: 30, max: 0.4 },
  { name: 'Home to list', from: '/', link: 'main a[href^="/product/list?section=newArrivals"]', index: 0, max: 0.4 },
  {
    name: 'Product to its merchant',
    from: '/product/details/1',
    link: 'main a[href*="merchantStore"]',
    index: 0,
    max: 0.4,
  },
];

const INTERACTIONS: { name: string; path: string; interact: (page: Page, tap: Tap) => Promise<void> }[] = [
  {
    name: 'Open the filters',
    path: LIST,
    interact: (page, tap) => tap(page.getByRole('button', { name: /^Filter/ })),
  },
  {
    name: 'Filter by what is in stock',
    path: LIST,
    interact: async (page, tap) => {
      await tap(page.getByRole('button', { name: /^Filter/ }));
      await tap(page.getByRole('checkbox', { name: 'In stock only' }));
    },
  },
  {
    name: 'Sort',
    path: LIST,
    interact: async (page) => {
      await page.getByRole('combobox', { name: 'Sort by' }).focus();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'Add to cart from a card',
    path: LIST,
    interact: (page, tap) =>
      tap(
        page
          .getByRole('main')
          .getByRole('button', { name: /^Add .* to cart$/ })
          .first(),
      ),
  },
  {
    name: 'Add to cart on a product',
    path: '/product/details/1',
    interact: (page, tap) => tap(page.getByRole('button', { name: 'Add To Cart' }).first()),
  },
  {
    name: 'Open the menu',
    path: '/',
    interact: (page, tap) => tap(page.getByRole('button', { name: 'Menu', exact: true })),
  },
];

const formatMs = (ms: number): string => `${Math.round(ms)} ms`;

const compare = (
  name: string,
  moves: readonly Arrival[],
  loads: readonly Arrival[],
  pick: (arrival: Arrival) => number,
  max: number,
): Measurement => {
  const rounds = moves.map((move, n) => ({ shop: pick(move), baseline: pick(loads[n] ?? move) }));
  return createRatioMeasurement(name, summarize(rounds), formatMs, { max });
};

const measureMoves = async (browser: Browser, origin: string, rounds: number): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const { name, from, link, index, max } of MOVES) {
    const moves: Arrival[] = [];
    const loads: Arrival[] = [];
    for (let round = 0; round < rounds; round++) {
      const { address, ...arrival } = await measureMove(browser, origin + from, { link, index });
      moves.push(arrival);
      loads.push(await measureFullLoad(browser, address));
    }
    measurements.push(
      compare(`${name}: heading`, moves, loads, ({ headingMs }) => headingMs, max),
      compare(`${name}: main picture`, moves, loads, ({ pictureMs }) => pictureMs, max),
    );
  }
  return measurements;
};

const measureInteractions = async (browser: Browser, origin: string, rounds: number): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const { name, path, interact } of INTERACTIONS) {
    const values: number[] = [];
    for (let round = 0; round < rounds; round++)
      values.push(await measureInteraction(browser, origin + path, interact));
    measurements.push(
      createMedianMeasurement(`${name}: interaction to next paint`, ' ms', values, { target: { max: 200 } }),
    );
  }
  return measurements;
};

/** Taps on a slow phone: links to other pages against full loads of them, and controls. */
export const moving: Benchmark = async ({ quick, phone }) => {
  const shop = await openShop(phone.shop);
  const rounds = phone.loads ?? (quick ? 1 : 5);
  const fastBrowser = await openBrowser();
  for (const path of [...new Set([...MOVES.map(({ from }) => from), ...INTERACTIONS.map((each) => each.path)])])
    await warmUp(fastBrowser, shop.origin + path);
  for (const { from, link, index } of MOVES) {
    const { address } = await measureMove(fastBrowser, shop.origin + from, { link, index });
    await warmUp(fastBrowser, address);
  }
  await fastBrowser.close();
  const line = await openSlowLine();
  const browser = await openBrowser(line.proxy);
  try {
    return [
      ...(await measureMoves(browser, shop.origin, rounds)),
      ...(await measureInteractions(browser, shop.origin, rounds)),
    ];
  } finally {
    await browser.close();
    line.close();
    await shop.stop();
  }
};
