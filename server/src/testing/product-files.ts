import { indexColumns, Row } from '../exchange/cells.rules.ts';
import type { TableFormat } from '../exchange/format.ts';
import { detectFormat } from '../exchange/formats.ts';
import type { Unit } from '../exchange/record.rules.ts';

/** The optional fields of a record that a file without their columns gives: an import leaves these fields unchanged. */
export const ABSENT_FIELDS = {
  sku: undefined,
  merchant: undefined,
  weight_grams: undefined,
  stock: undefined,
  perishable: undefined,
  brand: undefined,
  origin: undefined,
  warranty: undefined,
  keywords: undefined,
  listed_at: undefined,
  pictures: undefined,
} as const;

/** The time of the import, on which sale periods depend. */
const NOW = new Date('2026-12-01T12:00:00Z');

/** Reads a table as a product file. */
export const readTable = (lines: readonly (readonly string[])[]): Unit & { format: TableFormat } => {
  const [header = [], ...rest] = lines;
  const columns = indexColumns(header);
  const format = detectFormat(columns);
  if (typeof format === 'string') throw new Error(format);
  const reader = format.createReader(NOW);
  const units = [...rest.map((cells, n) => reader.add(new Row(n + 2, columns, cells))), reader.finish()];
  return {
    format,
    records: units.flatMap((unit) => unit?.records ?? []),
    refusals: units.flatMap((unit) => unit?.refusals ?? []),
  };
};
/** Reads a table of one product. */
export const readProduct = (cells: Record<string, string>) => readTable([Object.keys(cells), Object.values(cells)]);
