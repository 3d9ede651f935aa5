import { readMarket } from '@sokuwa/catalog/market.ts';
import { measureSearch, readSearchQueries, type SearchQuery } from '@sokuwa/catalog/search-queries.ts';
import type { Benchmark, Measurement } from '../measurement.ts';
import { createTemporaryFolder, startShop } from '../processes.ts';

const RECALL_TARGET = 0.95;
const PRECISION_TARGET = 0.9;

/** Measures recall and precision of the queries in catalog/search-queries.txt. */
export const searchQuality: Benchmark = async () => {
  const folder = await createTemporaryFolder();
  const shop = await startShop({ DATA_DIR: folder.path });
  const { products } = await readMarket();
  // Map results to slugs by title: the market's files have no ids, and titles are unique.
  const slugs = new Map(products.map(({ title, slug }) => [title, slug]));
  const search = async (query: SearchQuery) => {
    const response = await fetch(`${shop.origin}/backend/api/products/?search=${encodeURIComponent(query.text)}`);
    const { results } = (await response.json()) as { results: { title: string }[] };
    return { query, slugs: results.map(({ title }) => slugs.get(title) ?? title) };
  };
  const measurements: Measurement[] = [];
  const queries = await readSearchQueries(products);
  for (const half of ['tuned on', 'held out'] as const) {
    const results = [];
    for (const query of queries.filter((one) => one.half === half)) results.push(await search(query));
    const { recall, precision, wrongFirst } = measureSearch(results);
    const row = { baseline: '', unit: '' } as const;
    const name = `${results.length} queries, ${half}`;
    measurements.push(
      { ...row, name: `${name}: recall`, shop: 'mean', value: recall, target: { min: RECALL_TARGET } },
      { ...row, name: `${name}: precision`, shop: 'mean', value: precision, target: { min: PRECISION_TARGET } },
      {
        ...row,
        name: `${name}: first result wrong`,
        shop: wrongFirst.join(', ') || 'none',
        value: wrongFirst.length,
        target: { max: 0 },
      },
    );
  }
  await shop.stop();
  await folder.remove();
  return measurements;
};
