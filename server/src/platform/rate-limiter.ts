import ipaddr from 'ipaddr.js';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { type Refused, refuse } from './refusal.ts';
import { hashToken } from './tokens.ts';

/** How many attempts of one action are allowed in a time window, before RATE_LIMIT_FACTOR. */
export type RateLimit = { readonly action: string; readonly maxAttempts: number; readonly windowSeconds: number };

/** The limit that an attempt counts towards, and whose attempts are counted together. */
export type Count = {
  limit: RateLimit;
  /** An account, an email address or a network; only its hash is stored. */
  key: string;
  /** Groups counts with different keys, so that `clear` deletes them together. */
  owner?: string;
};

/** Expired rows are deleted each time that this many windows have begun, so that they never become many. */
const WINDOWS_PER_SWEEP = 10;
const SWEEP_BATCH = 50;
/** Larger than any limit. */
const MAX_ATTEMPTS = 1_000_000_000;

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

/**
 * True; the transaction then ends before its changes are on the disk, so the rows of busy networks are locked shortly. After a
 * failure of the database, attempts of the last second may not be counted.
 */
const commitsEarly = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

type CountRow = { attempts: number; window_ends: Date };

/** Counts attempts of all nodes together, as rows of PostgreSQL. */
export class RateLimiter {
  readonly #db: Database;
  readonly #factor: number;
  /**
   * Attempts with the same first count, such as all of a network, one after the other: in PostgreSQL they would wait for its row,
   * each with a connection that other requests need.
   */
  readonly #queue = new KeyedQueue<string>({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY });
  #windowsSinceSweep = 0;

  /** @param factor multiplies every limit */
  constructor(db: Database, factor: number) {
    this.#db = db;
    this.#factor = factor;
  }

  /**
   * Counts one attempt towards each limit in turn, up to the first that refuses it.
   * @param counts Their rows are locked in this order, so it must always be the same; those with an owner are in the
   *   descending order of their actions, as for `clear`
   * @returns too_many_requests beyond a limit, with the seconds until its window ends
   */
  consume(...counts: Count[]): Promise<Refused<'too_many_requests'> | undefined> {
    return this.#queue.run(queueKey(counts), () => this.#consume(counts));
  }

  async #consume(counts: readonly Count[]): Promise<Refused<'too_many_requests'> | undefined> {
    const now = new Date();
    const maxAttempts = counts.map(({ limit }) => Math.min(MAX_ATTEMPTS, Math.ceil(limit.maxAttempts * this.#factor)));
    const counted = counts.map((count, n) => {
      const previous = n === 0 ? undefined : { name: sql.raw(`count_${n - 1}`), maxAttempts: maxAttempts[n - 1] };
      return sql`${sql.raw(`count_${n}`)} as (${addAttempt(count, now, previous)})`;
    });
    // A count whose previous one refuses the attempt has no row.
    const rows = counts.map(
      (_, n) => sql`select ${sql.lit(n)} as n, * from ${sql.raw(`count_${n}`)} where ${commitsEarly}`,
    );
    const { rows: found } = await sql<CountRow>`
      with ${sql.join(counted)} ${sql.join(rows, sql` union all `)} order by n`.execute(this.#db);
    this.#windowsSinceSweep += found.filter(({ attempts }) => attempts === 1).length;
    if (this.#windowsSinceSweep >= WINDOWS_PER_SWEEP) {
      this.#windowsSinceSweep = 0;
      await this.#sweep(now);
    }
    const refusing = found.find(({ attempts }, n) => attempts > (maxAttempts[n] ?? MAX_ATTEMPTS));
    if (!refusing) return undefined;
    const retryAfter = Math.ceil((refusing.window_ends.getTime() - now.getTime()) / 1000);
    return { ...refuse('too_many_requests'), retryAfter: Math.max(1, retryAfter) };
  }

  /**
   * Takes back one counted attempt that turned out not to be a failure, or `all` attempts of the window.
   * @param counts in the same order as for `consume`
   */
  async release(...counts: (Count & { all?: boolean })[]): Promise<void> {
    await this.#queue.run(queueKey(counts), () => this.#release(counts));
  }

  async #release(counts: readonly (Count & { all?: boolean })[]): Promise<void> {
    const whats = counts.map(({ limit }) => limit.action);
    const whos = counts.map(({ key }) => hashToken(key));
    const alls = counts.map(({ all = false }) => all);
    await sql`
      with released as (
        select what, who, release_all
        from unnest(${whats}::text[], ${whos}::bytea[], ${alls}::boolean[]) with ordinality r (what, who, release_all, n)
        join attempt a using (what, who) order by n for no key update of a
      )
      update attempt a set attempts = case when release_all then 0 else a.attempts - 1 end
      from released r where a.what = r.what and a.who = r.who and a.attempts > 0 and ${commitsEarly}`.execute(this.#db);
  }

  /** Deletes all counts of an owner. */
  async clear(owner: string): Promise<void> {
    // Locked in the order of `consume`, so that the two don't deadlock.
    await sql`
      with owned as (select what, who from attempt where owner = ${hashToken(owner)} order by what desc, who for update)
      delete from attempt a using owned o where a.what = o.what and a.who = o.who`.execute(this.#db);
  }

  async #sweep(now: Date): Promise<void> {
    // Rows that another transaction is updating are skipped, so that sweeps don't deadlock.
    await sql`
      delete from attempt where ctid = any(array(
        select ctid from attempt where window_ends <= ${now} limit ${sql.lit(SWEEP_BATCH)} for update skip locked))`.execute(
      this.#db,
    );
  }
}

const queueKey = ([first]: readonly Count[]): string => `${first?.limit.action} ${first?.key}`;

/**
 * The statement that counts an attempt, if the previous count allows it. A window begins with its first attempt, and with the
 * first after all were taken back.
 */
const addAttempt = (
  { limit: { action, windowSeconds }, key, owner }: Count,
  now: Date,
  previous: { name: RawBuilder<unknown>; maxAttempts: number | undefined } | undefined,
): RawBuilder<CountRow> => {
  const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
  const isNewWindow = sql`a.window_ends <= ${now} or a.attempts = 0`;
  return sql`
    insert into attempt as a (what, who, owner, attempts, window_ends)
    select ${action}, ${hashToken(key)}::bytea, ${owner === undefined ? null : hashToken(owner)}::bytea, 1,
      ${windowEnd}::timestamptz
    ${previous ? sql`from ${previous.name} where attempts <= ${previous.maxAttempts}` : sql``}
    on conflict (what, who) do update set
      attempts = case when ${isNewWindow} then 1 else least(a.attempts + 1, ${sql.lit(MAX_ATTEMPTS)}) end,
      window_ends = case when ${isNewWindow} then ${windowEnd} else a.window_ends end
    returning attempts, window_ends`;
};
