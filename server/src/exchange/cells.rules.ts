/**
 * Whether a spreadsheet would run the cell as a formula or a DDE call; "-10% for (some)" is plain text. Used for cells
 * from other sources: the shop itself prefixes its cells with an apostrophe.
 */
const FORMULA = /^\s*(?:=|[@+-][\w+*/.-]*[(|!])/;
/** Leading characters that make a spreadsheet evaluate a cell (OWASP, "CSV Injection"). */
const ACTIVE = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Escapes text so that no spreadsheet evaluates it, the same way as WooCommerce. */
const passive = (text: string): string => (ACTIVE.test(text) ? `'${text}` : text);
const unmarked = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);

/** Formats cells as one line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  `${cells
    .map(passive)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\n`;

/** Joins texts into one cell with commas; escapes commas with a backslash, as WooCommerce does. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\,]/g, '\\$&')).join(', ');

/** Splits such a cell. A backslash is an escape only before a comma or a backslash. */
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
    const at = this.#columns.get(column.toLowerCase());
    if (at === undefined) return undefined;
    const cell = this.#cells[at] ?? '';
    if (FORMULA.test(cell) && !this.formulas.includes(column)) this.formulas.push(column);
    return unmarked(cell);
  }

  /** The text of the cell; empty if the column does not exist. */
  text(column: string): string {
    return this.cell(column) ?? '';
  }
}

/** Maps lower-case column names to column indexes. */
export const columnsOf = (header: readonly string[]): Map<string, number> =>
  // If a name occurs twice, the first column wins.
  new Map(header.map((name, at) => [name.trim().toLowerCase(), at] as const).reverse());

/** Error messages for cells that are formulas; empty if there are none. */
export const formulaProblem = (row: Row): string =>
  row.formulas.length === 0 ? '' : `A formula stands in ${row.formulas.map((name) => `"${name}"`).join(', ')}.`;
