import type { ProductImport, ProductImportDetail } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import type { ImportRow } from './product-imports.sql.ts';

/** Characters of a cell that a page shows before the start. */
const MAX_SHOWN_CELL = 200;

export const presentImport = (row: ImportRow): ProductImport => ({
  id: row.id,
  state: row.state as ProductImport['state'],
  file_name: row.file_name,
  lines: row.lines,
  done: row.created + row.changed + row.unchanged + row.refused,
  created: row.created,
  changed: row.changed,
  unchanged: row.unchanged,
  refused_lines: row.refused,
  remarks: row.remarks,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

/** @param firstLines the cells of the first lines, before the start */
export const presentImportDetail = (
  row: ImportRow,
  firstLines: readonly (readonly string[])[],
): ProductImportDetail => ({
  ...presentImport(row),
  header: row.header,
  columns: row.columns,
  first_lines: firstLines.map((cells) => cells.map((cell) => cell.slice(0, MAX_SHOWN_CELL))),
});
