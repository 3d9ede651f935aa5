import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { openPool } from './database.ts';
import { createWorker, enqueue, type JobAttempt, type Jobs, jobKind, openJobs, PermanentJobError } from './jobs.ts';

const greet = jobKind<{ name: string }>('test_greet', { limit: 2, minDelaySeconds: 100, maxDelaySeconds: 1000 });

let shop: TestShop;
let jobs: Jobs;
let close: () => Promise<void>;
/** The handled names, in order. */
let greeted: string[];
let attempts: JobAttempt[];
let reported: unknown[];
let handle: (name: string) => Promise<void> | void;

beforeAll(async () => {
  shop = await openTestShop();
  const pool = openPool(shop.connection, 3, () => undefined);
  jobs = openJobs({
    pool,
    connection: shop.connection,
    workers: [
      createWorker(greet, async ({ name }, attempt) => {
        greeted.push(name);
        attempts.push(attempt);
        await handle(name);
      }),
    ],
    report: (error, job) => reported.push([error, job]),
  });
  await jobs.createQueues();
  close = async () => {
    await jobs.stop();
    await pool.end();
  };
});
afterAll(async () => {
  await close();
  await shop.close();
});
beforeEach(() => {
  greeted = [];
  attempts = [];
  reported = [];
  handle = () => undefined;
});

