import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type Refused, refuse } from './refusal.ts';

/** How often one may try something in a stretch of time, before RATE_LIMIT_FACTOR. */
export type Limit = { readonly what: string; readonly most: number; readonly seconds: number };

/** Rows that ran out are swept by whoever comes later, a few at a time. */
const SWEPT_AT_ONCE = 20;
const keyOf = (who: string): Buffer => createHash('sha256').update(who).digest();

/**
 * Who an address on the network stands for: itself, or for IPv6 its first 64 bits, of which a household has all the rest.
 */
export const networkOf = (address: string): string => {
  const v4 = /^(?:::ffff:)?([\d.]+)$/i.exec(address)?.[1];
  if (v4 !== undefined && isIPv4(v4)) return v4;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};

/** Counts what somebody tries, over all nodes together: the counts are rows. */
export class Attempts {
  readonly #db: Database;
  readonly #factor: number;

  /** @param factor multiplies every limit */
  constructor(db: Database, factor: number) {
    this.#db = db;
    this.#factor = factor;
  }

  /**
   * Counts one attempt.
   * @param who an account or an address, as text; kept as its hash
   * @returns too_many_requests beyond the limit, with the seconds until there may be another one
   */
  async count({ what, most, seconds }: Limit, who: string): Promise<Refused<'too_many_requests'> | undefined> {
    const now = new Date();
    const ends = new Date(now.getTime() + seconds * 1000);
    const { rows } = await sql<{ attempts: number; window_ends: Date }>`
      insert into attempt as a (what, who, attempts, window_ends) values (${what}, ${keyOf(who)}, 1, ${ends})
      on conflict (what, who) do update set
        attempts = case when a.window_ends <= ${now} then 1 else least(a.attempts + 1, 1000000000) end,
        window_ends = case when a.window_ends <= ${now} then ${ends} else a.window_ends end
      returning attempts, window_ends`.execute(this.#db);
    const [row] = rows;
    if (!row) return undefined;
    if (row.attempts === 1) await this.#sweep(now);
    if (row.attempts <= Math.ceil(most * this.#factor)) return undefined;
    const wait = Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000);
    return { ...refuse('too_many_requests'), retryAfter: Math.max(1, wait) };
  }

  /** Starts the count anew. */
  async forget({ what }: Limit, who: string): Promise<void> {
    await this.#db.deleteFrom('attempt').where('what', '=', what).where('who', '=', keyOf(who)).execute();
  }

  async #sweep(now: Date): Promise<void> {
    // Those that somebody counts in just now are left alone, so that no two wait for each other.
    await sql`
      delete from attempt where ctid = any(array(
        select ctid from attempt where window_ends <= ${now} limit ${SWEPT_AT_ONCE} for update skip locked))`.execute(
      this.#db,
    );
  }
}
