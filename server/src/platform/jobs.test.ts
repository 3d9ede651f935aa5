import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceJobs } from '../testing/advance-jobs.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { openPool } from './database.ts';
import { createWorker, enqueue, type JobAttempt, type Jobs, jobKind, openJobs, PermanentJobError } from './jobs.ts';

const greetJob = jobKind<{ name: string }>('test_greet', { limit: 2, minDelaySeconds: 100, maxDelaySeconds: 1000 });

let shop: TestShop;
let jobs: Jobs;
let close: () => Promise<void>;
/** The names in handled jobs, in order. */
let handledNames: string[];
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
      createWorker(greetJob, async ({ name }, attempt) => {
        handledNames.push(name);
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
  handledNames = [];
  attempts = [];
  reported = [];
  handle = () => undefined;
});

it('a committed job runs once, a rolled back one never', { tags: ['@SETTING-15'] }, async () => {
  const rolledBack = shop.db.transaction().execute(async (tx) => {
    await enqueue(tx, greetJob, { name: 'Nobody' });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await shop.db.transaction().execute(async (tx) => {
    await enqueue(tx, greetJob, { name: 'Ada' });
    expect(await jobs.runDue()).toEqual([]);
    expect(handledNames).toEqual([]);
  });
  expect(await jobs.runDue()).toEqual([]);
  expect(await jobs.runDue()).toEqual([]);
  expect(handledNames).toEqual(['Ada']);
});

it('two jobs with one key run once, even when queued concurrently or after completion', {
  tags: ['@SETTING-15'],
}, async () => {
  let second = Promise.resolve();
  await shop.db.transaction().execute(async (first) => {
    await enqueue(first, greetJob, { name: 'Bisi' }, { key: 'b' });
    second = enqueue(shop.db, greetJob, { name: 'Bisi again' }, { key: 'b' });
    await waitUntilBlocked(shop.db, 1);
    await enqueue(first, greetJob, { name: 'Chidi' }, { key: 'c' });
  });
  await second;
  await jobs.runDue();
  await enqueue(shop.db, greetJob, { name: 'Bisi later' }, { key: 'b' });
  await jobs.runDue();
  expect(handledNames).toEqual(['Bisi', 'Chidi']);
});

it('the data of a completed job is deleted, and it does not run again if a node stopped before marking it as completed', async () => {
  await enqueue(shop.db, greetJob, { name: 'Vera' }, { key: 'v' });
  await jobs.runDue();
  const { rows } = await sql<{ data: unknown }>`select data from pgboss.job where state = 'completed'`.execute(shop.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ data }) => data === null)).toBe(true);
  await sql`update pgboss.job set state = 'retry', start_after = now(), retry_count = 0 where state = 'completed'`.execute(
    shop.db,
  );
  handledNames = [];
  expect(await jobs.runDue()).toEqual([]);
  expect(handledNames).toEqual([]);
});

it('jobs start on tables that a newer pg-boss has migrated, after a return to an earlier release', async () => {
  await sql`update pgboss.version set version = version + 1`.execute(shop.db);
  const pool = openPool(shop.connection, 2, () => undefined);
  const started = openJobs({ pool, connection: shop.connection, workers: [], report: () => undefined });
  try {
    await started.start();
  } finally {
    await started.stop();
    await pool.end();
    await sql`update pgboss.version set version = version - 1`.execute(shop.db);
  }
});

it('a delayed job waits until its time', async () => {
  await enqueue(shop.db, greetJob, { name: 'Dupe' }, { startAfter: new Date(Date.now() + 30 * 60_000) });
  await jobs.runDue();
  expect(handledNames).toEqual([]);
  await advanceJobs(shop.db, 30 * 60);
  await jobs.runDue();
  expect(handledNames).toEqual(['Dupe']);
});

describe('a failing job', () => {
  it('is retried after growing delays, under the same id, up to its limit', { tags: ['@SETTING-15'] }, async () => {
    handle = () => {
      throw new Error('unavailable');
    };
    await enqueue(shop.db, greetJob, { name: 'Efe' });
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
    await enqueue(shop.db, greetJob, { name: 'Femi' });
    expect(await jobs.runDue()).toEqual([new PermanentJobError('never')]);
    await advanceJobs(shop.db, 1_000_000);
    expect(await jobs.runDue()).toEqual([]);
  });
});

it('concurrent workers run each job once', async () => {
  for (let n = 0; n < 10; n++) await enqueue(shop.db, greetJob, { name: `Uche ${n}` });
  await Promise.all([jobs.runDue(), jobs.runDue(), jobs.runDue()]);
  expect(handledNames.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => `Uche ${n}`));
});

