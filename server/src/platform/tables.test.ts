import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { TEMPLATE } from '../testing/database.setup.ts';
import { tableTypes } from '../testing/table-types.ts';
import { openPool } from './database.ts';

const open = (database: string) =>
  openPool({ ...inject('database'), database }, 1, (error) => {
    throw error;
  });

// `npm run tables` runs this test with --update, which writes the file.
it('the table types match the migrated schema', async () => {
  const database = `tables_${randomUUID().replaceAll('-', '')}`;
  const admin = open('postgres');
  // A clone, because no connection to the template may be open while other test files clone it.
  await admin.query(`create database ${database} template ${TEMPLATE}`);
  const pool = open(database);
  try {
    await expect(await tableTypes(pool)).toMatchFileSnapshot('tables.gen.ts');
  } finally {
    await pool.end();
    await admin.query(`drop database ${database}`);
    await admin.end();
  }
});
