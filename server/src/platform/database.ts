import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.gen.ts';

export type Database = Kysely<Tables>;
export type Connection = string | { host: string; port: number; user: string; database: string };

// bigint columns hold kobo and counts, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const statementNames = new Map<string, string>();
/**
 * One name for one SQL text, so that PostgreSQL parses and plans each statement once a connection.
 * SQL texts are the program's own and few: values are parameters, never text.
 */
const statementName = (text: string): string => {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    statementNames.set(text, name);
  }
  return name;
};

/**
 * Names statements, and answers by a promise of its own: the rows of those that pg makes outlive collection after
 * collection of the young heap, and move into the old one (docs/decisions/response-cache.md).
 */
class ShopClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query() can't be written down otherwise
  override query(...args: any[]): any {
    const [first, values] = args;
    if (typeof first === 'string' && Array.isArray(values)) {
      args.splice(0, 2, { name: statementName(first), text: first, values });
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const ask = super.query as any;
    const told = typeof args.at(-1) === 'function' || typeof first?.submit === 'function';
    if (told) return ask.apply(this, args);
    return new Promise((resolve, reject) => {
      ask.call(this, ...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    }).catch((error: Error) => {
      // The stack leads to whoever asked, not to the socket that the answer came from.
      Error.captureStackTrace(error);
      throw error;
    });
  }
}

/**
 * Opens a pool of connections.
 * @param connection where the database is
 * @param size most connections at once
 * @param onError told of connections that break while idle, which would otherwise end the process
 * @param patience milliseconds after which a statement that is not answered fails; left out, it is waited for
 */
export const openPool = (
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  patience?: number,
): pg.Pool => {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({
    ...where,
    max: size,
    Client: ShopClient,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    ...(patience !== undefined && { query_timeout: patience }),
  });
  pool.on('error', onError);
  // The pool listens to idle connections only. One that breaks in use fails its query, which says so to whoever asked;
  // but an error that nobody listens to would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export const openDatabase = (pool: pg.Pool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as PostgresPool }) });

/** SQLSTATE classes and socket errors that mean "the database is away", not "the query is wrong". */
const AWAY =
  /^(08|57P|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    AWAY.test(code) ||
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
