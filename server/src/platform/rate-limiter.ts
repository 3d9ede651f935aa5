import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { type Refused, refuse } from './refusal.ts';
import { hashToken } from './tokens.ts';

/** How many attempts of one action are allowed in a time window, before RATE_LIMIT_FACTOR. */
export type RateLimit = { readonly action: string; readonly maxAttempts: number; readonly windowSeconds: number };

/** Expired rows deleted by one call. */
const SWEEP_BATCH = 20;

/**
 * The network by which requests are counted: the IPv4 address, or the /64 prefix of an IPv6 address, which usually
 * belongs to one customer.
 */
export const getNetwork = (address: string): string => {
  // A trusted proxy may forward text that is not an address.
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  return ip.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
};

/** Counts attempts of all nodes together, as rows of PostgreSQL. */
export class RateLimiter {
  readonly #db: Database;
  readonly #factor: number;

  /** @param factor multiplies every limit */
  constructor(db: Database, factor: number) {
    this.#db = db;
    this.#factor = factor;
  }

  /**
   * Counts one attempt.
   * @param key an account, an email address or a network; only its hash is stored
   * @param owner groups counts with different keys, so that `clear` deletes them together
   * @returns too_many_requests beyond the limit, with the seconds until the window ends
   */
  async consume(
    { action, maxAttempts, windowSeconds }: RateLimit,
    key: string,
    owner?: string,
  ): Promise<Refused<'too_many_requests'> | undefined> {
    const now = new Date();
    const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
    const { rows } = await sql<{ attempts: number; window_ends: Date }>`
      insert into attempt as a (what, who, owner, attempts, window_ends)
      values (${action}, ${hashToken(key)}, ${owner === undefined ? null : hashToken(owner)}, 1, ${windowEnd})
      on conflict (what, who) do update set
        attempts = case when a.window_ends <= ${now} then 1 else least(a.attempts + 1, 1000000000) end,
        window_ends = case when a.window_ends <= ${now} then ${windowEnd} else a.window_ends end
      returning attempts, window_ends`.execute(this.#db);
    const [row] = rows;
    if (!row) return undefined;
    if (row.attempts === 1) await this.#sweep(now);
    if (row.attempts <= Math.ceil(maxAttempts * this.#factor)) return undefined;
    const retryAfter = Math.ceil((row.window_ends.getTime() - now.getTime()) / 1000);
    return { ...refuse('too_many_requests'), retryAfter: Math.max(1, retryAfter) };
  }

  /** Sets the count back to zero. */
  async reset({ action }: RateLimit, key: string): Promise<void> {
    await this.#db.deleteFrom('attempt').where('what', '=', action).where('who', '=', hashToken(key)).execute();
  }

  /** Takes back one counted attempt that turned out not to be a failure. */
  async release({ action }: RateLimit, key: string): Promise<void> {
    await this.#db
      .updateTable('attempt')
      .set((row) => ({ attempts: row('attempts', '-', 1) }))
      .where('what', '=', action)
      .where('who', '=', hashToken(key))
      .where('attempts', '>', 0)
      .execute();
  }

  /** Deletes all counts of an owner. */
  async clear(owner: string): Promise<void> {
    await this.#db.deleteFrom('attempt').where('owner', '=', hashToken(owner)).execute();
  }

  async #sweep(now: Date): Promise<void> {
    // Rows that another transaction is updating are skipped, so that sweeps don't deadlock.
    await sql`
      delete from attempt where ctid = any(array(
        select ctid from attempt where window_ends <= ${now} limit ${SWEEP_BATCH} for update skip locked))`.execute(
      this.#db,
    );
  }
}
