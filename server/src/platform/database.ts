import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.gen.ts';

export type Database = Kysely<Tables>;
export type Connection =
  | string
  | { host: string; port: number; user: string; database: string; application_name?: string };

// bigint columns contain amounts in kobo and counts, all far below 2^53. For int4 Number is only faster than pg's parseInt.
for (const type of [pg.types.builtins.INT8, pg.types.builtins.INT4]) pg.types.setTypeParser(type, Number);
// A date has no time zone, so it is text: YYYY-MM-DD.
pg.types.setTypeParser(pg.types.builtins.DATE, String);

export type PoolOptions = {
  /**
   * Time after which the server cancels a statement; a little later the connection is closed if there is still no response. It also limits
   * the waits for locks.
   */
  statementMs?: number;
  /** Time after which the connection is closed, without `statementMs` (default: never). */
  responseMs?: number;
  /** Maximum time for a new connection with its preparation, or for a free one. */
  connectMs?: number;
  /** Refuses to connect to a standby: after a failover an address may for a moment lead to one. */
  requiresPrimary?: boolean;
};

/** SQLSTATE read_only_sql_transaction: a standby refuses a write. */
const READ_ONLY = '25006';

const statementNames = new Map<string, string>();
/**
 * The name of a prepared statement, so that PostgreSQL parses and plans each SQL text once per connection. There are few
 * texts: values are parameters.
 */
const createStatementName = (text: string): string => {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    statementNames.set(text, name);
  }
  return name;
};

type CreateRow = (values: readonly unknown[]) => object;
const rowFactories = new Map<string, CreateRow>();
/** The key of a column in an object literal. Quoting keeps a name from becoming code; `__proto__` would set the prototype unless computed. */
const toPropertyKey = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name));
/**
 * The function that creates a row object from the values of its fields. It is generated, because an object literal is created faster than
 * pg assigns properties by their names (docs/decisions/response-cache.md). There are few lists of fields: those of the shop's statements.
 */
const getRowFactory = (fields: readonly pg.FieldDef[]): CreateRow => {
  const key = JSON.stringify(fields.map(({ name }) => name));
  let createRow = rowFactories.get(key);
  if (!createRow) {
    const properties = fields.map(({ name }, n) => `${toPropertyKey(name)}: values[${n}]`);
    createRow = new Function('values', `return { ${properties.join(', ')} };`) as CreateRow;
    rowFactories.set(key, createRow);
  }
  return createRow;
};

/** What a pool and its clients share. */
type PoolState = { isSuspended: boolean; readonly clients: Set<ShopClient> };
const createPoolState = (): PoolState => ({ isSuspended: false, clients: new Set() });

type ClientConfig = pg.ClientConfig & {
  state?: PoolState;
  responseMs?: number;
  /** Prepares a new connection. */
  prepare?: (client: pg.ClientBase) => Promise<void>;
};

/** The database does not respond, so no statement is sent. */
class DatabaseSuspendedError extends Error {
  constructor() {
    super('The database does not respond.');
  }
}

/** What Kysely sends, and the result of it. */
const BEGIN = 'begin';
const BEGUN = { command: 'BEGIN', rows: [], rowCount: null, fields: [] };

/**
 * Prepares statements, creates rows and promises itself, sends `begin` with the first statement of a transaction, and closes a connection that does not respond. pg's own promises and
 * its timer for each query would keep rows alive past a young-generation garbage collection
 * (docs/decisions/response-cache.md).
 */
