import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase, openPool } from '../../../server/src/platform/database.ts';
import { now } from './time.ts';

const PAUSE_MS = 1000;
const RESPONSE_MS = 2000;

/**
 * Counts how often the replicas read the table of products for a shop, by the statistics of PostgreSQL. Nothing else reads it there: the
 * other clients of the proof use the primary.
 */
export class ReplicaWatch {
  readonly #replicas: readonly Database[];
  readonly #reads: { at: number; count: number }[] = [];

  /** @param urls of the servers that the shop reads as replicas; one of them may be the primary */
  constructor(urls: readonly string[]) {
    this.#replicas = urls.map((url) => openDatabase(openPool(url, 1, () => undefined, { responseMs: RESPONSE_MS })));
  }

  /** Looks every second until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#replicas.map((db) => this.#follow(db, signal)));
  }

  async #follow(db: Database, signal: AbortSignal): Promise<void> {
    let previous: number | undefined;
    while (!signal.aborted) {
      const scans = await this.#readScans(db);
      if (scans !== undefined && previous !== undefined && scans > previous)
        this.#reads.push({ at: now(), count: scans - previous });
      previous = scans;
      await wait(PAUSE_MS);
    }
  }

  /** @returns undefined for a server that is the primary, or does not respond */
  async #readScans(db: Database): Promise<number | undefined> {
    const query = sql<{ standby: boolean; scans: number }>`
      select pg_is_in_recovery() as standby, (seq_scan + coalesce(idx_scan, 0))::float as scans
      from pg_stat_user_tables where relname = 'product'`;
    const rows = await query.execute(db).then(
      (result) => result.rows,
      () => [],
    );
    return rows[0]?.standby ? rows[0].scans : undefined;
  }

  /** The reads that were seen in a span of time. */
  count(from: number, to: number): number {
    return this.#reads.filter(({ at }) => at >= from && at < to).reduce((sum, { count }) => sum + count, 0);
  }
}
