import pg from 'pg';
import type { Connection } from '../../platform/database.ts';

/** A connection that reads which other connections wait for a lock. */
export class LockMonitor {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(connection: Connection): Promise<LockMonitor> {
    const client = new pg.Client(connection);
    await client.connect();
    return new LockMonitor(client);
  }

  /**
   * @param pids process ids in PostgreSQL
   * @returns those that wait for a lock that another one of them holds; PostgreSQL's own isolation tests use this
   *   function too
   */
  async findBlocked(pids: readonly number[]): Promise<Set<number>> {
    const { rows } = await this.#client.query<{ pid: number }>({
      name: 'blocked',
      text: 'select pid from unnest($1::integer[]) pid where pg_isolation_test_session_is_blocked(pid, $1)',
      values: [pids],
    });
    return new Set(rows.map(({ pid }) => pid));
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