class ShopClient extends pg.Client {
  readonly #state: PoolState;
  readonly #responseMs: number;
  readonly #prepare: ClientConfig['prepare'];
  /** Number of queries that have no response yet. */
  #waiting = 0;
  /** When the oldest of them began to wait, or the one before it ended; as performance.now(). */
  #waitingSince = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor({ state = createPoolState(), responseMs = 0, prepare, ...config }: ClientConfig = {}) {
    super({ ...config, pipeline: true });
    this.#state = state;
    this.#responseMs = responseMs;
    this.#prepare = prepare;
    // A connection that breaks in use fails its query; without a listener the error would also end the process.
    this.on('error', () => undefined);
  }

  /** pg-pool passes a callback, and closes the connection when the callback is late: its time-out includes the preparation. */
  // biome-ignore lint/suspicious/noExplicitAny: pg's connect() has overloads that cannot be typed otherwise
  override connect(callback?: any): any {
    const connecting = this.#connectAndPrepare();
    return callback ? connecting.then(() => callback(null), callback) : connecting;
  }

  async #connectAndPrepare(): Promise<void> {
    const { isSuspended, clients } = this.#state;
    if (isSuspended) throw new DatabaseSuspendedError();
    clients.add(this);
    this.once('end', () => clients.delete(this));
    await super.connect();
    try {
      await this.#prepare?.(this);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's query() has overloads that cannot be typed otherwise
  override query(...args: any[]): any {
    const [first, values] = args;
    const isNamed = typeof first === 'string' && Array.isArray(values);
    if (isNamed) {
      args.splice(0, 2, { name: createStatementName(first), text: first, values, rowMode: 'array' });
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const runQuery = super.query as any;
    if (typeof first?.submit === 'function') {
      // COPY, which pg refuses on a connection that sends statements before the response to the last one.
      Object.assign(this, { pipeline: false });
      return runQuery.apply(this, args);
    }
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    const run = (done: (error: Error | null, result?: unknown) => void) => {
      this.#startWaiting();
      runQuery.call(this, ...args, (error: Error | null, result?: pg.QueryResult) => {
        this.#waiting--;
        this.#waitingSince = performance.now();
        // The primary has become a standby. Close the connection first, so that the pool does not use it again.
        if (error && 'code' in error && error.code === READ_ONLY) {
          this.once('end', () => done(error)).connection.stream.destroy();
          return;
        }
        if (isNamed && result && result.rows.length > 0) result.rows = result.rows.map(getRowFactory(result.fields));
        done(error, result);
      });
    };
    if (callback) return run(callback);
    if (first === BEGIN && isNamed && this.pipeline) {
      // Nothing waits for the response. Not prepared, it fails only if the database cancels it: then nothing more is sent, because it would
      // be committed statement by statement.
      args.splice(0, 1, BEGIN);
      run((error) => error && this.closeNow(error));
      return Promise.resolve(BEGUN);
    }
    return new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    }).catch((error: Error) => {
      // The stack shows the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  #startWaiting(): void {
    if (this.#waiting++ === 0) this.#waitingSince = performance.now();
    if (this.#responseMs > 0) this.#watch ??= this.#checkAfter(this.#responseMs);
  }

  /** One timer for all queries of the connection: it looks again when the present query would be late. */
  #checkAfter(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#watch = undefined;
      if (this.#waiting === 0) return;
      const leftMs = this.#responseMs - (performance.now() - this.#waitingSince);
      if (leftMs > 0) this.#watch = this.#checkAfter(leftMs);
      // Close the connection, because its next statement would wait for the missing response too.
      else this.closeNow(new Error('Query read timeout'));
    }, delayMs).unref();
  }

  /** Closes the connection without waiting for the server; statements in progress fail. */
  closeNow(error: Error): void {
    this.connection.stream.destroy(error);
  }
}

/** A pool that refuses statements at once while it is suspended. */
export class ShopPool extends pg.Pool {
  readonly #state: PoolState;

  constructor(config: pg.PoolConfig & ClientConfig) {
    const state = createPoolState();
    const clientConfig: ClientConfig = { ...config, state };
    super({ ...clientConfig, Client: ShopClient });
    this.#state = state;
  }

  /**
   * Closes all connections, also those that are being opened: statements in progress, those that wait for a connection, and further ones
   * fail, until `resume`.
   */
  suspend(): void {
    this.#state.isSuspended = true;
    for (const client of this.#state.clients) client.closeNow(new DatabaseSuspendedError());
  }

  resume(): void {
    this.#state.isSuspended = false;
  }
}

/** TCP keep-alive, so that the operating system notices a connection whose other end is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** The client waits this much longer than the server's statement time-out; it only fires if the server is unreachable. */
const RESPONSE_GRACE_MS = 2000;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * The database ends a transaction whose process sends nothing for this long, because it is stopped or cut off, and whose locks others wait
 * for. This also applies to operator commands, whose statements have no limit. Transactions wait for nothing but the database, apart from the
 * lines that an import adds to its report; exports, backups and restores, which read or write large files, set no limit.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = 5000;
/** How long a statement waits for a lock: longer than for a transaction that the database ends. Operator commands wait for each other. */
const LOCK_TIMEOUT_MS = 10_000;

/** Sets the time-outs of a new connection, and checks that it leads to the primary, in one round trip. */
const prepareConnection = async (
  client: pg.ClientBase,
  { statementMs = 0, requiresPrimary }: PoolOptions,
): Promise<void> => {
  // Set by a statement, because proxies such as PgBouncer refuse it as a start-up parameter.
  const { rows } = await client.query<{ is_standby: boolean }>(
    `select pg_is_in_recovery() as is_standby, set_config('idle_in_transaction_session_timeout', $3::text, false),
      case when $1::integer > 0 then array[
        set_config('statement_timeout', $1::text, false), set_config('lock_timeout', $2::text, false)
      ] end`,
    [statementMs, LOCK_TIMEOUT_MS, IDLE_TRANSACTION_TIMEOUT_MS],
  );
  if (requiresPrimary && rows[0]?.is_standby)
    throw Object.assign(new Error('the database is a standby'), { code: READ_ONLY });
};

/**
 * Opens a pool of connections.
 * @param size maximum number of connections
 * @param onError called for idle connections that break before the pool is closed; unhandled, such an error ends the process
 */
export const openPool = (
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  options: PoolOptions = {},
): ShopPool => {
  const {
    statementMs = 0,
    responseMs = statementMs && statementMs + RESPONSE_GRACE_MS,
    connectMs = CONNECT_TIMEOUT_MS,
    requiresPrimary,
  } = options;
  const pool = new ShopPool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: size,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    ...KEEP_ALIVE,
    ...((statementMs > 0 || requiresPrimary) && {
      prepare: (client: pg.ClientBase) => prepareConnection(client, options),
    }),
    responseMs,
  });
  pool.on('error', (error) => {
    // `end` does not wait until the database has closed the connections.
    if (!pool.ending) onError(error);
  });
  return pool;
};

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }) });

