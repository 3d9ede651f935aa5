import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Connection, type Database, openDatabase, openPool } from './database.ts';

/**
 * Reads public data, from the primary or a replica. Code that decides about money, stock or identity reads the primary
 * directly.
 * @param query only reads, and may be called a second time
 */
export type Read = <T>(query: (db: Database) => Promise<T>) => Promise<T>;

/** Reads everything from one database. */
export const readFrom =
  (db: Database): Read =>
  (query) =>
    query(db);

/**
 * A position in the WAL of the primary. A promoted standby begins a new timeline, in which a position may be smaller than those that the
 * old primary wrote last.
 */
export type WalPosition = { timeline: string; lsn: string };
/** Selects the present position of the primary, as a WalPosition in JSON. */
export const SELECT_WAL_POSITION = `select json_build_object(
  'timeline', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), 'lsn', pg_current_wal_insert_lsn())`;

const QUERY_TIMEOUT_MS = 3000;
/** Time between two checks of a replica that lags. */
const LAG_CHECK_INTERVAL_MS = 50;
/** Time between two checks of an unavailable replica. */
const RECONNECT_INTERVAL_MS = 1000;
/** A replica that does not respond in this time counts as lagging. */
const REPLAY_CHECK_TIMEOUT_MS = 100;
/** A longer lag is logged. */
const MAX_UNREPORTED_LAG_MS = 5000;

type Options = {
  /** Of the replica. */
  connection: Connection;
  /** Maximum number of connections to it. */
  size: number;
  primary: Database;
  /** Called when reads move to the primary, with the error if there is one, and when they move back. */
  report: (message: string, error?: unknown) => void;
};

/**
 * A streaming replica. It is read while it is known to have replayed every change that the node knows of. Otherwise, or
 * when it fails, the primary is read (docs/decisions/several-nodes.md).
 */
export class ReadReplica {
  readonly #options: Options;
  #pool: pg.Pool;
  #db: Database;
  /** Whether it has replayed everything up to the last position that the node knows of. */
  #isCurrent = false;
  /** The primary's position that it must have replayed; undefined when the position is not known. */
  #position: WalPosition | undefined;
  /** The number of changes of the position. */
  #positionCount = 0;
  #catchingUp: Promise<void> | undefined;
  /** Whether the last report was that the primary is read. */
  #hasWarned = false;
  readonly #stopping = new AbortController();

  /** The primary is read until the replica has caught up with it. */
  constructor(options: Options) {
    this.#options = options;
    this.#pool = this.#openPool();
    this.#db = openDatabase(this.#pool);
    this.#startCatchingUp(undefined);
  }

  readonly read: Read = async (query) => {
    if (!this.#isCurrent) return query(this.#options.primary);
    const db = this.#db;
    try {
      return await query(db);
    } catch (error) {
      // Any error may come from the replica, which also cancels queries that conflict with its replay.
      if (db === this.#db) this.#reconnect(error);
      this.#startCatchingUp(undefined);
      return query(this.#options.primary);
    }
  };

  /**
   * Call this when the primary has changed up to a position. If the replica has not replayed it, the primary is read
   * until it has.
   */
  async onPrimaryChange(position: WalPosition): Promise<void> {
    // A replica that lags or does not respond in time is not waited for.
    const hasReplayed =
      this.#isCurrent &&
      (await Promise.race([
        this.#hasReplayed(position).catch(() => false),
        wait(REPLAY_CHECK_TIMEOUT_MS, false, { ref: false }),
      ]));
    if (!hasReplayed) this.#startCatchingUp(position);
  }

  #startCatchingUp(position: WalPosition | undefined): void {
    this.#isCurrent = false;
    this.#position = position;
    this.#positionCount++;
    if (this.#stopping.signal.aborted) return;
    this.#catchingUp ??= this.#catchUp();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#catchingUp;
    await this.#pool.end();
  }

  #openPool(): pg.Pool {
    const { connection, size } = this.#options;
    // The next check or query finds a connection that broke while idle.
    return openPool(connection, size, () => undefined, { responseMs: QUERY_TIMEOUT_MS });
  }

  #warn(error?: unknown): void {
    if (!this.#hasWarned) this.#options.report('the catalogue is read from the primary instead of its replica', error);
    this.#hasWarned = true;
  }

  /** Opens new connections: the old ones may hang. */
  #reconnect(error: unknown): void {
    this.#warn(error);
    this.#pool.end().catch(() => undefined);
    this.#pool = this.#openPool();
    this.#db = openDatabase(this.#pool);
  }

  async #catchUp(): Promise<void> {
    const start = performance.now();
    while (!this.#stopping.signal.aborted) {
      const positionCount = this.#positionCount;
      let pauseMs = LAG_CHECK_INTERVAL_MS;
      try {
        this.#position ??= await this.#readPrimaryPosition();
        const hasReplayed = await this.#hasReplayed(this.#position);
        if (hasReplayed && positionCount === this.#positionCount) return this.#resume();
        if (hasReplayed) pauseMs = 0;
        if (performance.now() - start > MAX_UNREPORTED_LAG_MS) this.#warn();
      } catch (error) {
        this.#reconnect(error);
        pauseMs = RECONNECT_INTERVAL_MS;
      }
      await wait(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  #resume(): void {
    this.#isCurrent = true;
    // Before reporting, because the next change starts a new run.
    this.#catchingUp = undefined;
    if (this.#hasWarned) this.#options.report('the catalogue is read from its replica again');
    this.#hasWarned = false;
  }

  /** The primary's position now. */
  async #readPrimaryPosition(): Promise<WalPosition> {
    const { rows } = await sql<{ position: WalPosition }>`select (${sql.raw(SELECT_WAL_POSITION)}) as position`.execute(
      this.#options.primary,
    );
    const [row] = rows;
    if (!row) throw new Error('the position of the primary cannot be read');
    return row.position;
  }

  /**
   * Whether the replica has replayed a position of the primary. It must receive the primary's timeline: after a failover it may have
   * changes of the old primary that the new one never got. Without the rights of pg_read_all_stats the timeline is not visible; then
   * it is enough that the replica receives from any primary.
   */
  async #hasReplayed({ timeline, lsn }: WalPosition): Promise<boolean> {
    const { rows } = await sql<{ replayed: boolean | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and exists(
        select from pg_stat_wal_receiver where coalesce(lpad(upper(to_hex(received_tli)), 8, '0'), ${timeline}) = ${timeline}
      ) end as replayed`.execute(this.#db);
    const replayed = rows[0]?.replayed ?? null;
    // A replica that was promoted no longer follows the primary.
    if (replayed === null) throw new Error('DATABASE_READ_URL is not a streaming replica');
    return replayed;
  }
}
