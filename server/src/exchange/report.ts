import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { Refusal } from './record.rules.ts';

const HEADER = formatCsvLine(['line', 'handle', 'reason']);

/** The size of the report in bytes; -1 if it does not exist. */
export const reportLength = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return -1;
    throw error;
  }
};

/** The report file: lines that were refused, or imported with a note, and the reasons. */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** @param bytes size of the valid part of an existing report; the rest belongs to a batch that was rolled back */
  static async open(path: string, bytes: number): Promise<Report> {
    const file = await open(path, bytes === 0 ? 'w' : 'r+');
    await file.truncate(bytes);
    const report = new Report(path, file, bytes);
    if (bytes === 0) await report.#write(HEADER);
    return report;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#bytes <= Buffer.byteLength(HEADER);
  }

  async add(rows: readonly Refusal[]): Promise<void> {
    const lines = rows.map(({ line, handle, reason }) => formatCsvLine([String(line), handle, reason]));
    if (lines.length > 0) await this.#write(lines.join(''));
  }

  /** @param used false deletes the report */
  async close(used: boolean): Promise<void> {
    await this.#file.close();
    if (!used) await rm(this.#path, { force: true });
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#file.write(bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
  }
}
