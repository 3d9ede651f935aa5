import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { type Refused, refuseTooMany } from './refusal.ts';
import { hashToken } from './tokens.ts';

/** How many attempts of one action are allowed in a time window, before RATE_LIMIT_FACTOR. */
export type RateLimit = { readonly action: string; readonly maxAttempts: number; readonly windowSeconds: number };

/** A limit, and the key under which its attempts are counted. */
export type LimitedKey = {
  limit: RateLimit;
  /** An account, an email address or a network; only its hash is stored. */
  key: string;
  /** Groups the attempts of different keys, so that `clear` deletes them together. */
  owner?: string;
};

/** Expired rows are deleted each time that this many windows have begun, so that they never become many. */
const WINDOWS_PER_SWEEP = 10;
const SWEEP_BATCH = 50;
/** Limits and counted attempts are capped to this. */
const MAX_ATTEMPTS = 1_000_000_000;
/** Attempts of one key wait for their turn, up to this number and time; more are refused. */
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 5000;

/**
 * The network by which requests are counted: the IPv4 address, or the /64 prefix of an IPv6 address, which usually
 * belongs to one customer.
 */
export const getNetwork = (address: string): string => {
  // Most addresses; this is faster than parsing them.
  if (isIPv4(address)) return address;
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
 * A condition that is always true. It switches synchronous_commit off for the transaction: its commit does not wait for the disk, so the
 * rows of busy networks are locked only briefly. If the database fails, the attempts of the last second may be lost.
 */
const withoutDiskFlush = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

type AttemptRow = { attempts: number; window_ends: Date; is_refused: boolean };

/** Counts attempts of all nodes together, as rows of PostgreSQL. */
export class RateLimiter {
  readonly #db: Database;
  readonly #factor: number;
  /**
   * Runs attempts with the same first key, such as all of a network, one after the other. In PostgreSQL they would wait for the same
   * row, each with a connection that other requests need.
   */
  readonly #queue = new KeyedQueue<string>({ maxRunning: 1, maxWaiting: MAX_WAITING });
  #windowsSinceSweep = 0;

  /** @param factor multiplies every limit */
  constructor(db: Database, factor: number) {
    this.#db = db;
    this.#factor = factor;
  }

  /**
   * Counts one attempt towards each limit in turn, up to the first that refuses it.
   * @param keys always in the same order, in which their rows are locked. Keys with an owner are sorted by action,
   *   descending, because `clear` locks rows in that order
   * @returns too_many_requests beyond a limit, with the seconds until its window ends, and when too many attempts of
   *   the first key wait
   */
  async consume(...keys: [LimitedKey, ...LimitedKey[]]): Promise<Refused<'too_many_requests'> | undefined> {
    const deadline = performance.now() + MAX_WAIT_MS;
    const refused = await this.#queue.run(`${keys[0].limit.action} ${keys[0].key}`, async () =>
      // A slow database would otherwise be asked for visitors who have given up.
      performance.now() > deadline ? refuseTooMany(1) : this.#count(keys),
    );
    if (this.#windowsSinceSweep >= WINDOWS_PER_SWEEP) {
      this.#windowsSinceSweep = 0;
      await this.#sweep();
    }
    return refused;
  }

  async #count(keys: readonly LimitedKey[]): Promise<Refused<'too_many_requests'> | undefined> {
    const now = new Date();
    const nameOf = (n: number) => sql.raw(`attempt_${n}`);
    const additions = keys.map((key, n) => {
      const maxAttempts = Math.min(MAX_ATTEMPTS, Math.ceil(key.limit.maxAttempts * this.#factor));
      // A key has no row if the limit before it refuses the attempt.
      const condition = n === 0 ? sql`` : sql`from ${nameOf(n - 1)} where not is_refused`;
      return sql`${nameOf(n)} as (${addAttempt(key, maxAttempts, now, condition)})`;
    });
    const rows = keys.map((_, n) => sql`select ${sql.lit(n)} as n, * from ${nameOf(n)}`);
    const { rows: counted } = await sql<AttemptRow>`
      with ${sql.join(additions)}
      select * from (${sql.join(rows, sql` union all `)}) counted where ${withoutDiskFlush} order by n`.execute(
      this.#db,
    );
    this.#windowsSinceSweep += counted.filter(({ attempts }) => attempts === 1).length;
    const refusing = counted.find(({ is_refused }) => is_refused);
    return refusing && refuseTooMany((refusing.window_ends.getTime() - now.getTime()) / 1000);
  }

  /**
   * Takes back one counted attempt that turned out not to be a failure, or `all` attempts of the window.
   * @param keys in the same order as for `consume`
   */
  async release(...keys: (LimitedKey & { all?: boolean })[]): Promise<void> {
    const actions = keys.map(({ limit }) => limit.action);
    const keyHashes = keys.map(({ key }) => hashToken(key));
    const releaseAll = keys.map(({ all = false }) => all);
    await sql`
      with released as (
        select what, who, release_all
        from unnest(${actions}::text[], ${keyHashes}::bytea[], ${releaseAll}::boolean[]) with ordinality
          r (what, who, release_all, n)
        join attempt a using (what, who) order by n for no key update of a
      )
      update attempt a set attempts = case when release_all then 0 else a.attempts - 1 end
      from released r
      where a.what = r.what and a.who = r.who and a.attempts > 0 and ${withoutDiskFlush}`.execute(this.#db);
  }

  /** Deletes all attempts of an owner. */
  async clear(owner: string): Promise<void> {
    // Locked in the order of `consume`, so that the two don't deadlock.
    await sql`
      with owned as (select what, who from attempt where owner = ${hashToken(owner)} order by what desc, who for update)
      delete from attempt a using owned o where a.what = o.what and a.who = o.who`.execute(this.#db);
  }

  async #sweep(): Promise<void> {
    // Rows that another transaction is updating are skipped, so that sweeps don't deadlock.
    await sql`
      delete from attempt where ctid = any(array(
        select ctid from attempt where window_ends <= ${new Date()} limit ${sql.lit(SWEEP_BATCH)} for update skip locked))`.execute(
      this.#db,
    );
  }
}

/**
 * The statement that counts an attempt. A new window begins when the last one has ended, or when all its attempts were taken
 * back.
 * @param condition `from … where …`: the attempt is counted only if this has a row
 */
const addAttempt = (
  { limit: { action, windowSeconds }, key, owner }: LimitedKey,
  maxAttempts: number,
  now: Date,
  condition: RawBuilder<unknown>,
): RawBuilder<AttemptRow> => {
  const windowEnd = new Date(now.getTime() + windowSeconds * 1000);
  const isNewWindow = sql`a.window_ends <= ${now} or a.attempts = 0`;
  return sql`
    insert into attempt as a (what, who, owner, attempts, window_ends)
    select ${action}, ${hashToken(key)}::bytea, ${owner === undefined ? null : hashToken(owner)}::bytea, 1,
      ${windowEnd}::timestamptz
    ${condition}
    on conflict (what, who) do update set
      attempts = case when ${isNewWindow} then 1 else least(a.attempts + 1, ${sql.lit(MAX_ATTEMPTS)}) end,
      window_ends = case when ${isNewWindow} then ${windowEnd} else a.window_ends end
    returning attempts, window_ends, attempts > ${maxAttempts} as is_refused`;
};
