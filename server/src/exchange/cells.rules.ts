/**
 * A cell that a spreadsheet would run: a formula, or an old call of another program. "-10% for (some)" is none. The test is
 * for cells that were typed or made elsewhere; what the shop itself writes is marked as text by an apostrophe.
 */
const FORMULA = /^\s*(?:=|[@+-][\w+*/.-]*[(|!])/;
/** What a spreadsheet takes for more than text at a cell's beginning (OWASP, "CSV Injection"). */
const ACTIVE = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Text as a cell that no spreadsheet runs; WooCommerce marks its cells the same way. */
const passive = (text: string): string => (ACTIVE.test(text) ? `'${text}` : text);
const unmarked = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);

/** Cells as one line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  `${cells
    .map(passive)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\n`;

/** Texts as one cell, separated by commas; a comma within one gets a backslash before it, as WooCommerce has it. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\,]/g, '\\$&')).join(', ');

/** The texts of such a cell. A backslash that stands before neither comma nor backslash is itself. */
export const splitList = (cell: string): string[] => {
  if (cell.trim() === '') return [];
  const texts = [''];
  for (const [part] of cell.matchAll(/\\[\\,]|[\s\S]/g)) {
    if (part === ',') texts.push('');
    else texts[texts.length - 1] += part.length === 2 ? part.slice(1) : part;
  }
  return texts.map((text) => text.trim());
};

/** One line of a table, its cells by the names of their columns, which capitals don't tell apart. */
export class Row {
  /** Where it begins in the file. */
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

  /** The cell's text; undefined where the table has no such column. */
  cell(column: string): string | undefined {
    const at = this.#columns.get(column.toLowerCase());
    if (at === undefined) return undefined;
    const cell = this.#cells[at] ?? '';
    if (FORMULA.test(cell) && !this.formulas.includes(column)) this.formulas.push(column);
    return unmarked(cell);
  }

  /** The cell's text, empty where the table has no such column. */
  text(column: string): string {
    return this.cell(column) ?? '';
  }
}

/** A table's columns by their names in small letters. */
export const columnsOf = (header: readonly string[]): Map<string, number> =>
  // Of two columns of one name the first counts.
  new Map(header.map((name, at) => [name.trim().toLowerCase(), at] as const).reverse());

/** Sentences for cells that are formulas, empty without one. */
export const formulaProblem = (row: Row): string =>
  row.formulas.length === 0 ? '' : `A formula stands in ${row.formulas.map((name) => `"${name}"`).join(', ')}.`;
