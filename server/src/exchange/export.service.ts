import { open, rename, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { countProducts, type ProductExportRow, selectProductsForExport, selectSellers } from '../catalog/index.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { Database, DryRunOption } from '../platform/database.ts';

import { selectHeldUnits } from './exchange.sql.ts';
import type { FormatName } from './format.ts';
import { TABLES } from './formats.ts';
import type { OnProgress } from './import.service.ts';
import { formatJsonLine } from './own.rules.ts';
import { createSourceUrl } from './pictures.ts';
import type { ExportedProduct } from './record.rules.ts';

export type ExportRequest = {
  file: string;
  format: FormatName;
  /** The merchant slug; undefined exports all merchants. */
  merchant: string | undefined;
};

export type ExportOptions = DryRunOption & { onProgress: OnProgress };

const BATCH_PRODUCTS = 500;

/** @param held units in unpaid orders. The exported stock includes them, as `computeStock` expects */
const toExportedProduct = (row: ProductExportRow, held: number, publicUrl: string): ExportedProduct => ({
  handle: row.slug,
  sku: row.sku,
  merchant: row.merchant,
  title: row.title,
  description: row.description,
  category: row.category,
  categoryPath: row.path,
  price_kobo: row.price_kobo,
  discount_percent: row.discount_percent,
  weight_grams: row.weight_grams,
  stock: row.stock + held,
  perishable: row.perishable,
  brand: row.brand,
  origin: row.origin,
  warranty: row.warranty,
  keywords: row.keywords,
  listed_at: row.listed_at,
  pictures: row.pictures.map(({ key, alt }) => ({ source: createSourceUrl(publicUrl, key), alt })),
});

/**
 * Exports products to a file from one database snapshot, oldest first. The file appears only when it is complete. A dry
 * run only counts the products.
 * @returns the number of products, or an error message if the merchant does not exist
 */
export const exportProducts = async (
  { db, publicUrl }: { db: Database; publicUrl: string },
  { file, format, merchant }: ExportRequest,
  { dryRun, onProgress }: ExportOptions,
): Promise<{ products: number } | { refused: string }> => {
  if (merchant !== undefined && !(await selectSellers(db, [merchant])).has(merchant))
    return { refused: `There is no merchant "${merchant}".` };
  const table = TABLES.find(({ name }) => name === format);
  const formatProduct = (product: ExportedProduct): string =>
    table ? table.formatRows(product).map(formatCsvLine).join('') : formatJsonLine(product);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Others do not wait for it, and a slow disk must not end it.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      const total = await countProducts(trx, merchant);
      if (dryRun) return { products: total };
      const temporaryFile = `${file}.unfinished`;
      const out = await open(temporaryFile, 'w');
      try {
        if (table) await out.appendFile(formatCsvLine(table.header));
        let products = 0;
        for (let after = 0; ; ) {
          const rows = await selectProductsForExport(trx, merchant, after, BATCH_PRODUCTS);
          const last = rows.at(-1);
          if (!last) break;
          const held = await selectHeldUnits(
            trx,
            rows.map(({ id }) => id),
          );
          const exported = rows.map((row) => toExportedProduct(row, held.get(row.id) ?? 0, publicUrl));
          await out.appendFile(exported.map(formatProduct).join(''));
          after = last.id;
          products += rows.length;
          onProgress({ part: products / Math.max(total, products), products, refused: 0 });
        }
        await out.sync();
        await out.close();
        await rename(temporaryFile, file);
        return { products };
      } catch (error) {
        await out.close();
        await rm(temporaryFile, { force: true });
        throw error;
      }
    });
};
