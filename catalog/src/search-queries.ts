import { readFile } from 'node:fs/promises';
import type { MarketProduct } from './market.ts';

/** A query of `catalog/search-queries.txt`, with the products that it names resolved to slugs. */
export type SearchQuery = {
  half: 'tuned on' | 'held out';
  text: string;
  /** Products that should be among the first ten results; if there are more than ten, any ten of them. */
  find: ReadonlySet<string>;
  /** Other products that are acceptable among the first ten results. */
  allow: ReadonlySet<string>;
};

const resolveSelector = (selector: string, products: readonly MarketProduct[]): string[] => {
  const pattern = new RegExp(`^${selector.replace(/^@/, '').replaceAll('*', '.*')}$`);
  const found = products.filter((product) => pattern.test(selector.startsWith('@') ? product.subItem : product.slug));
  if (found.length === 0) throw new Error(`search-queries.txt names no product: ${selector}`);
  return found.map(({ slug }) => slug);
};

/** Reads the queries that measure the search of the demo market. */
export const readSearchQueries = async (products: readonly MarketProduct[]): Promise<SearchQuery[]> => {
  const file = await readFile(new URL('../search-queries.txt', import.meta.url), 'utf8');
  const queries: SearchQuery[] = [];
  let half: SearchQuery['half'] = 'tuned on';
  for (const line of file.split('\n').filter((text) => text !== '' && !text.startsWith('#'))) {
    if (line.startsWith('[')) half = line === '[held out]' ? 'held out' : 'tuned on';
    else {
      const [text = '', find = '', allow = ''] = line.split('|').map((part) => part.trim());
      const resolve = (list: string) =>
        new Set(list.split(',').flatMap((one) => (one.trim() ? resolveSelector(one.trim(), products) : [])));
      queries.push({ half, text, find: resolve(find), allow: resolve(allow) });
    }
  }
  return queries;
};

export type SearchQuality = {
  /** Share of the products to find (at most ten per query) that are among the first ten results; mean over the queries. */
  recall: number;
  /** Share of the first ten results that should be found or are acceptable; mean over the queries. */
  precision: number;
  /** Queries whose first result is wrong. */
  wrongFirst: string[];
};

/** Computes recall and precision. @param results each query with the slugs of its first page of results, in sequence */
export const measureSearch = (results: readonly { query: SearchQuery; slugs: readonly string[] }[]): SearchQuality => {
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const firstTen = results.map(({ query, slugs }) => ({ query, shown: slugs.slice(0, 10) }));
  const isRight = ({ find, allow }: SearchQuery, slug: string) => find.has(slug) || allow.has(slug);
  return {
    recall: mean(
      firstTen
        .filter(({ query }) => query.find.size > 0)
        .map(({ query, shown }) => shown.filter((slug) => query.find.has(slug)).length / Math.min(10, query.find.size)),
    ),
    precision: mean(
      firstTen
        .filter(({ shown }) => shown.length > 0)
        .map(({ query, shown }) => shown.filter((slug) => isRight(query, slug)).length / shown.length),
    ),
    wrongFirst: firstTen
      .filter(({ query, shown }) => shown[0] !== undefined && !isRight(query, shown[0]))
      .map(({ query }) => query.text),
  };
};
