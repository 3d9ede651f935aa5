import { rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { build } from 'vite';
import type { CardsResult, CardsTask } from '../baselines/cards.task.ts';
import { type Load, startLoad } from '../load/load.ts';
import {
  type Benchmark,
  createMedianMeasurement,
  createRateMeasurements,
  createRatioMeasurement,
  formatPerSecond,
  type Measurement,
  measureRates,
} from '../measurement.ts';
import {
  createTemporaryFolder,
  type Program,
  runTask,
  type ServerProgram,
  startProgram,
  startShop,
} from '../processes.ts';
import { compareInRounds, compareRatesInRounds, median, percentile99 } from '../statistics.ts';

const CARDS = fileURLToPath(new URL('../baselines/cards.tsx', import.meta.url));
const CARDS_LOOP = fileURLToPath(new URL('../baselines/cards-loop.ts', import.meta.url));
const ASSETS = fileURLToPath(new URL('../../../web/dist/client/assets/', import.meta.url));
const STATIC_NAME = 'bench-static-page.html';
const PAGE = '/product/list?section=productList&page=1';
const CARDS_ON_PAGE = 50;
const CONNECTIONS = 10;
/** The headers of a browser that the server depends on. */
const BROWSER_HEADERS = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };

/** The body of a response as it is sent, compressed or not. */
const fetchBytes = (url: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    }).on('error', reject);
  });

/** A cached page against a static file of the same bytes, both from the server of the shop. */
const measureCachedPage = async (shop: ServerProgram, load: Load, quick: boolean): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  for (const [name, headers] of [
    ['uncompressed', BROWSER_HEADERS],
    ['compressed (br)', { ...BROWSER_HEADERS, 'accept-encoding': 'br' }],
  ] as const) {
    const rate = (path: string) =>
      load.measureRate({ port: shop.port, paths: [path], headers, connections: CONNECTIONS, seconds: quick ? 1 : 3 });
    const measureShop = () => rate(PAGE);
    const measureBaseline = () => rate(`/assets/${STATIC_NAME}`);
    await measureShop();
    await measureBaseline();
    const comparison = await compareInRounds(quick ? 2 : 5, measureShop, measureBaseline);
    const title = `List page of 50 cards, cached, ${name}, against a static file`;
    measurements.push(createRatioMeasurement(title, comparison, formatPerSecond, { min: 0.5 }));
  }
  return measurements;
};

const KEPT_PAGES = 200;
/** With this pause they send at most 5,000 requests a second. */
const PACED_CONNECTIONS = 20;
const PAUSE_MS = 4;

/** Response times of product pages that are cached, at a steady load. */
const measureKeptPages = async (shop: ServerProgram, load: Load, quick: boolean): Promise<Measurement[]> => {
  const paths = Array.from({ length: KEPT_PAGES }, (_, n) => `/product/details/${n + 1}`);
  const measurements: Measurement[] = [];
  for (const [name, headers] of [
    ['uncompressed', BROWSER_HEADERS],
    ['compressed (br)', { ...BROWSER_HEADERS, 'accept-encoding': 'br' }],
  ] as const) {
    const task = { port: shop.port, paths, headers, connections: PACED_CONNECTIONS, pauseMs: PAUSE_MS, timed: true };
    await load.run({ ...task, seconds: 3 });
    const slowestMs: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < (quick ? 2 : 7); round++) {
      const { requests, seconds, timesMs } = await load.run({ ...task, seconds: quick ? 1 : 4 });
      slowestMs.push(percentile99(timesMs));
      rates.push(requests / seconds);
    }
    measurements.push(
      createMedianMeasurement(`${KEPT_PAGES} product pages, cached, ${name}, 99th percentile`, ' ms', slowestMs, {
        shop: formatPerSecond(median(rates)),
        target: { max: 20 },
      }),
    );
  }
  return measurements;
};

