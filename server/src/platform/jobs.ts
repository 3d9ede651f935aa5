import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Db, fromKysely, type Job, type JobResult, PgBoss, type QueueOptions } from 'pg-boss';
import type { Connection, Database } from './database.ts';
import { listen } from './listen.ts';

/**
 * What a process does later, and again until it is done: rows of the schema `pgboss`, queued in the caller's own
 * transaction and worked off by whichever node takes them first (docs/decisions/jobs-and-mail.md).
 */
export type JobKind<D extends object = object> = {
  readonly name: string;
  readonly retries: Retries;
  /** Never set: carries the type of what a job of this kind is told. */
  readonly data?: D;
};
/** How often a job that failed is tried again. Waits double, and each is drawn from its length to twice that. Seconds. */
type Retries = { limit: number; firstWait: number; longestWait: number };

/** Tries for six hours, most of them in the first minutes. */
const RETRIES: Retries = { limit: 20, firstWait: 10, longestWait: 1800 };
/** Seconds. Queues say when something was put in; this is for what becomes due later, and for notices that were lost. */
const POLL = 15;
/** Seconds between the library's own rounds that this shop has little or no use for. */
const SELDOM = 3600;
/** Milliseconds between two looks at a queue of which notices tell; what a burst of orders queues is fetched together. */
const NOTICE_REST = 250;
/** Seconds for which a job that is done is known by its key. */
const KNOWN = 7 * 24 * 3600;

/** Declares a kind of job: `jobKind<{ order: string }>('release_stock')`. */
export const jobKind = <D extends object>(name: string, retries: Partial<Retries> = {}): JobKind<D> => ({
  name,
  retries: { ...RETRIES, ...retries },
});