it('a committed job runs once, a rolled back one never', { tags: ['@SETTING-15'] }, async () => {
  const rolledBack = shop.db.transaction().execute(async (tx) => {
    await enqueue(tx, greet, { name: 'Nobody' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await shop.db.transaction().execute(async (tx) => {
    await enqueue(tx, greet, { name: 'Ada' });
    expect(await jobs.runDue()).toEqual([]);
    expect(greeted).toEqual([]);
  });
  expect(await jobs.runDue()).toEqual([]);
  expect(await jobs.runDue()).toEqual([]);
  expect(greeted).toEqual(['Ada']);
});

it('two jobs with one key run once, even when queued concurrently or after completion', {
  tags: ['@SETTING-15'],
}, async () => {
  let second = Promise.resolve();
  await shop.db.transaction().execute(async (first) => {
    await enqueue(first, greet, { name: 'Bisi' }, { key: 'b' });
    second = enqueue(shop.db, greet, { name: 'Bisi again' }, { key: 'b' });
    await waitUntilBlocked(shop.db, 1);
    await enqueue(first, greet, { name: 'Chidi' }, { key: 'c' });
  });
  await second;
  await jobs.runDue();
  await enqueue(shop.db, greet, { name: 'Bisi later' }, { key: 'b' });
  await jobs.runDue();
  expect(greeted).toEqual(['Bisi', 'Chidi']);
});

it('a completed job keeps only its id, and does not run again if a node stopped before marking it as completed', async () => {
  await enqueue(shop.db, greet, { name: 'Vera' }, { key: 'v' });
  await jobs.runDue();
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where state = 'completed'`.execute(shop.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ data }) => data === null)).toBe(true);
  await sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where state = 'completed'`.execute(
    shop.db,
  );
  greeted = [];
  expect(await jobs.runDue()).toEqual([]);
  expect(greeted).toEqual([]);
});

it('a delayed job waits until its time', async () => {
  await enqueue(shop.db, greet, { name: 'Dupe' }, { startAfter: new Date(Date.now() + 30 * 60_000) });
  await jobs.runDue();
  expect(greeted).toEqual([]);
  await advanceJobs(shop.db, 30 * 60);
  await jobs.runDue();
  expect(greeted).toEqual(['Dupe']);
});

describe('a failing job', () => {
  it('is retried after growing delays, under the same id, up to its limit', { tags: ['@SETTING-15'] }, async () => {
    handle = () => {
      throw new Error('unavailable');
    };
    await enqueue(shop.db, greet, { name: 'Efe' });
    expect(await jobs.runDue()).toEqual([new Error('unavailable')]);
    expect(await jobs.runDue()).toEqual([]);
    await advanceJobs(shop.db, 99);
    expect(await jobs.runDue()).toEqual([]);
    await advanceJobs(shop.db, 101);
    expect(await jobs.runDue()).toHaveLength(1);
    await advanceJobs(shop.db, 199);
    expect(await jobs.runDue()).toEqual([]);
    await advanceJobs(shop.db, 201);
    expect(await jobs.runDue()).toHaveLength(1);
    await advanceJobs(shop.db, 1_000_000);
    expect(await jobs.runDue()).toEqual([]);
    expect(attempts.map(({ retryCount }) => retryCount)).toEqual([0, 1, 2]);
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
  });

  it('with a permanent error is not retried', async () => {
    handle = () => {
      throw new PermanentJobError('never');
    };
    await enqueue(shop.db, greet, { name: 'Femi' });
    expect(await jobs.runDue()).toEqual([new PermanentJobError('never')]);
    await advanceJobs(shop.db, 1_000_000);
    expect(await jobs.runDue()).toEqual([]);
  });
});

it('concurrent workers run each job once', async () => {
  for (let n = 0; n < 10; n++) await enqueue(shop.db, greet, { name: `Uche ${n}` });
  await Promise.all([jobs.runDue(), jobs.runDue(), jobs.runDue()]);
  expect(greeted.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `Uche ${n}`));
});

it('a worker is notified of new jobs, runs all of them, and continues after a failure', async () => {
  const all = Promise.withResolvers<void>();
  handle = (name) => {
    if (name === 'Gbenga') throw new Error('not him');
    if (name === 'Ife') all.resolve();
  };
  await jobs.start();
  await shop.db.transaction().execute(async (tx) => {
    for (const name of ['Gbenga', 'Halima', 'Ife']) await enqueue(tx, greet, { name });
  });
  await all.promise;
  expect(greeted).toEqual(['Gbenga', 'Halima', 'Ife']);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(reported).toEqual([[new Error('not him'), { kind: 'test_greet', id, retryCount: 0 }]]);
});

it('a schedule is removed when the program no longer has it', async () => {
  const pool = openPool(shop.connection, 3, () => undefined);
  const open = (cron?: string) =>
    openJobs({
      pool,
      connection: shop.connection,
      workers: [createWorker(greet, async () => undefined, cron === undefined ? {} : { cron })],
      report: (error) => reported.push(error),
    });
  const schedules = async () =>
    (await sql<{ name: string; cron: string }>`select name, cron from pgboss.schedule`.execute(shop.db)).rows;
  const scheduling = open('*/5 * * * *');
  await scheduling.start();
  expect(await schedules()).toEqual([{ name: 'test_greet', cron: '*/5 * * * *' }]);
  await scheduling.stop();
  const without = open();
  await without.start();
  expect(await schedules()).toEqual([]);
  await without.stop();
  await pool.end();
  expect(reported).toEqual([]);
});

it('jobs of a batch run together, and a failing one does not affect the others', async () => {
  const meet = jobKind<{ name: string }>('test_meet', { limit: 2, minDelaySeconds: 100 });
  const pool = openPool(shop.connection, 3, () => undefined);
  const together = Promise.withResolvers<void>();
  const here: string[] = [];
  const meeting = openJobs({
    pool,
    connection: shop.connection,
    workers: [
      createWorker(
        meet,
        async ({ name }) => {
          if (here.push(name) === 3) together.resolve();
          // One at a time, the first would wait for ever.
          await together.promise;
          if (name === 'Kemi') throw new Error('not her');
        },
        { batchSize: 3 },
      ),
    ],
    report: (error) => reported.push(error),
  });
  await meeting.createQueues();
  await shop.db.transaction().execute(async (tx) => {
    for (const name of ['Jide', 'Kemi', 'Lola']) await enqueue(tx, meet, { name });
  });
  await meeting.start();
  await together.promise;
  await meeting.stop();
  const { rows } = await sql<{ state: string; data: unknown }>`
    select state::text, data from pgboss.job where name = 'test_meet' order by state`.execute(shop.db);
  expect(rows).toEqual([
    { state: 'completed', data: null },
    { state: 'completed', data: null },
    { state: 'retry', data: { name: 'Kemi' } },
  ]);
  expect(reported).toEqual([new Error('not her')]);
  await pool.end();
});
