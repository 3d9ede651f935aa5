import { rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { build } from 'vite';
import type { CardsAnswer, CardsOrder } from '../baselines/cards.task.ts';
import { type Load, startLoad } from '../load/load.ts';
import { aSecond, type Figure, measuredFigures, metered, type Part, ratioFigure } from '../measurement.ts';
import { ask, type Served, startProgram, startShop, temporaryFolder } from '../processes.ts';
import { inTurns, measuredInTurns } from '../statistics.ts';

const CARDS = fileURLToPath(new URL('../baselines/cards.tsx', import.meta.url));
const CARDS_LOOP = fileURLToPath(new URL('../baselines/cards-loop.ts', import.meta.url));
const ASSETS = fileURLToPath(new URL('../../../web/dist/client/assets/', import.meta.url));
const STATIC_NAME = 'bench-static-page.html';
const PAGE = '/product/list?section=productList&page=1';
const CARDS_ON_PAGE = 50;
const CONNECTIONS = 10;
/** What a browser sends, as far as the server cares. */
const BROWSER = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };

/** The bytes of an answer as they are sent, compressed or not. */
const bytesOf = (url: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(Buffer.concat(chunks)));
      answer.on('error', reject);
    }).on('error', reject);
  });

/** A page that is kept against a file of the same bytes, both from the shop's own server. */
const cachedPage = async (shop: Served, load: Load, quick: boolean): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const [name, headers] of [
    ['as it is', BROWSER],
    ['compressed (br)', { ...BROWSER, 'accept-encoding': 'br' }],
  ] as const) {
    const rate = (path: string) =>
      load.rate({ port: shop.port, paths: [path], headers, connections: CONNECTIONS, seconds: quick ? 1 : 3 });
    const ours = () => rate(PAGE);
    const theirs = () => rate(`/assets/${STATIC_NAME}`);
    await ours();
    await theirs();
    const compared = await inTurns(quick ? 2 : 5, ours, theirs);
    figures.push(
      ratioFigure(`List page of 50 cards, kept, ${name}, against a static file`, compared, aSecond, { least: 0.5 }),
    );
  }
  return figures;
};

/** Builds the cards as the pages are built. @returns the bundle's path */
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

/** A page that is rendered for every request against React's rendering of its cards alone. */
const uncachedPage = async (shop: Served, load: Load, folder: string, quick: boolean): Promise<Figure[]> => {
  const list = await fetch(`${shop.origin}/backend/api/products/?page=1`);
  const file = join(folder, 'products.json');
  await writeFile(file, JSON.stringify(((await list.json()) as { results: Product[] }).results));
  const cards = startProgram(CARDS_LOOP, [await buildCards(folder), file]);
  const seconds = quick ? 1 : 4;
  // Every address is another page to the page cache; the list's answer behind it is the same one.
  const order = { port: shop.port, paths: [`${PAGE}&n={n}`], headers: BROWSER, connections: 4, seconds };
  const ours = () => metered([shop.pid], () => load.run(order));
  const theirs = () =>
    metered([cards.pid], async () => {
      const answer = await ask<CardsAnswer>(cards, { seconds } satisfies CardsOrder);
      if (answer.cards !== CARDS_ON_PAGE) throw new Error(`the loop rendered ${answer.cards} cards`);
      return answer;
    });
  await ours();
  await theirs();
  const compared = await measuredInTurns(quick ? 2 : 7, ours, theirs);
  await cards.stop();
  const name = 'List page of 50 cards, rendered anew, against its cards alone';
  return measuredFigures(name, compared, { least: 0.6 }, 'none');
};

/** Pages a second, kept and rendered anew. */
export const pages: Part = async ({ quick }) => {
  const folder = await temporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const load = startLoad();
  const staticFile = join(ASSETS, STATIC_NAME);
  try {
    await bytesOf(shop.origin + PAGE, BROWSER);
    await writeFile(staticFile, await bytesOf(shop.origin + PAGE, BROWSER));
    await writeFile(`${staticFile}.br`, await bytesOf(shop.origin + PAGE, { ...BROWSER, 'accept-encoding': 'br' }));
    const figures = await cachedPage(shop, load, quick);
    return [...figures, ...(await uncachedPage(shop, load, folder.path, quick))];
  } finally {
    await rm(staticFile, { force: true });
    await rm(`${staticFile}.br`, { force: true });
    await Promise.all([load.stop(), shop.stop()]);
    await folder.remove();
  }
};