/** A job's id, made from what names it: UUIDs of version 8 carry any bits. */
const idOf = (kind: JobKind, key: string): string => {
  const hex = createHash('sha256').update(`${kind.name}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Queues a job in the caller's transaction: what is rolled back is never done.
 * @param options `key` names the event: a second job of the kind with the same key is not queued, for a week after the
 * first is done; `startAfter` is when it becomes due (now, when left out)
 */
export const enqueue = async <D extends object>(
  tx: Database,
  kind: JobKind<D>,
  data: D,
  options: { key?: string | undefined; startAfter?: Date } = {},
): Promise<void> => {
  const { key, startAfter } = options;
  const boss = new PgBoss({ db: fromKysely(tx) });
  await boss.send(kind.name, data, {
    ...(key !== undefined && { id: idOf(kind, key) }),
    ...(startAfter && { startAfter }),
  });
};

/** What a handler is told beside its data. */
export type Attempt = {
  /** The job's id, the same at every attempt. */
  id: string;
  /** How often it was tried before. */
  retries: number;
};

/** Thrown by a handler whose job would fail however often it is tried: it is reported, and done with. */
export class GiveUp extends Error {}

/**
 * Writes down that jobs are done. What is done is known by its id; its data may name people, or hold a link that was
 * mailed: both are no longer needed. Those that end while others are written down go together, after them.
 */
const eraser = () => {
  let waiting: string[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  return async (boss: PgBoss, id: string): Promise<void> => {
    waiting.push(id);
    if (waiting.length === 1)
      writing = writing
        .catch(() => undefined)
        .then(() => {
          const ids = waiting;
          waiting = [];
          return boss.getDb().executeSql('update pgboss.job set data = null where id = any($1)', [ids]);
        });
    await writing;
  };
};

/** Who does the jobs of one kind. */
export type Work = {
  kind: JobKind;
  cron: string | undefined;
  start(boss: PgBoss, report: Report): Promise<void>;
  /** Does what is due. @returns the errors of what failed */
  runDue(boss: PgBoss): Promise<unknown[]>;
};
/** Told of a job that failed, or of trouble with the database where no job is named. */
export type Report = (error: unknown, job?: FailedJob) => void;
/** Which job it was, and how often it was tried before. */
type FailedJob = Attempt & { kind: string };

/**
 * Says who does the jobs of one kind. A handler that throws is called again later, as the kind says; it may be called
 * again after it succeeded, too (the node may stop before that is written down), so it must stand being repeated.
 * @param options `cron`: minute, hour, day, month, weekday (UTC): a job without data is queued each time this comes.
 * `atOnce`: how many jobs of the kind a node fetches, and does, together; one after the other, when left out
 */
export const work = <D extends object>(
  kind: JobKind<D>,
  handle: (data: D, attempt: Attempt) => Promise<void>,
  { cron, atOnce = 1 }: { cron?: string; atOnce?: number } = {},
): Work => {
  const erased = eraser();
  /** @returns the reason of a job that was given up @throws whatever makes it worth another try */
  const attempt = async (boss: PgBoss, { id, data, retryCount }: Job<D | null>): Promise<GiveUp | undefined> => {
    // It was done before, by a node that stopped before it could say so.
    if (data === null) return undefined;
    const givenUp = await handle(data, { id, retries: retryCount }).then(
      () => undefined,
      (error) => {
        if (error instanceof GiveUp) return error;
        throw error;
      },
    );
    await erased(boss, id);
    return givenUp;
  };
  return {
    kind,
    cron,
    start: async (boss, report) => {
      const options = {
        pollingIntervalSeconds: POLL,
        notifyPollingIntervalSeconds: POLL,
        batchSize: atOnce,
        perJobResults: true,
      } as const;
      const worker = await boss.work<D | null, void, typeof options>(kind.name, options, (jobs) => {
        // Where there were as many there may be more. (The worker has its id by now: it asked the database first.)
        if (jobs.length === atOnce) boss.notifyWorker(worker);
        return Promise.all(
          jobs.map(async (job): Promise<JobResult> => {
            const failed = { kind: kind.name, id: job.id, retries: job.retryCount };
            try {
              const givenUp = await attempt(boss, job);
              if (givenUp) report(givenUp, failed);
              return { id: job.id, status: 'completed' };
            } catch (error) {
              report(error, failed);
              return { id: job.id, status: 'failed', output: { message: String(error) } };
            }
          }),
        );
      });
    },
    runDue: async (boss) => {
      const failures: unknown[] = [];
      for (;;) {
        const [job] = await boss.fetch<D | null>(kind.name);
        if (!job) return failures;
        try {
          const givenUp = await attempt(boss, job);
          if (givenUp) failures.push(givenUp);
          await boss.complete(kind.name, job.id);
        } catch (error) {
          failures.push(error);
          await boss.fail(kind.name, job.id, { message: String(error) });
        }
      }
    },
  };
};

export type Jobs = {
  /** Creates or updates the queue of every kind, in a migrated database. A kind without a queue cannot be enqueued. */
  createQueues(): Promise<void>;
  /** Begins to work, as soon as jobs are queued and become due. */
  start(): Promise<void>;
  /** Does what is due at once, without `start`; for tests. @returns the errors of the jobs that failed */
  runDue(): Promise<unknown[]>;
  /** Waits for the jobs at hand, ten seconds at most; what is not done by then is begun again by whoever works next. */
  stop(): Promise<void>;
};

const queueOptions = ({ retries }: JobKind): QueueOptions => ({
  retryLimit: retries.limit,
  retryBackoff: true,
  retryDelay: retries.firstWait,
  retryDelayMax: retries.longestWait,
  deleteAfterSeconds: KNOWN,
});

/** The library's SQL on the shop's own pool. As an object, a statement gets no name: some of its texts hold values. */
const onPool = (pool: pg.Pool): Db => ({
  executeSql: (text, values) => pool.query({ text, ...(values && { values }) }),
});

/** Tells of a queue at once, and what comes within the rest that follows together at its end. */
const rested = (tell: (queue: string) => void): { tell: (queue: string) => void; stop: () => void } => {
  const resting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();
  const rest = (queue: string) => {
    tell(queue);
    const timer = setTimeout(() => {
      const again = resting.get(queue)?.again;
      resting.delete(queue);
      if (again) rest(queue);
    }, NOTICE_REST);
    resting.set(queue, { timer, again: false });
  };
  return {
    tell: (queue) => {
      const rests = resting.get(queue);
      if (rests) rests.again = true;
      else rest(queue);
    },
    stop: () => {
      for (const { timer } of resting.values()) clearTimeout(timer);
    },
  };
};

/** Makes or updates the tables of jobs; nodes that start at once wait for each other. */
export const migrateJobs = async (pool: pg.Pool): Promise<void> => {
  const boss = new PgBoss({ db: onPool(pool), supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
};

/**
 * Opens the jobs of one process. Nothing is worked off before `start`, which a process that only serves visitors never calls.
 * @param connection for the one connection that listens
 * @param works the handler of each kind
 * @param report called for jobs that fail, and for trouble with the database
 */
export const openJobs = (options: {
  pool: pg.Pool;
  connection: Connection;
  works: readonly Work[];
  report: Report;
}): Jobs => {
  const { pool, connection, works, report } = options;
  const db: Db = {
    ...onPool(pool),
    listen: async (channel, onNotice, onConnect) => {
      const noticed = rested(onNotice);
      const listening = listen(connection, channel, {
        onNotice: noticed.tell,
        onConnect,
        onError: (error) => report(error),
      });
      return {
        close: async () => {
          noticed.stop();
          await listening.stop();
        },
      };
    },
  };
  const boss = new PgBoss({
    db,
    migrate: false,
    useListenNotify: true,
    schedule: works.some(({ cron }) => cron !== undefined),
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
    flowIntervalSeconds: SELDOM,
    queueCacheIntervalSeconds: SELDOM,
    monitorVacuum: false,
  });
  boss.on('error', (error) => report(error));
  return {
    createQueues: async () => {
      for (const { kind } of works) {
        await boss.createQueue(kind.name, { ...queueOptions(kind), notify: true });
        await boss.updateQueue(kind.name, queueOptions(kind));
      }
    },
    start: async () => {
      await boss.start();
      const scheduled = new Map(works.flatMap(({ kind, cron }) => (cron === undefined ? [] : [[kind.name, cron]])));
      for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
      for (const [name, cron] of scheduled) await boss.schedule(name, cron, {});
      for (const one of works) await one.start(boss, report);
    },
    runDue: async () => {
      const failures: unknown[] = [];
      for (const one of works) failures.push(...(await one.runDue(boss)));
      return failures;
    },
    stop: () => boss.stop({ timeout: 10_000 }),
  };
};
