import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Db, fromKysely, type Job, type JobResult, PgBoss, type QueueOptions } from 'pg-boss';
import type { Connection, Database } from './database.ts';
import { listen } from './listen.ts';
import { deleteJobData, resetFutureTimes } from './pg-boss-tables.ts';

/**
 * A kind of background job. Jobs are queued in the caller's transaction, as rows of the schema `pgboss`, and are retried
 * on any node until they succeed (docs/decisions/jobs-and-mail.md).
 */
export type JobKind<D extends object = object> = {
  readonly name: string;
  readonly retries: RetryPolicy;
  /** Never set: carries the type of the job's data. */
  readonly data?: D;
};
/** How a failed job is retried: delays double, with a random jitter of up to 100%. */
type RetryPolicy = { limit: number; minDelaySeconds: number; maxDelaySeconds: number };

/** Six hours of retries, most of them in the first minutes. */
const DEFAULT_RETRIES: RetryPolicy = { limit: 20, minDelaySeconds: 10, maxDelaySeconds: 1800 };
/** Polling finds jobs that become due later and jobs with a lost notification. */
const POLL_INTERVAL_SECONDS = 15;
/** For maintenance tasks of pg-boss that this shop hardly needs. */
const MAINTENANCE_INTERVAL_SECONDS = 3600;
/** Time between two looks for times that were written while the clock was ahead. */
const CLOCK_CHECK_MS = 60_000;
/** Queues are read at most this often on notifications, so that the jobs of many orders are fetched together. */
const NOTIFICATION_THROTTLE_MS = 250;
/**
 * A job whose worker has not been heard of for this long has failed, and is retried unless its kind has no retries: such a kind is
 * scheduled again. The worker was killed, or lost the database before it could store the result. It may also be slow and still run
 * the job; handlers are idempotent. Without this a job fails after fifteen minutes.
 */
const WORKER_TIMEOUT_SECONDS = 60;
/** Workers report so often that two lost reports do not end their jobs. */
const WORKER_REPORT_SECONDS = 15;
/** Completed jobs are stored this long. Until then no second job with the same key is queued. */
const COMPLETED_RETENTION_SECONDS = 7 * 24 * 3600;

/** Declares a kind of job: `jobKind<Mail>('send_mail')`. */
export const jobKind = <D extends object>(name: string, retries: Partial<RetryPolicy> = {}): JobKind<D> => ({
  name,
  retries: { ...DEFAULT_RETRIES, ...retries },
});