/** Runs statements on one connection, in the transaction that it has begun. */
export const openOnClient = (client: pg.PoolClient): Database => {
  const connection = { query: client.query.bind(client), release: () => undefined };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => undefined, options: {} },
    }),
  });
};

/** Socket errors, and the SQLSTATE of a database that stops, recovers from a crash, or starts. */
const UNREACHABLE =
  /^(57P0[123]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/**
 * SQLSTATE classes of a database that responds but is unavailable. 25006: only a standby responds. 53 is a lack of disk, memory or
 * connections, 58 a failure of the system, 57014 a statement that takes too long, 55P03 a lock that stays taken, 25P03 a transaction that
 * the database has ended.
 */
const UNAVAILABLE = /^(08|25006|25P03|53|55P03|57P|57014|58)/;
const readCode = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Whether the database cannot be reached or does not respond in time. Another error is a response. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof DatabaseSuspendedError ||
    UNREACHABLE.test(readCode(error)) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|is not queryable/.test(
      error.message,
    ));

export const isDatabaseUnavailable = (error: unknown): boolean =>
  isDatabaseUnreachable(error) || (error instanceof Error && UNAVAILABLE.test(readCode(error)));

/** With `dryRun` a write reports what it would do and changes nothing. */
export type DryRunOption = { dryRun: boolean };

/** Runs a change in a transaction, which is committed, or rolled back on a dry run and on an error. */
export const runInTransaction = async <T>(
  db: Database,
  { dryRun }: DryRunOption,
  change: (trx: Database) => Promise<T>,
): Promise<T> => {
  const trx = await db.startTransaction().execute();
  try {
    const result = await change(trx);
    await (dryRun ? trx.rollback() : trx.commit()).execute();
    return result;
  } catch (error) {
    await trx.rollback().execute();
    throw error;
  }
};