/** Bundles the cards as the pages are bundled. @returns the path of the bundle */
const buildCards = async (folder: string): Promise<string> => {
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    ssr: { noExternal: true },
    build: {
      ssr: CARDS,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'cards.mjs' } },
    },
  });
  return join(folder, 'cards.mjs');
};

/** A page that is rendered for each request, against React rendering its cards alone. */
const measureRenderedPage = async (
  shop: ServerProgram,
  load: Load,
  folder: string,
  quick: boolean,
): Promise<Measurement[]> => {
  const list = await fetch(`${shop.origin}/backend/api/products/?page=1`);
  const file = join(folder, 'products.json');
  await writeFile(file, JSON.stringify(((await list.json()) as { results: Product[] }).results));
  const bundle = await buildCards(folder);
  // One for each core, like the threads of the shop: busy cores slow each other down, so both sides must keep all of them busy.
  const loops = Array.from({ length: availableParallelism() }, () => startProgram(CARDS_LOOP, [bundle, file]));
  const seconds = quick ? 1 : 4;
  // The page cache misses each of these URLs. The response with the list, and the parts that all pages of a list share, are
  // cached. The cards are made for each page, most of them from templates.
  const task = { port: shop.port, paths: [`${PAGE}&n={n}`], headers: BROWSER_HEADERS, connections: 4, seconds };
  const measureShop = () => measureRates([shop.pid], () => load.run(task));
  const measureLoops = (programs: Program[]) =>
    measureRates(
      programs.map(({ pid }) => pid),
      async () => {
        const results = await Promise.all(
          programs.map((program) => runTask<CardsResult>(program, { seconds } satisfies CardsTask)),
        );
        for (const { cards, buttons } of results)
          if (cards !== CARDS_ON_PAGE || buttons < CARDS_ON_PAGE)
            throw new Error(`the loop rendered ${cards} cards with ${buttons} buttons`);
        return { requests: results.reduce((sum, { requests }) => sum + requests, 0), seconds };
      },
    );
  const measureBaseline = async () => ({
    perSecond: (await measureLoops(loops.slice(0, 1))).perSecond,
    perCpuSecond: (await measureLoops(loops)).perCpuSecond,
  });
  await measureShop();
  await measureBaseline();
  const comparison = await compareRatesInRounds(quick ? 2 : 7, measureShop, measureBaseline);
  for (const loop of loops) await loop.stop();
  const name = 'List page of 50 cards, rendered, against its cards alone';
  // At most 1.8 times the processor time of the cards.
  return createRateMeasurements(name, comparison, { min: 0.6 }, { min: 0.56 });
};

/** Writes the page as a file of the build, compressed and not. The server knows only files that existed when it started. */
const writeStaticPage = async (dataDir: string, staticFile: string): Promise<void> => {
  const shop = await startShop({ DATA_DIR: dataDir });
  try {
    const url = shop.origin + PAGE;
    await fetchBytes(url, BROWSER_HEADERS);
    await writeFile(staticFile, await fetchBytes(url, BROWSER_HEADERS));
    await writeFile(`${staticFile}.br`, await fetchBytes(url, { ...BROWSER_HEADERS, 'accept-encoding': 'br' }));
  } finally {
    await shop.stop();
  }
};

/** Pages per second, cached and rendered. */
export const pages: Benchmark = async ({ quick }) => {
  const folder = await createTemporaryFolder();
  const staticFile = join(ASSETS, STATIC_NAME);
  const programs: Pick<Program, 'stop'>[] = [];
  try {
    await writeStaticPage(folder.path, staticFile);
    const shop = await startShop({ DATA_DIR: folder.path });
    const load = startLoad();
    programs.push(shop, load);
    const cached = await measureCachedPage(shop, load, quick);
    const kept = await measureKeptPages(shop, load, quick);
    return [...cached, ...kept, ...(await measureRenderedPage(shop, load, folder.path, quick))];
  } finally {
    await rm(staticFile, { force: true });
    await rm(`${staticFile}.br`, { force: true });
    await Promise.all(programs.map((program) => program.stop()));
    await folder.remove();
  }
};
