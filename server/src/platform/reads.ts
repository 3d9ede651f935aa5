import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Connection, type Database, openDatabase, openPool } from './database.ts';

/**
 * Reads what everybody may see, from the primary or a replica of it. Whatever decides about money, stock or who somebody is
 * takes the primary itself.
 * @param read reads only, and may be called a second time
 */
export type Reads = <T>(read: (db: Database) => Promise<T>) => Promise<T>;

/** All reads from one database. */
export const readsFrom =
  (db: Database): Reads =>
  (read) =>
    read(db);

/** Milliseconds that a replica gets for a statement; one that hangs must not take the shop along. */
const PATIENCE = 3000;
/** Milliseconds between two looks at a replica: one that is behind, one that is away. */
const SOON = 50;
const LATER = 1000;
/** Milliseconds behind that are worth a warning. */
const LONG = 5000;

type Options = {
  /** Where the replica is. */
  connection: Connection;
  /** Most connections to it at once. */
  size: number;
  primary: Database;
  /** Told when the primary has to answer in its place, with the reason if there is one, and when it is read again. */
  report: (text: string, error?: unknown) => void;
};

/**
 * A streaming replica, which is read while it is known to have all that this node was told of. While it has not, is away
 * or fails, the primary answers (docs/decisions/several-nodes.md).
 */
export class Replica {
  readonly #options: Options;
  #pool: pg.Pool;
  #db: Database;
  /** Whether it has replayed all that was written before the last `follow`. */
  #current = false;
  #follows = 0;
  #running: Promise<void> | undefined;
  /** Whether the last word of `report` was that the primary answers. */
  #warned = false;
  readonly #ending = new AbortController();

  /** Nothing is read from it before the first `follow`. */
  constructor(options: Options) {
    this.#options = options;
    this.#pool = this.#open();
    this.#db = openDatabase(this.#pool);
  }

  readonly reads: Reads = async (read) => {
    if (!this.#current) return read(this.#options.primary);
    const db = this.#db;
    try {
      return await read(db);
    } catch (error) {
      // Whatever it was, the primary may do better: a replica also ends queries that hinder its replay.
      if (db === this.#db) this.#fail(error);
      this.follow();
      return read(this.#options.primary);
    }
  };

  /** Something changed on the primary, or may have: from now on that answers, until the replica has replayed it. */
  follow(): void {
    this.#current = false;
    this.#follows++;
    if (this.#ending.signal.aborted) return;
    this.#running ??= this.#catchUp();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    await this.#pool.end();
  }

  #open(): pg.Pool {
    const { connection, size } = this.#options;
    // What breaks while idle is found by the next look or read.
    return openPool(connection, size, () => undefined, PATIENCE);
  }

  #warn(error?: unknown): void {
    if (!this.#warned) this.#options.report('the catalogue is read from the primary instead of its replica', error);
    this.#warned = true;
  }

  /** New connections for the next try: the old ones may wait for ever. */
  #fail(error: unknown): void {
    this.#warn(error);
    this.#pool.end().catch(() => undefined);
    this.#pool = this.#open();
    this.#db = openDatabase(this.#pool);
  }

  async #catchUp(): Promise<void> {
    const begun = performance.now();
    let known = 0;
    let target = '';
    while (!this.#ending.signal.aborted) {
      const follows = this.#follows;
      let pause = SOON;
      try {
        if (known !== follows) {
          target = await this.#written();
          known = follows;
        }
        const replayed = await this.#hasReplayed(target);
        if (replayed && known === this.#follows) return this.#use();
        if (replayed) pause = 0;
        if (performance.now() - begun > LONG) this.#warn();
      } catch (error) {
        this.#fail(error);
        pause = LATER;
      }
      await wait(pause, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    }
  }

  #use(): void {
    this.#current = true;
    // At once: the next change begins a new run.
    this.#running = undefined;
    if (this.#warned) this.#options.report('the catalogue is read from its replica again');
    this.#warned = false;
  }

  /** How far the primary has written. Whoever tells of a change does so after its commit, so that lies before. */
  async #written(): Promise<string> {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(
      this.#options.primary,
    );
    return rows[0]?.lsn ?? '';
  }

  async #hasReplayed(lsn: string): Promise<boolean> {
    const { rows } = await sql<{ replayed: boolean | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn end as replayed`.execute(
      this.#db,
    );
    const replayed = rows[0]?.replayed ?? null;
    // One that was made a primary goes its own way from there.
    if (replayed === null) throw new Error('DATABASE_READ_URL names no streaming replica');
    return replayed;
  }
}
