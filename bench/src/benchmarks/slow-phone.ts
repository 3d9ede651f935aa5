import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import {
  type Benchmark,
  type BenchmarkOptions,
  createMedianMeasurement,
  createRatioMeasurement,
  type Measurement,
} from '../measurement.ts';
import { createTemporaryFolder } from '../processes.ts';
import { openFloorServer } from '../slow-phone/floor.ts';
import { createCertificate, openHttp2Proxy } from '../slow-phone/http2-proxy.ts';
import { openSlowLine } from '../slow-phone/line.ts';
import {
  type Load,
  loadPage,
  openBrowser,
  RESOURCE_TYPES,
  type ResourceKind,
  recordFilmstrip,
  type Tap,
  tapAddToCart,
} from '../slow-phone/phone.ts';
import { openShop, warmUp } from '../slow-phone/shop.ts';
import { median, summarize } from '../statistics.ts';

const PAGES = [
  { key: 'home', name: 'Home', path: '/', maxScriptKilobytes: 110 },
  { key: 'list', name: 'List', path: '/product/list?section=productList&page=1', maxScriptKilobytes: 115 },
  { key: 'product', name: 'Product', path: '/product/details/1', maxScriptKilobytes: 115 },
];
const PROTOCOLS = [
  { key: 'http1', name: 'HTTP/1.1' },
  { key: 'http2', name: 'HTTP/2' },
];
/** The types that count towards the 130 kB of home. */
const BUDGETED: readonly ResourceKind[] = ['HTML', 'CSS', 'JS'];

type Page = (typeof PAGES)[number];
/** The origins of one protocol. */
type Origins = { shop: string; floor: string; other?: string };
/** Loads and taps of one page over one protocol, one of each in each round. */
type Rounds = { shop: Load[]; floor: Load[]; other: Load[]; taps: Tap[] };

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The shop against its floor page: medians, and the ratios of the rounds. */
const compareWithFloor = (
  name: string,
  { shop, floor }: Rounds,
  pick: (load: Load) => number,
  max: number,
  detail = '',
): Measurement => {
  const rounds = shop.map((load, n) => ({ shop: pick(load), baseline: pick(floor[n] ?? load) }));
  const measurement = createRatioMeasurement(name, summarize(rounds), formatSeconds, { max });
  return { ...measurement, shop: measurement.shop + detail };
};

const compareBlockedTime = (name: string, { shop, other }: Rounds): Measurement => {
  const blocked = shop.map(({ blockedMs }) => blockedMs);
  if (other.length === 0) return createMedianMeasurement(`${name}: blocked time`, ' ms', blocked);
  const otherMs = median(other.map(({ blockedMs }) => blockedMs));
  return {
    name: `${name}: blocked time, against the other build`,
    shop: `${median(blocked).toFixed(0)} ms`,
    baseline: `${otherMs.toFixed(0)} ms`,
    value: median(blocked) / otherMs,
    unit: '×',
    target: { max: 1 / 3 },
  };
};

const measureTasks = (name: string, loads: readonly Load[]): Measurement[] => {
  const longest = loads.flatMap(({ longTasks }) => longTasks[0] ?? []).sort((a, b) => b.durationMs - a.durationMs);
  const hydrationMs = loads.map(({ longTasks }) => longTasks.find(({ kind }) => kind === 'hydration')?.durationMs ?? 0);
  const longestMs = loads.map(({ longTasks }) => longTasks[0]?.durationMs ?? 0);
  const [worst] = longest;
  return [
    createMedianMeasurement(`${name}: longest task`, ' ms', longestMs, {
      shop: worst?.description ?? 'none above 50 ms',
    }),
    createMedianMeasurement(`${name}: longest task of hydration above 50 ms`, ' ms', hydrationMs, {
      target: { max: 50 },
    }),
  ];
};

const measureBytes = (page: Page, name: string, loads: readonly Load[]): Measurement[] => {
  const kilobytes = (kinds: readonly ResourceKind[], pick = ({ bytes }: Load) => bytes) =>
    loads.map((load) => sum(kinds.map((kind) => pick(load)[kind])) / 1000);
  const kinds = Object.values(RESOURCE_TYPES);
  const allBytes = ({ allBytes: all }: Load) => all;
  const detail = (pick?: typeof allBytes) =>
    kinds.map((kind) => `${kind} ${Math.round(median(kilobytes([kind], pick)))} kB`).join(', ');
  return [
    createMedianMeasurement(`${name}: all bytes of the first view, compressed`, ' kB', kilobytes(kinds), {
      shop: detail(),
    }),
    createMedianMeasurement(`${name}: with what it loads later, compressed`, ' kB', kilobytes(kinds, allBytes), {
      shop: detail(allBytes),
    }),
    createMedianMeasurement(`${name}: JavaScript, compressed`, ' kB', kilobytes(['JS']), {
      target: { max: page.maxScriptKilobytes },
    }),
    ...(page.key === 'home'
      ? [
          createMedianMeasurement(`${name}: HTML, CSS and JS, compressed`, ' kB', kilobytes(BUDGETED), {
            target: { max: 130 },
          }),
        ]
      : []),
  ];
};

