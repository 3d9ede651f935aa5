import { startLoad } from '../load/load.ts';
import { openMarkets } from '../market/cluster.ts';
import { type Figure, milliseconds, type Part, ratioFigure } from '../measurement.ts';
import { databaseUrl, type Served, startShop, temporaryFolder } from '../processes.ts';
import { inTurns, median } from '../statistics.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const LARGE_WHEN_QUICK = 100_000;
const PAGE_SIZE = 50;
const ALL = '/backend/api/products/?country_code=GB';
const CATEGORY = '/backend/api/products/category//3?country_code=GB';
/** A statement is planned anew five times, then for good: the first requests are not counted. */
const WARMING = 12;

type Case = { name: string; list: string; page: 'first' | 'middle' | 'last'; more?: string };
const CASES: readonly Case[] = [
  { name: 'All products, first page', list: ALL, page: 'first' },
  { name: 'All products, middle page', list: ALL, page: 'middle' },
  { name: 'All products, last page', list: ALL, page: 'last' },
  { name: 'All products by price, middle page', list: ALL, page: 'middle', more: '&sort=price' },
  { name: 'All products by discount, middle page', list: ALL, page: 'middle', more: '&sort=discount' },
  { name: 'A category, first page', list: CATEGORY, page: 'first' },
  { name: 'A category, middle page', list: CATEGORY, page: 'middle' },
  { name: 'A category, last page', list: CATEGORY, page: 'last' },
  { name: 'A category by price, middle page', list: CATEGORY, page: 'middle', more: '&sort=price' },
  { name: 'Search: a common word', list: ALL, page: 'first', more: '&search=basket' },
  { name: 'Search: a misspelt word', list: ALL, page: 'first', more: '&search=calabsh' },
  { name: 'Search: two words', list: ALL, page: 'first', more: '&search=leather+bag' },
];

const countOf = async (shop: Served, path: string): Promise<number> => {
  const answer = await fetch(shop.origin + path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return ((await answer.json()) as { count: number }).count;
};

/** The address of the case's page in a shop: middle and last pages lie elsewhere in a larger one. */
const addressOf = async (shop: Served, { list, page, more = '' }: Case): Promise<string> => {
  const count = await countOf(shop, `${list}${more}&page=1`);
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  const number = { first: 1, middle: Math.ceil(last / 2), last }[page];
  return `${list}${more}&page=${number}`;
};

/** Answers made anew from a large market against the same from a small one: the size must hardly show. */
export const catalogueSize: Part = async ({ quick }) => {
  const large = quick ? LARGE_WHEN_QUICK : LARGE;
  const folder = await temporaryFolder();
  const markets = await openMarkets([SMALL, large]);
  const open = (products: number) => {
    const url = databaseUrl(markets.connection(products));
    return startShop({ DATA_DIR: folder.path, DATABASE_URL: url, CACHE_MEGABYTES: '0' });
  };
  const [small, big] = [await open(SMALL), await open(large)];
  const load = startLoad();
  const seconds = quick ? 0.2 : 0.7;
  const figures: Figure[] = [];
  for (const item of CASES) {
    const paths = { small: await addressOf(small, item), big: await addressOf(big, item) };
    const time = async ({ port }: Served, path: string) =>
      median((await load.run({ port, paths: [path], connections: 1, seconds, timed: true })).times);
    for (let n = 0; n < WARMING; n++) await Promise.all([countOf(small, paths.small), countOf(big, paths.big)]);
    const compared = await inTurns(
      quick ? 2 : 7,
      () => time(big, paths.big),
      () => time(small, paths.small),
    );
    figures.push(ratioFigure(item.name, compared, milliseconds, { most: 2 }));
  }
  await Promise.all([load.stop(), small.stop(), big.stop()]);
  await markets.stop();
  await folder.remove();
  return figures;
};
