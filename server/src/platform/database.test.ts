import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, openPool } from './database.ts';

let pool: pg.Pool;
beforeAll(() => {
  pool = openPool(inject('database'), 1, (error) => {
    throw error;
  });
});
afterAll(() => pool.end());

describe('rows of a prepared statement', () => {
  it('have a property for each column', async () => {
    const { rows } = await pool.query(
      'select $1::integer as n, 9007199254740991 as large, null as nothing, true as "is it", \'[1]\'::json as "\u201cquoted\u201d \\ \'"',
      [-7],
    );
    expect(rows).toEqual([
      { n: -7, large: Number.MAX_SAFE_INTEGER, nothing: null, 'is it': true, "\u201cquoted\u201d \\ '": [1] },
    ]);
  });

  it('of two columns with one name have the value of the last', async () => {
    expect((await pool.query('select $1::text as n, 2 as n', ['a'])).rows).toEqual([{ n: 2 }]);
  });

  it('keep a column whose name has a meaning in JavaScript', async () => {
    const { rows } = await pool.query('select $1::json as "__proto__", 2 as "__proto__", 3 as "constructor"', ['{}']);
    expect(Object.entries(rows[0])).toEqual([
      ['__proto__', 2],
      ['constructor', 3],
    ]);
    expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
  });

  it('may be none, or have no columns', async () => {
    expect((await pool.query('select $1::integer as n limit 0', [1])).rows).toEqual([]);
    expect((await pool.query('select where $1', [true])).rows).toEqual([{}]);
  });
});

describe('a transaction', () => {
  /** What the connection sends and receives: the SQL of statements, and `done` for the end of each. */
  const record = async (): Promise<string[]> => {
    const events: string[] = [];
    const client = await pool.connect();
    const { connection } = client as pg.PoolClient & {
      connection: NodeJS.EventEmitter & { bind(config: object): void };
    };
    const names = new Map<string, string>();
    Object.assign(connection, {
      parse: wrap(connection, 'parse', ({ name, text }) => names.set(name, text)),
      query: wrap(connection, 'query', (text) => events.push(String(text))),
      bind: wrap(connection, 'bind', ({ statement }) => events.push(names.get(statement) ?? '?')),
    });
    connection.on('readyForQuery', () => events.push('done'));
    client.release();
    return events;
  };
  type Message = { name: string; text: string; statement: string };
  const wrap = (connection: object, method: string, before: (message: Message) => unknown) => {
    const original = Reflect.get(connection, method) as (message: Message) => void;
    return (message: Message) => {
      before(message);
      original.call(connection, message);
    };
  };

  it('begins together with its first statement', async () => {
    const events = await record();
    await openDatabase(pool)
      .transaction()
      .execute(async (trx) => {
        await sql`select 1 as one`.execute(trx);
        await sql`select 2 as two`.execute(trx);
      });
    expect(events).toEqual([
      ...['begin', 'select 1 as one', 'done', 'done'],
      ...['select 2 as two', 'done', 'commit', 'done'],
    ]);
  });

  it('that fails is rolled back, and the connection is used again', async () => {
    const db = openDatabase(pool);
    await sql`create temporary table noted (n integer)`.execute(db);
    const failed = db.transaction().execute(async (trx) => {
      await sql`insert into noted values (1)`.execute(trx);
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failed).rejects.toThrow('division by zero');
    const empty = db.transaction().execute(async () => {
      throw new Error('nothing was sent');
    });
    await expect(empty).rejects.toThrow('nothing was sent');
    expect((await sql`select n, pg_current_xact_id_if_assigned() as transaction from noted`.execute(db)).rows).toEqual(
      [],
    );
  });
});
