/**
 * Whether a spreadsheet would run the cell as a formula or a DDE call; "-10% for (some)" is plain text. Such
 * a cell is refused on import; the shop's own exports have an apostrophe before it.
 */
const FORMULA = /^\s*(?:=|[@+-][\w+*/.-]*[(|!])/;
/** What `formatCsvLine` has escaped. */
const ESCAPED = /^'+[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/** Joins texts into one cell with commas; escapes commas with a backslash, as WooCommerce does. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\,]/g, '\\$&')).join(', ');

/** Splits a cell that `joinList` formatted. A backslash is an escape only before a comma or a backslash. */
export const splitList = (cell: string): string[] => {
  if (cell.trim() === '') return [];
  const texts = [''];
  for (const [part] of cell.matchAll(/\\[\\,]|[\s\S]/g)) {
    if (part === ',') texts.push('');
    else texts[texts.length - 1] += part.length === 2 ? part.slice(1) : part;
  }
  return texts.map((text) => text.trim());
};

/** One row of a table, with cells by column name (case-insensitive). */
export class Row {
  /** Line number in the file. */
  readonly line: number;
  /** Columns whose cell is a formula. */
  readonly formulas: string[] = [];
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(line: number, columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.line = line;
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The text of the cell; undefined if the column does not exist. */
  cell(column: string): string | undefined {
    const index = this.#columns.get(column.toLowerCase());
    if (index === undefined) return undefined;
    const cell = this.#cells[index] ?? '';
    if (FORMULA.test(cell) && !this.formulas.includes(column)) this.formulas.push(column);
    return unescapeFormula(cell);
  }

  /** The text of the cell; empty if the column does not exist. */
  text(column: string): string {
    return this.cell(column) ?? '';
  }
}

/** Maps lower-case column names to column indexes. */
export const indexColumns = (header: readonly string[]): Map<string, number> =>
  // If a name occurs twice, the first column wins.
  new Map(header.map((name, index) => [name.trim().toLowerCase(), index] as const).reverse());

/** The reason to refuse a row with formulas; empty if it has none. */
export const describeFormula = (row: Row): string =>
  row.formulas.length === 0 ? '' : `A cell is a formula: ${row.formulas.map((name) => `"${name}"`).join(', ')}.`;
