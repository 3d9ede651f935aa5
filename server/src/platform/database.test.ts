import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPool } from './database.ts';

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
