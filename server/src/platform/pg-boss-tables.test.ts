import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { BACKED_UP_JOB_TABLES, JOB_SCHEMA } from './pg-boss-tables.ts';

/** The columns that statements of the shop and of its tests name. */
const USED_COLUMNS = {
  job: {
    id: 'uuid',
    name: 'text',
    data: 'jsonb',
    state: 'job_state',
    retry_count: 'int4',
    retry_limit: 'int4',
    start_after: 'timestamptz',
    created_on: 'timestamptz',
    keep_until: 'timestamptz',
  },
  queue: { name: 'text' },
  schedule: { name: 'text', cron: 'text' },
};

/** Every table that pg-boss has today; the partitions of queue_stats carry dates. */
const TABLES = 'bam job job_common job_dependency queue queue_stats schedule subscription version warning'.split(' ');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const texts = async (query: ReturnType<typeof sql<{ text: string }>>): Promise<string[]> =>
  (await query.execute(shop.db)).rows.map(({ text }) => text);

describe("pg-boss's tables are those that the shop's statements were written for", () => {
  it('by the version of their schema', async () => {
    expect(await texts(sql`select version::text as text from pgboss.version`)).toEqual(['43']);
  });

  it('by their names: a backup contains the jobs and queues, and a restore deletes what depends on them', async () => {
    const tables = await texts(
      sql`select relname as text from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
        and relname !~ '^queue_stats_\\d+$' order by 1`,
    );
    expect(tables).toEqual(TABLES);
    expect(tables).toEqual(expect.arrayContaining(BACKED_UP_JOB_TABLES));
    expect(JOB_SCHEMA).toBe('pgboss');
  });

  it.each(Object.entries(USED_COLUMNS))('by the columns of %s', async (table, columns) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'pgboss' and table_name = ${table}`.execute(shop.db);
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toMatchObject(columns);
  });

  it('by the states of a job, whose order the counts rely on', async () => {
    const states = sql<{ text: string }>`
      select enumlabel as text from pg_enum where enumtypid = 'pgboss.job_state'::regtype order by enumsortorder`;
    expect(await texts(states)).toEqual(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']);
  });
});

it('no other file names them in SQL, except tests', () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  );
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) => /\bpgboss\.\w/.test(readFileSync(source + file, 'utf8')));
  expect(naming).toEqual(['platform/pg-boss-tables.ts']);
});
