import { crc32 } from 'node:zlib';

/**
 * Remembers keys by a checksum: the last `max` at least, and at most twice as many. In sets that are dropped whole, because V8 keeps
 * deleted values of a set with many inserts and deletes (docs/decisions/response-cache.md).
 */
export class RecentKeys {
  readonly #max: number;
  #newer = new Set<number>();
  #older = new Set<number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether a key is remembered, or, rarely, another with the same checksum. */
  has(key: string): boolean {
    const sum = crc32(key);
    return this.#newer.has(sum) || this.#older.has(sum);
  }

  add(key: string): void {
    if (this.#newer.size === this.#max) {
      this.#older = this.#newer;
      this.#newer = new Set();
    }
    this.#newer.add(crc32(key));
  }
}
