import { type Refused, refuseTooMany } from './refusal.ts';

type Entry = { running: number; waiting: (() => void)[] };
type Limits = {
  /** Maximum tasks of one key that run at the same time. */
  maxRunning: number;
  /** Maximum further tasks of one key that wait. */
  maxWaiting: number;
};

/** Runs the tasks of one key in the order of arrival, a few at a time. Tasks of different keys do not wait for each other. */
export class KeyedQueue<Key> {
  readonly #limits: Limits;
  readonly #entries = new Map<Key, Entry>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs a task when it is its turn.
   * @returns the task's result; too_many_requests, without running the task, if too many tasks of its key wait
   */
  async run<T>(key: Key, task: () => Promise<T>): Promise<T | Refused<'too_many_requests'>> {
    const { maxRunning, maxWaiting } = this.#limits;
    const entry = this.#entries.get(key) ?? { running: 0, waiting: [] };
    if (entry.running < maxRunning) {
      entry.running++;
      this.#entries.set(key, entry);
    } else {
      if (entry.waiting.length >= maxWaiting) return refuseTooMany(1);
      await new Promise<void>((resolve) => {
        entry.waiting.push(resolve);
      });
    }
    try {
      return await task();
    } finally {
      // The next task takes this one's place, so `running` stays the same.
      const next = entry.waiting.shift();
      if (next) next();
      else if (--entry.running === 0) this.#entries.delete(key);
    }
  }

  /** Counts the tasks of the key that run or wait. */
  count(key: Key): number {
    const entry = this.#entries.get(key);
    return entry ? entry.running + entry.waiting.length : 0;
  }
}