const measureTaps = (name: string, taps: readonly Tap[]): Measurement[] => {
  const lost = taps.filter((tap) => tap.taps > 1).length;
  const first = `tapped after ${formatSeconds(median(taps.map(({ tappedAtMs }) => tappedAtMs)))}`;
  const answers = taps.map(({ answeredAtMs }) => answeredAtMs / 1000);
  return [
    createMedianMeasurement(`${name}: a tap on Add To Cart is answered`, ' s', answers, {
      shop: `${first}, ${lost} of ${taps.length} first taps lost`,
    }),
  ];
};

const report = (page: Page, protocol: string, rounds: Rounds): Measurement[] => {
  const name = `${page.name}, ${protocol}`;
  const { shop } = rounds;
  const element = ` (${shop.at(-1)?.largestElement})`;
  return [
    compareWithFloor(`${name}: first contentful paint`, rounds, ({ firstPaintMs }) => firstPaintMs, 1.15),
    compareWithFloor(`${name}: largest contentful paint`, rounds, ({ largestPaintMs }) => largestPaintMs, 1.2, element),
    compareBlockedTime(name, rounds),
    ...measureTasks(name, shop),
    ...measureTaps(name, rounds.taps),
    createMedianMeasurement(
      `${name}: cumulative layout shift`,
      '',
      shop.map(({ layoutShift }) => layoutShift),
      { target: { max: 0.05 } },
    ),
    ...measureBytes(page, name, shop),
  ];
};

/** One load of each, in an order that changes with each round. */
const measureRound = async (browser: Browser, { shop, floor, other }: Origins, path: string, rounds: Rounds) => {
  const steps = [
    async () => rounds.shop.push(await loadPage(browser, shop + path)),
    async () => rounds.floor.push(await loadPage(browser, floor + path)),
    async () => other !== undefined && rounds.other.push(await loadPage(browser, other + path)),
    async () => rounds.taps.push(await tapAddToCart(browser, shop + path)),
  ];
  for (const step of rounds.shop.length % 2 === 0 ? steps : steps.toReversed()) await step();
};

const selectByKey = <Item extends { key: string }>(items: readonly Item[], keys?: readonly string[]): Item[] => {
  const selected = items.filter(({ key }) => keys?.includes(key) ?? true);
  if (selected.length === 0) throw new Error(`choose from ${items.map(({ key }) => key).join(', ')}`);
  return selected;
};

const measurePages = async (
  browser: Browser,
  originsOf: Record<string, Origins>,
  { quick, phone }: BenchmarkOptions,
): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const page of selectByKey(PAGES, phone.pages))
    for (const { key, name } of selectByKey(PROTOCOLS, phone.protocols)) {
      const origins = originsOf[key];
      if (!origins) continue;
      const rounds: Rounds = { shop: [], floor: [], other: [], taps: [] };
      for (let round = 0; round < (phone.loads ?? (quick ? 1 : 7)); round++)
        await measureRound(browser, origins, page.path, rounds);
      measurements.push(...report(page, name, rounds));
      if (phone.frames)
        await writeFile(
          join(phone.frames, `${page.key}-${key}.png`),
          await recordFilmstrip(browser, origins.shop + page.path),
        );
    }
  return measurements;
};

/** Home, a list and a product on a slow phone, over HTTP/1.1 and HTTP/2. */
export const slowPhone: Benchmark = async (options) => {
  const { phone } = options;
  if (phone.frames) await mkdir(phone.frames, { recursive: true });
  const folder = await createTemporaryFolder();
  const shop = await openShop(phone.shop);
  const other = phone.against === undefined ? undefined : await openShop(phone.against);
  const floor = await openFloorServer(shop.origin);
  const fastBrowser = await openBrowser();
  for (const { path } of selectByKey(PAGES, phone.pages)) {
    await warmUp(fastBrowser, shop.origin + path, floor);
    if (other) await warmUp(fastBrowser, other.origin + path);
  }
  await fastBrowser.close();
  const certificate = await createCertificate(folder.path);
  const proxies = await Promise.all(
    [shop, floor, ...(other ? [other] : [])].map(({ origin }) => openHttp2Proxy(origin, certificate)),
  );
  const [shopProxy = shop, floorProxy = floor, otherProxy] = proxies;
  const line = await openSlowLine();
  const browser = await openBrowser(line.proxy, certificate.fingerprint);
  const toOrigins = (ofShop: string, ofFloor: string, ofOther?: string): Origins => ({
    shop: ofShop,
    floor: ofFloor,
    ...(ofOther !== undefined && { other: ofOther }),
  });
  try {
    return await measurePages(
      browser,
      {
        http1: toOrigins(shop.origin, floor.origin, other?.origin),
        http2: toOrigins(shopProxy.origin, floorProxy.origin, otherProxy?.origin),
      },
      options,
    );
  } finally {
    await browser.close();
    line.close();
    for (const proxy of proxies) proxy.close();
    floor.close();
    await Promise.all([shop.stop(), other?.stop()]);
    await folder.remove();
  }
};
