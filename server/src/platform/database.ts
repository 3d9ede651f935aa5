import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.gen.ts';

export type Database = Kysely<Tables>;
export type Connection =
  | string
  | { host: string; port: number; user: string; database: string; application_name?: string };

// bigint columns contain amounts in kobo and counts, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

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

/**
 * Prepares statements, and creates the promise itself: rows of a promise that pg creates survive young-generation garbage
 * collection (docs/decisions/response-cache.md).
 */
class ShopClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query() has overloads that cannot be typed otherwise
  override query(...args: any[]): any {
    const [first, values] = args;
    if (typeof first === 'string' && Array.isArray(values)) {
      args.splice(0, 2, { name: createStatementName(first), text: first, values });
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const runQuery = super.query as any;
    const hasCallback = typeof args.at(-1) === 'function' || typeof first?.submit === 'function';
    if (hasCallback) return runQuery.apply(this, args);
    return new Promise((resolve, reject) => {
      runQuery.call(this, ...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    }).catch((error: Error) => {
      // The stack shows the caller instead of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  }
}

/**
 * Opens a pool of connections.
 * @param size maximum number of connections
 * @param onError called for idle connections that break; unhandled, such an error ends the process
 * @param queryTimeoutMs after which a statement without a response fails (default: never)
 */
export const openPool = (
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  queryTimeoutMs?: number,
): pg.Pool => {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: size,
    Client: ShopClient,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
  });
  pool.on('error', onError);
  // The pool handles errors of idle connections only. A connection that breaks in use fails its query; without a listener
  // the error would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }) });

/** SQLSTATE classes and socket errors of an unavailable database. */
const UNAVAILABLE =
  /^(08|57P|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    UNAVAILABLE.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message)
  );
};

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