/** The id of the job with this key: its hash as a UUID of version 8 (RFC 9562). */
const idOf = (kind: JobKind, key: string): string => {
  const hex = createHash('sha256').update(`${kind.name}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * A job to queue. `key` names the event: a second job of the kind with the same key is not queued until a week after the first is completed;
 * `startAfter` is when the job becomes due (by default now).
 */
type NewJob<D extends object> = { data: D; key?: string | undefined; startAfter?: Date };

/** Queues a job in the caller's transaction; a rollback removes it. */
export const enqueue = <D extends object>(
  tx: Database,
  kind: JobKind<D>,
  data: D,
  options: Omit<NewJob<D>, 'data'> = {},
): Promise<void> => enqueueAll(tx, kind, [{ data, ...options }]);

/** Queues jobs in the caller's transaction, in one statement. */
export const enqueueAll = async <D extends object>(
  tx: Database,
  kind: JobKind<D>,
  jobs: readonly NewJob<D>[],
): Promise<void> => {
  if (jobs.length === 0) return;
  const boss = new PgBoss({ db: fromKysely(tx) });
  await boss.insert(
    kind.name,
    jobs.map(({ data, key, startAfter }) => ({
      data,
      ...(key !== undefined && { id: idOf(kind, key) }),
      ...(startAfter && { startAfter }),
    })),
  );
};

/** One run of a job. */
export type JobAttempt = {
  /** The job's id, the same at every attempt. */
  id: string;
  /** The number of earlier attempts. */
  retryCount: number;
};

/** Thrown by a handler if every attempt would fail: the job is reported and not retried. */
export class PermanentJobError extends Error {}

/**
 * Deletes the data of completed jobs, which may contain names or a mailed link; later only the id is needed.
 * Jobs that complete during one statement share the next one.
 */
const dataDeleter = () => {
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
          return deleteJobData(boss.getDb(), ids);
        });
    await writing;
  };
};

/** Handles the jobs of one kind. */
export type JobWorker = {
  kind: JobKind;
  cron: string | undefined;
  start(boss: PgBoss, report: ReportError): Promise<void>;
  /** Runs all due jobs. @returns the errors of the failed ones */
  runDue(boss: PgBoss): Promise<unknown[]>;
};
/** Called for a failed job, or without a job for a database error. */
export type ReportError = (error: unknown, job?: FailedJob) => void;
type FailedJob = JobAttempt & { kind: string };

/**
 * Creates the worker of one kind. A job is retried when its handler throws. It may also run again after a success, when
 * the node stops before the success is stored, so handlers must be idempotent.
 * @param options `cron`: minute, hour, day, month, weekday (UTC) at which a job without data is queued.
 * `batchSize`: how many jobs a node fetches and runs together (default: one after the other)
 */
export const createWorker = <D extends object>(
  kind: JobKind<D>,
  handle: (data: D, attempt: JobAttempt) => Promise<void>,
  { cron, batchSize = 1 }: { cron?: string; batchSize?: number } = {},
): JobWorker => {
  const deleteData = dataDeleter();
  /** @returns the reason not to retry @throws any other error, for a retry */
  const attempt = async (
    boss: PgBoss,
    { id, data, retryCount }: Job<D | null>,
  ): Promise<PermanentJobError | undefined> => {
    // It succeeded already, on a node that stopped before it was marked as completed.
    if (data === null) return undefined;
    const permanentError = await handle(data, { id, retryCount }).then(
      () => undefined,
      (error) => {
        if (error instanceof PermanentJobError) return error;
        throw error;
      },
    );
    await deleteData(boss, id);
    return permanentError;
  };
  return {
    kind,
    cron,
    start: async (boss, report) => {
      const options = {
        pollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        notifyPollingIntervalSeconds: POLL_INTERVAL_SECONDS,
        heartbeatRefreshSeconds: WORKER_REPORT_SECONDS,
        batchSize,
        perJobResults: true,
      } as const;
      const worker = await boss.work<D | null, void, typeof options>(kind.name, options, (jobs) => {
        // A full batch: there may be more. (`worker` is set by now, since pg-boss reads the database first.)
        if (jobs.length === batchSize) boss.notifyWorker(worker);
        return Promise.all(
          jobs.map(async (job): Promise<JobResult> => {
            const failed = { kind: kind.name, id: job.id, retryCount: job.retryCount };
            try {
              const permanentError = await attempt(boss, job);
              if (permanentError) report(permanentError, failed);
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
      const errors: unknown[] = [];
      for (;;) {
        const [job] = await boss.fetch<D | null>(kind.name);
        if (!job) return errors;
        try {
          const permanentError = await attempt(boss, job);
          if (permanentError) errors.push(permanentError);
          await boss.complete(kind.name, job.id);
        } catch (error) {
          errors.push(error);
          await boss.fail(kind.name, job.id, { message: String(error) });
        }
      }
    },
  };
};

export type Jobs = {
  /** Creates or updates the queue of every kind, in a migrated database. A kind without a queue cannot be enqueued. */
  createQueues(): Promise<void>;
  /** Starts to run jobs as they are queued and become due. */
  start(): Promise<void>;
  /** Runs all due jobs, without `start`; for tests. @returns the errors of the failed jobs */
  runDue(): Promise<unknown[]>;
  /** Waits up to ten seconds for running jobs; another node retries what is not completed by then. */
  stop(): Promise<void>;
};

const queueOptions = ({ retries }: JobKind): QueueOptions => ({
  retryLimit: retries.limit,
  retryBackoff: true,
  retryDelay: retries.minDelaySeconds,
  retryDelayMax: retries.maxDelaySeconds,
  heartbeatSeconds: WORKER_TIMEOUT_SECONDS,
  deleteAfterSeconds: COMPLETED_RETENTION_SECONDS,
});

/** Runs pg-boss's SQL on the shop's pool, unprepared (as an object), because some of its texts contain values. */
const dbOnPool = (pool: pg.Pool): Db => ({
  executeSql: (text, values) => pool.query({ text, ...(values && { values }) }),
});

/** Calls `notify` for a queue immediately, then at most once per NOTIFICATION_THROTTLE_MS. */
const throttleNotifications = (
  notify: (queue: string) => void,
): { notify: (queue: string) => void; stop: () => void } => {
  const waiting = new Map<string, { timer: NodeJS.Timeout; again: boolean }>();
  const notifyAndWait = (queue: string) => {
    notify(queue);
    const timer = setTimeout(() => {
      const again = waiting.get(queue)?.again;
      waiting.delete(queue);
      if (again) notifyAndWait(queue);
    }, NOTIFICATION_THROTTLE_MS);
    waiting.set(queue, { timer, again: false });
  };
  return {
    notify: (queue) => {
      const current = waiting.get(queue);
      if (current) current.again = true;
      else notifyAndWait(queue);
    },
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
};

/** Creates or updates pg-boss's tables; nodes that start at the same time wait for each other. */
export const migrateJobs = async (pool: pg.Pool): Promise<void> => {
  const boss = new PgBoss({ db: dbOnPool(pool), supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
};

/**
 * Opens the jobs of one process. No job runs before `start`, which a process that only serves visitors never calls.
 * @param connection for the one connection that listens for notifications
 * @param workers one for each kind
 * @param report called for jobs that fail and for database errors
 */
export const openJobs = (options: {
  pool: pg.Pool;
  connection: Connection;
  workers: readonly JobWorker[];
  report: ReportError;
  /** Time between two checks of the listening connection. */
  heartbeatMs?: number;
}): Jobs => {
  const { pool, connection, workers, report, heartbeatMs } = options;
  const db: Db = {
    ...dbOnPool(pool),
    listen: async (channel, onNotification, onConnect) => {
      const { notify, stop } = throttleNotifications(onNotification);
      const listening = listen(
        connection,
        channel,
        { onNotification: notify, onConnect, onError: (error) => report(error) },
        heartbeatMs,
      );
      return {
        close: async () => {
          stop();
          await listening.stop();
        },
      };
    },
  };
  const boss = new PgBoss({
    db,
    // The tables are migrated already. With `false` pg-boss refuses those of a newer version, which a later release may have made.
    migrate: true,
    useListenNotify: true,
    schedule: workers.some(({ cron }) => cron !== undefined),
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
    flowIntervalSeconds: MAINTENANCE_INTERVAL_SECONDS,
    queueCacheIntervalSeconds: MAINTENANCE_INTERVAL_SECONDS,
    monitorVacuum: false,
  });
  boss.on('error', (error) => report(error));
  const checkClock = () => resetFutureTimes(db).catch((error: unknown) => report(error));
  let clockChecks: NodeJS.Timeout | undefined;
  return {
    createQueues: async () => {
      for (const { kind } of workers) {
        await boss.createQueue(kind.name, { ...queueOptions(kind), notify: true });
        await boss.updateQueue(kind.name, queueOptions(kind));
      }
    },
    start: async () => {
      await boss.start();
      await checkClock();
      clockChecks = setInterval(checkClock, CLOCK_CHECK_MS).unref();
      const schedules = new Map(workers.flatMap(({ kind, cron }) => (cron === undefined ? [] : [[kind.name, cron]])));
      for (const { name } of await boss.getSchedules()) if (!schedules.has(name)) await boss.unschedule(name);
      for (const [name, cron] of schedules) await boss.schedule(name, cron, {});
      for (const worker of workers) await worker.start(boss, report);
    },
    runDue: async () => {
      const errors: unknown[] = [];
      for (const worker of workers) errors.push(...(await worker.runDue(boss)));
      return errors;
    },
    stop: () => {
      clearInterval(clockChecks);
      return boss.stop({ timeout: 10_000 });
    },
  };
};