it('a job whose worker was killed is retried after a minute', async () => {
  await enqueue(shop.db, greetJob, { name: 'Musa' });
  const readState = async () =>
    (await sql<{ state: string }>`select state::text from pgboss.job where data ->> 'name' = 'Musa'`.execute(shop.db))
      .rows;
  const supervise = async () => {
    const pool = openPool(shop.connection, 1, () => undefined);
    const db = { executeSql: (text: string, values?: unknown[]) => pool.query({ text, ...(values && { values }) }) };
    await new PgBoss({ db, migrate: false, monitorIntervalSeconds: 1 }).supervise(greetJob.name);
    await pool.end();
  };
  // As the worker left it.
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()
    where data ->> 'name' = 'Musa'`.execute(shop.db);
  await supervise();
  expect(await readState()).toEqual([{ state: 'active' }]);
  await sql`update pgboss.job set started_on = now() - interval '61 seconds', heartbeat_on = now() - interval '61 seconds'
    where data ->> 'name' = 'Musa'`.execute(shop.db);
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(shop.db);
  await supervise();
  expect(await readState()).toEqual([{ state: 'retry' }]);
  await advanceJobs(shop.db, 1000);
  expect(await jobs.runDue()).toEqual([]);
  expect(handledNames).toEqual(['Musa']);
});

it('a worker is notified of new jobs, runs all of them, and continues after a failure', async () => {
  const allHandled = Promise.withResolvers<void>();
  handle = (name) => {
    if (name === 'Gbenga') throw new Error('failed');
    if (name === 'Ife') allHandled.resolve();
  };
  await jobs.start();
  await shop.db.transaction().execute(async (tx) => {
    for (const name of ['Gbenga', 'Halima', 'Ife']) await enqueue(tx, greetJob, { name });
  });
  await allHandled.promise;
  expect(handledNames).toEqual(['Gbenga', 'Halima', 'Ife']);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(reported).toEqual([[new Error('failed'), { kind: 'test_greet', id, retryCount: 0 }]]);
});

it('a schedule is removed when the program no longer has it', async () => {
  const pool = openPool(shop.connection, 3, () => undefined);
  const open = (cron?: string) =>
    openJobs({
      pool,
      connection: shop.connection,
      workers: [createWorker(greetJob, async () => undefined, cron === undefined ? {} : { cron })],
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
  const batchJob = jobKind<{ name: string }>('test_batch', { limit: 2, minDelaySeconds: 100 });
  const pool = openPool(shop.connection, 3, () => undefined);
  const allStarted = Promise.withResolvers<void>();
  const startedNames: string[] = [];
  const batchJobs = openJobs({
    pool,
    connection: shop.connection,
    workers: [
      createWorker(
        batchJob,
        async ({ name }) => {
          if (startedNames.push(name) === 3) allStarted.resolve();
          // If jobs ran one after the other, the first would wait forever.
          await allStarted.promise;
          if (name === 'Kemi') throw new Error('failed');
        },
        { batchSize: 3 },
      ),
    ],
    report: (error) => reported.push(error),
  });
  await batchJobs.createQueues();
  await shop.db.transaction().execute(async (tx) => {
    for (const name of ['Jide', 'Kemi', 'Lola']) await enqueue(tx, batchJob, { name });
  });
  await batchJobs.start();
  await allStarted.promise;
  await batchJobs.stop();
  const { rows } = await sql<{ state: string; data: unknown }>`
    select state::text, data from pgboss.job where name = 'test_batch' order by state`.execute(shop.db);
  expect(rows).toEqual([
    { state: 'completed', data: null },
    { state: 'completed', data: null },
    { state: 'retry', data: { name: 'Kemi' } },
  ]);
  expect(reported).toEqual([new Error('failed')]);
  await pool.end();
});

it('the queue notices a killed worker by its heartbeat', { tags: ['@SETTING-15'] }, async () => {
  const { rows } = await sql<{ seconds: number }>`
    select heartbeat_seconds as seconds from pgboss.queue where name = 'test_greet'`.execute(shop.db);
  expect(rows).toEqual([{ seconds: 60 }]);
});

it('a worker that runs a job sends a heartbeat every fifteen seconds', { tags: ['@SETTING-15'] }, async () => {
  const isDone = Promise.withResolvers<void>();
  handle = () => isDone.promise;
  const isJob = sql`data ->> 'name' = 'Nneka'`;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await enqueue(shop.db, greetJob, { name: 'Nneka' });
    await waitFor(() => expect(handledNames).toEqual(['Nneka']));
    await sql`update pgboss.job set heartbeat_on = now() - interval '30 seconds' where ${isJob}`.execute(shop.db);
    vi.advanceTimersByTime(15_000);
    await waitFor(async () => {
      const { rows } = await sql<{ isRecent: boolean }>`
        select heartbeat_on > now() - interval '20 seconds' as "isRecent" from pgboss.job where ${isJob}`.execute(
        shop.db,
      );
      expect(rows).toEqual([{ isRecent: true }]);
    });
  } finally {
    vi.useRealTimers();
    isDone.resolve();
  }
});

it('what was stored while the clock was ahead delays no job and no schedule', {
  tags: ['@SETTING-23'],
}, async () => {
  const clockJob = jobKind('test_clock');
  const pool = openPool(shop.connection, 3, () => undefined);
  const handled = Promise.withResolvers<void>();
  const worker = createWorker(clockJob, async () => handled.resolve());
  const clockJobs = openJobs({ pool, connection: shop.connection, workers: [worker], report: handled.reject });
  await clockJobs.createQueues();
  await enqueue(shop.db, clockJob, {});
  await sql`update pgboss.job set created_on = created_on + interval '2 hours', start_after = start_after + interval '2 hours'
    where name = 'test_clock'`.execute(shop.db);
  await sql`update pgboss.version set cron_on = now() + interval '2 hours'`.execute(shop.db);
  await sql`update pgboss.queue set monitor_on = now() + interval '2 hours'`.execute(shop.db);
  await clockJobs.start();
  await handled.promise;
  const { rows } = await sql<{ future: number }>`
    select (select count(*) from pgboss.version where cron_on > now()) + (select count(*) from pgboss.queue where monitor_on > now())
      as future`.execute(shop.db);
  expect(rows).toEqual([{ future: 0 }]);
  await clockJobs.stop();
  await pool.end();
});
