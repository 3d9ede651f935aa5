import type { ProductId } from '../platform/ids.ts';
import type { ProductRow } from './catalog.sql.ts';
import type { Pairings } from './local-names.rules.ts';
import type { Search } from './search.service.ts';

/** Maximum products that a product page shows. */
const MAX_PRODUCTS = 6;

/**
 * Finds the products that go with a product: for each other item of its pairing, the best match in stock.
 * @returns undefined if fewer than two are found
 */
export const findPairing = async (
  { search, pairings }: { search: Search; pairings: Pairings },
  { id, title }: { id: ProductId; title: string },
): Promise<{ use: string; rows: ProductRow[] } | undefined> => {
  const pairing = pairings.find(title);
  if (!pairing) return undefined;
  const rows = new Map<ProductId, ProductRow>();
  for (const item of pairing.items) {
    const found = await search.find(item, 'relevance', { inStock: true }, 1);
    const row = found.correctedQuery === null ? found.rows.find((other) => other.id !== id) : undefined;
    if (row && rows.size < MAX_PRODUCTS) rows.set(row.id, row);
  }
  return rows.size < 2 ? undefined : { use: pairing.use, rows: [...rows.values()] };
};
