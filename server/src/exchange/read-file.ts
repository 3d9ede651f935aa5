import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { indexColumns, Row } from './cells.rules.ts';
import type { TableReader } from './format.ts';
import { detectFormat } from './formats.ts';
import { readJsonLine } from './own.rules.ts';
import type { Unit } from './record.rules.ts';

/** The file is unreadable; the message is a sentence for the user. */
export class UnreadableFileError extends Error {}

/** A unit, and the number of bytes read when it was complete. */
export type UnitRead = {
  unit: Unit;
  bytes: number;
  /** Set on the last unit if reading stopped before the end of the file. */
  stopped?: true;
};

/** Maximum number of characters in a cell; the fields have lower limits. */
const MAX_CELL_LENGTH = 500_000;
const MAX_LINE_BYTES = 2_000_000;
/** Maximum record size; a larger record means that a quotation mark is never closed. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const refuseLine = (line: number, reason: string): Unit => ({ records: [], refusals: [{ line, handle: '', reason }] });

/** Detects the format and the delimiter from the first bytes of the file. */
const detectKind = async (path: string): Promise<{ kind: 'json' } | { kind: 'csv'; delimiter: string }> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(65_536), position: 0 });
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0) || bytes.indexOf('fffe', 0, 'hex') === 0 || bytes.indexOf('feff', 0, 'hex') === 0)
      throw new UnreadableFileError('The file is not UTF-8 text: save it as CSV UTF-8.');
    const text = bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    if (text === '') throw new UnreadableFileError('The file is empty.');
    if (text.startsWith('{')) return { kind: 'json' };
    if (text.startsWith('['))
      throw new UnreadableFileError(
        'The file is one JSON array: write one object on each line, without brackets around them.',
      );
    const [first = ''] = text.split(/[\r\n]/);
    const delimiters = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length);
    return { kind: 'csv', delimiter: delimiters[0] ?? ',' };
  } finally {
    await file.close();
  }
};

/** The reason to refuse a line because of its cells; empty if there is none. */
const lineProblem = (cells: readonly string[], header: readonly string[]): string => {
  const tooLong = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH);
  if (tooLong >= 0)
    return `"${header[tooLong] ?? tooLong + 1}" is ${cells[tooLong]?.length} characters long; the maximum is ${MAX_CELL_LENGTH}.`;
  if (cells.length === header.length) return '';
  return `The line has ${cells.length} cells, but there are ${header.length} columns.`;
};

async function* readTable(path: string, delimiter: string, now: Date): AsyncGenerator<UnitRead> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_RECORD_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Treat a quotation mark inside a cell as text.
    relax_quotes: true,
  });
  // The loop below reports errors: pipeline() passes them to the parser.
  pipeline(createReadStream(path), parser, () => undefined);
  let header: string[] | undefined;
  let columns = new Map<string, number>();
  let reader: TableReader | undefined;
  let line = 1;
  let bytes = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const firstLine = line;
      line = info.lines + 1;
      bytes = info.bytes;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (!header) {
        header = record;
        columns = indexColumns(header);
        const format = detectFormat(columns);
        if (typeof format === 'string') throw new UnreadableFileError(format);
        reader = format.createReader(now);
        continue;
      }
      const problem = lineProblem(record, header);
      const unit = problem === '' ? reader?.add(new Row(firstLine, columns, record)) : refuseLine(firstLine, problem);
      if (unit) yield { unit, bytes };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const incomplete = reader?.finish();
    if (incomplete) yield { unit: incomplete, bytes };
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'A quotation mark is opened on this line and never closed: the rest of the file is not read.'
        : `The rest of the file can't be read: ${error.message}`;
    yield { unit: refuseLine(line, reason), bytes, stopped: true };
    return;
  }
  const last = reader?.finish();
  if (last) yield { unit: last, bytes };
}

/** Lines of a file, each with its end offset; undefined for a line above the size limit. */
async function* readLines(path: string): AsyncGenerator<{ text: string | undefined; bytes: number }> {
  let parts: Buffer[] = [];
  let length = 0;
  let bytes = 0;
  const finish = () => {
    const text = length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    length = 0;
    return { text, bytes };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(10, at);
      const part = chunk.subarray(at, end < 0 ? chunk.length : end);
      length += part.length;
      bytes += part.length + (end < 0 ? 0 : 1);
      if (length > MAX_LINE_BYTES) parts = [];
      else parts.push(part);
      if (end < 0) break;
      yield finish();
      at = end + 1;
    }
  }
  if (length > 0) yield finish();
}

async function* readJson(path: string): AsyncGenerator<UnitRead> {
  let line = 0;
  for await (const { text, bytes } of readLines(path)) {
    line++;
    if (text === undefined) yield { unit: refuseLine(line, `The line is longer than ${MAX_LINE_BYTES} bytes.`), bytes };
    else if (text.replace(/^\ufeff/, '').trim() !== '')
      yield { unit: readJsonLine(line, text.replace(/^\ufeff/, '')), bytes };
  }
}

/**
 * Reads a product file of any known format as a stream.
 * @param now for sale prices with a period
 * @throws UnreadableFileError if the format is unknown; errors of the file system
 */
export async function* readUnits(path: string, now: Date): AsyncGenerator<UnitRead> {
  const found = await detectKind(path);
  yield* found.kind === 'json' ? readJson(path) : readTable(path, found.delimiter, now);
}
