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
    completed_on: 'timestamptz',
    output: 'jsonb',
  },
  queue: {
    name: 'text',
    monitor_on: 'timestamptz',
    monitor_claim_on: 'timestamptz',
    maintain_on: 'timestamptz',
  },
  version: { cron_on: 'timestamptz' },
  schedule: { name: 'text', cron: 'text' },
};

/** Every table that pg-boss has today; the partitions of queue_stats carry dates. */
const TABLES = 'bam job job_common job_dependency queue queue_stats schedule subscription version warning'.split(' ');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const selectTexts = async (query: ReturnType<typeof sql<{ text: string }>>): Promise<string[]> =>
  (await query.execute(shop.db)).rows.map(({ text }) => text);

describe("pg-boss's tables are as the shop's SQL expects them", () => {
  it('in the version of their schema', async () => {
    expect(await selectTexts(sql`select version::text as text from pgboss.version`)).toEqual(['43']);
  });

  it('in their names: a backup contains jobs and queues, and a restore deletes the rows that depend on them', async () => {
    const tables = await selectTexts(
      sql`select relname as text from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')
        and relname !~ '^queue_stats_\\d+$' order by 1`,
    );
    expect(tables).toEqual(TABLES);
    expect(tables).toEqual(expect.arrayContaining(BACKED_UP_JOB_TABLES));
    expect(JOB_SCHEMA).toBe('pgboss');
  });

  it.each(Object.entries(USED_COLUMNS))('in the columns of %s', async (table, columns) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'pgboss' and table_name = ${table}`.execute(shop.db);
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toMatchObject(columns);
  });

  it('in the states of a job and their order, which the counts depend on', async () => {
    const states = sql<{ text: string }>`
      select enumlabel as text from pg_enum where enumtypid = 'pgboss.job_state'::regtype order by enumsortorder`;
    expect(await selectTexts(states)).toEqual(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']);
  });
});

it('only one file and tests name these tables in SQL', () => {
  const source = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  );
  expect(files.length).toBeGreaterThan(100);
  const filesWithSql = files.filter((file) => /\bpgboss\.\w/.test(readFileSync(source + file, 'utf8')));
  expect(filesWithSql).toEqual(['platform/pg-boss-tables.ts']);
});
