import { type OwnProductRow, selectMerchantSlug, selectOwnAfter, selectSubItems } from '../catalog/index.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { selectHeldUnits } from './exchange.sql.ts';
import { formatOwnCells, ownCsv } from './own.rules.ts';
import { createSourceUrl } from './pictures.ts';

/** Descriptions can be long: so few products are in memory at a time. */
const BATCH_PRODUCTS = 100;

/**
 * All products of a merchant, in the shop or not, as the shop's own CSV with the additional column `state`, oldest first (MERCHANT-74). Each batch
 * is read when the client takes it, so a slow client holds no connection to the database.
 */
export async function* exportOwnProducts(
  { db, publicUrl }: { db: Database; publicUrl: string },
  merchantId: MerchantId,
): AsyncGenerator<string> {
  const merchant = await selectMerchantSlug(db, merchantId);
  const slugs = new Map((await selectSubItems(db)).map(({ id, slug }) => [id, slug]));
  /** @param held units in unpaid orders. The exported stock includes them, as an import expects */
  const formatLine = ({ sub_item_id, slug, pictures, stock, state, ...row }: OwnProductRow, held: number): string =>
    formatCsvLine([
      ...formatOwnCells({
        ...row,
        merchant,
        handle: slug,
        category: slugs.get(sub_item_id ?? 0) ?? '',
        stock: stock + held,
        pictures: pictures.map(({ key, alt }) => ({ source: createSourceUrl(publicUrl, key), alt })),
      }),
      state,
    ]);
  yield formatCsvLine([...ownCsv.header, 'state']);
  for (let after = 0; ; ) {
    const rows = await selectOwnAfter(db, merchantId, after, BATCH_PRODUCTS);
    const last = rows.at(-1);
    if (!last) return;
    const held = await selectHeldUnits(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map((row) => formatLine(row, held.get(row.id) ?? 0)).join('');
    after = last.id;
  }
}
