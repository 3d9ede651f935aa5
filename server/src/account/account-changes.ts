import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import { type Refused, refuse, refuseTooMany } from '../platform/refusal.ts';
import { tryLockAccount } from './account.sql.ts';

const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 100;
const BUSY = Symbol('another transaction has locked the account');

/** Why a change is refused: the account is deleted, or stays locked until the time-out. */
export type ChangeRefused = Refused<'token_invalid' | 'too_many_requests'>;

/**
 * Runs the changes of one account one at a time. A waiting change holds no database connection, so that one account
 * cannot take all connections of the pool: it waits in a queue within this process, and retries after a pause while
 * another process or a job has the account's lock (docs/decisions/request-limits.md).
 */
export class AccountChanges {
  readonly #db: Database;
  readonly #lockTimeoutMs: number;
  // Unlimited here, because the routes already limit the waiting requests of one account.
  readonly #queue = new KeyedQueue<AccountId>({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY });

  /**
   * @param lockTimeoutMs time from the call, including its wait in the queue, after which a change gives up if another
   *   transaction holds the account's lock
   */
  constructor(db: Database, lockTimeoutMs: number) {
    this.#db = db;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /**
   * Changes data of one account in a transaction that holds the account's lock. The change must not start another
   * change of the same account: the two would wait for each other.
   * @returns the change's result; token_invalid when the account is deleted; too_many_requests when the account stays
   *   locked
   */
  run<T>(accountId: AccountId, change: (trx: Database) => Promise<T>): Promise<T | ChangeRefused> {
    const deadline = performance.now() + this.#lockTimeoutMs;
    return this.#queue.run(accountId, async () => {
      for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
        const result = await this.#db.transaction().execute(async (trx) => {
          const lock = await tryLockAccount(trx, accountId);
          if (lock === 'deleted') return refuse('token_invalid');
          return lock === 'acquired' ? change(trx) : BUSY;
        });
        if (result !== BUSY) return result;
        if (performance.now() + pauseMs > deadline) return refuseTooMany(1);
        // A random pause, so that two processes do not retry in step.
        await wait(pauseMs * (0.5 + Math.random()));
      }
    });
  }

  /** Counts the changes of the account that run or wait in this process. */
  count(accountId: AccountId): number {
    return this.#queue.count(accountId);
  }
}
