import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import { CsvError, parse } from 'csv-parse';

/** A product file: the cells of its first line, and of each line with a product. */
export type MerchantFile = { header: string[]; lines: { line: number; cells: string[] }[] };

/** A cell, in characters; the fields have lower limits. */
const MAX_CELL_LENGTH = 100_000;
const CHUNK_BYTES = 65_536;
const DELIMITERS = [',', ';', '\t'];

/** @returns undefined if it is not UTF-8 */
const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

const findDelimiter = (text: string): string => {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
};

/** What is wrong with the file; ends the parser. */
class FileProblem extends Error {}

/** Collects the records of a file as the parser finds them. */
class FileReader {
  header: string[] | undefined;
  readonly lines: MerchantFile['lines'] = [];
  /** The number of the next line. */
  line = 1;

  add(cells: string[], linesRead: number): void {
    const { line } = this;
    this.line = linesRead + 1;
    if (cells.every((cell) => cell.trim() === '')) return;
    if (cells.length > MAX_IMPORT_COLUMNS)
      throw new FileProblem(`Line ${line} has more than ${MAX_IMPORT_COLUMNS} columns.`);
    if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
      throw new FileProblem(
        `Line ${line} has a cell of more than ${MAX_CELL_LENGTH} characters. Perhaps a quotation mark is missing.`,
      );
    if (!this.header) this.header = cells.map((cell) => cell.trim());
    else if (this.lines.length === MAX_IMPORT_LINES)
      throw new FileProblem(`The file has more than ${MAX_IMPORT_LINES} products. Divide it into several files.`);
    else this.lines.push({ line, cells });
  }
}

/**
 * Reads a CSV file of a merchant.
 * @param bytes untrusted
 * @returns a sentence about what is wrong with the file as a whole
 */
export const readMerchantFile = async (bytes: Uint8Array): Promise<MerchantFile | string> => {
  const text = decode(bytes);
  if (text === undefined || text.includes('\0'))
    return 'The file is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".';
  if (text.trim() === '') return 'The file is empty.';
  const reader = new FileReader();
  const parser = parse({
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    on_record: (cells: string[], { lines }) => {
      reader.add(cells, lines);
      return null;
    },
  });
  try {
    await pipeline(Readable.from(toChunks(text)), parser);
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `A quotation mark is opened on line ${reader.line} and never closed.`
      : `The file cannot be read from line ${reader.line} on.`;
  }
  const { header, lines } = reader;
  if (!header || lines.length === 0) return 'The file has no products: the first line has the names of the columns.';
  return { header, lines };
};

/** Parts of a text between which other requests are served. */
async function* toChunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await setImmediate();
  }
}
