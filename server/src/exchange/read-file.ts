import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { columnsOf, Row } from './cells.rules.ts';
import { recognise } from './formats.ts';
import { readJsonLine } from './own.rules.ts';
import type { Unit } from './record.rules.ts';

/** The file is unreadable; the message is a sentence for the user. */
export class FileProblem extends Error {}

/** A unit, and the number of bytes read when it was complete. */
export type UnitRead = {
  unit: Unit;
  bytes: number;
  /** Set on the last unit if reading stopped before the end of the file. */
  stopped?: true;
};

/** Maximum number of characters in a cell; descriptions have a limit of a tenth of that. */
const MAX_IN_CELL = 500_000;
const MAX_IN_LINE = 2_000_000;
/** Maximum record size; a larger record means that a quotation mark is never closed. */
const MAX_IN_RECORD = 64 * 1024 * 1024;

const refusal = (line: number, reason: string): Unit => ({ records: [], refusals: [{ line, handle: '', reason }] });

/** Detects the format and the delimiter from the first bytes of the file. */
const inspect = async (path: string): Promise<{ kind: 'json' } | { kind: 'csv'; delimiter: string }> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(65_536), position: 0 });
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0) || bytes.indexOf('fffe', 0, 'hex') === 0 || bytes.indexOf('feff', 0, 'hex') === 0)
      throw new FileProblem('The file is not UTF-8 text: save it as CSV UTF-8.');
    const text = bytes
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart();
    if (text === '') throw new FileProblem('The file is empty.');
    if (text.startsWith('{')) return { kind: 'json' };
    if (text.startsWith('['))
      throw new FileProblem('The file is one JSON array: write one object on each line, without brackets around them.');
    const [first = ''] = text.split(/[\r\n]/);
    const delimiters = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length);
    return { kind: 'csv', delimiter: delimiters[0] ?? ',' };
  } finally {
    await file.close();
  }
};

/** The reason to refuse a line before parsing its cells; empty if there is none. */
const brokenReason = (cells: readonly string[], header: readonly string[]): string => {
  const large = cells.findIndex((cell) => cell.length > MAX_IN_CELL);
  if (large >= 0) return `"${header[large] ?? large + 1}" is ${cells[large]?.length} characters long.`;
  if (cells.length === header.length) return '';
  return `The line has ${cells.length} cells, but there are ${header.length} columns.`;
};

async function* readTable(path: string, delimiter: string, now: Date): AsyncGenerator<UnitRead> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: MAX_IN_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Treat a quotation mark inside a cell as text.
    relax_quotes: true,
  });
  // The loop below reports errors: pipeline() passes them to the parser.
  pipeline(createReadStream(path), parser, () => undefined);
  let header: string[] | undefined;
  let columns = new Map<string, number>();
  let reader: { take(row: Row): Unit | undefined; end(): Unit | undefined } | undefined;
  let line = 1;
  let bytes = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const begins = line;
      line = info.lines + 1;
      bytes = info.bytes;
      if (record.every((cell) => cell.trim() === '')) continue;
      if (!header) {
        header = record;
        columns = columnsOf(header);
        const format = recognise(columns);
        if (typeof format === 'string') throw new FileProblem(format);
        reader = format.reader(now);
        continue;
      }
      const broken = brokenReason(record, header);
      const unit = broken === '' ? reader?.take(new Row(begins, columns, record)) : refusal(begins, broken);
      if (unit) yield { unit, bytes };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const open = reader?.end();
    if (open) yield { unit: open, bytes };
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'A quotation mark is opened here and not closed: nothing after it could be read.'
        : `Nothing could be read from here on: ${error.message}`;
    yield { unit: refusal(line, reason), bytes, stopped: true };
    return;
  }
  const last = reader?.end();
  if (last) yield { unit: last, bytes };
}

/** Lines of a file, each with its end offset; undefined for a line above the size limit. */
async function* linesOf(path: string): AsyncGenerator<{ text: string | undefined; bytes: number }> {
  let parts: Buffer[] = [];
  let length = 0;
  let bytes = 0;
  const finish = () => {
    const text = length > MAX_IN_LINE ? undefined : Buffer.concat(parts).toString('utf8');
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
      if (length > MAX_IN_LINE) parts = [];
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
  for await (const { text, bytes } of linesOf(path)) {
    line++;
    if (text === undefined) yield { unit: refusal(line, `The line is longer than ${MAX_IN_LINE} bytes.`), bytes };
    else if (text.replace(/^\ufeff/, '').trim() !== '')
      yield { unit: readJsonLine(line, text.replace(/^\ufeff/, '')), bytes };
  }
}

/**
 * Reads a product file of any known format as a stream.
 * @param now for sale prices with a period
 * @throws FileProblem if the format is unknown; errors of the file system
 */
export async function* readUnits(path: string, now: Date): AsyncGenerator<UnitRead> {
  const found = await inspect(path);
  yield* found.kind === 'json' ? readJson(path) : readTable(path, found.delimiter, now);
}
