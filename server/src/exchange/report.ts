import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { csvLine } from './cells.rules.ts';
import type { Refusal } from './record.rules.ts';

const HEADER = csvLine(['line', 'handle', 'reason']);

/** How long the report is, -1 where there is none. */
export const reportLength = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return -1;
    throw error;
  }
};

/** The file that tells which lines were refused, and why. */
export class Report {
  readonly #path: string;
  readonly #file: FileHandle;
  #bytes: number;

  private constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** @param bytes how much of a report that is there holds; what comes after is of a batch that was not written */
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

  async add(refusals: readonly Refusal[]): Promise<void> {
    const lines = refusals.map(({ line, handle, reason }) => csvLine([String(line), handle, reason]));
    if (lines.length > 0) await this.#write(lines.join(''));
  }

  /** @param used false leaves no report behind */
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
