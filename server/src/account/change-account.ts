import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { tryLockAccount } from './account.sql.ts';

type Writes = { queue: KeyedQueue<AccountId>; lockTimeoutMs: number };

const DEFAULT_LOCK_TIMEOUT_MS = 3000;
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;
const LOCKED_ELSEWHERE = Symbol('the account is locked by another transaction');

const writesByDatabase = new WeakMap<Database, Writes>();
const writesOf = (db: Database): Writes => {
  let writes = writesByDatabase.get(db);
  if (!writes) {
    // The routes limit how many requests of one account wait.
    const queue = new KeyedQueue<AccountId>({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY });
    writes = { queue, lockTimeoutMs: DEFAULT_LOCK_TIMEOUT_MS };
    writesByDatabase.set(db, writes);
  }
  return writes;
};

/** @param lockTimeoutMs how long a change waits for its turn and for the account's lock */
export const setAccountLockTimeout = (db: Database, lockTimeoutMs: number): void => {
  writesOf(db).lockTimeoutMs = lockTimeoutMs;
};

/** How many changes of the account run or wait in this process. */
export const countAccountChanges = (db: Database, accountId: AccountId): number => writesOf(db).queue.count(accountId);

/**
 * Changes data of one account in a transaction that holds the account's lock, so that changes of one account run one after
 * the other. A change that waits holds no database connection: within this process it waits in a queue, and while another
 * process or a job has the lock, it tries again after a pause. So one account cannot take all connections of the pool.
 * @returns the change's result; token_invalid when the account is deleted; too_many_requests when the account stays locked
 */
export const changeAccount = <T>(
  db: Database,
  accountId: AccountId,
  change: (trx: Database) => Promise<T>,
): Promise<T | Refused<'token_invalid' | 'too_many_requests'>> => {
  const { queue, lockTimeoutMs } = writesOf(db);
  const deadline = performance.now() + lockTimeoutMs;
  return queue.run(accountId, async () => {
    for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const result = await db.transaction().execute(async (trx) => {
        const lock = await tryLockAccount(trx, accountId);
        if (lock === 'gone') return refuse('token_invalid');
        return lock === 'locked' ? change(trx) : LOCKED_ELSEWHERE;
      });
      if (result !== LOCKED_ELSEWHERE) return result;
      if (performance.now() + pauseMs > deadline) return { ...refuse('too_many_requests'), retryAfter: 1 };
      // A random pause, so that two processes do not keep meeting.
      await wait(pauseMs * (0.5 + Math.random()));
    }
  });
};
