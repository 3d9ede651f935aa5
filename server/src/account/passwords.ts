import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Options as Argon2Options, parseOptions } from '@node-rs/argon2';
import { normalizePassword } from '@sokuwa/contract/account/account.rules.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import PQueue from 'p-queue';
import { type Refused, refuse } from '../platform/refusal.ts';

/** Calls from the main thread to a password thread. */
export type PasswordCalls = {
  hash(password: string, parameters: Argon2Options): string;
  verify(hashed: string, password: string): boolean;
};

type Thread = { worker: Worker; calls: BirpcReturn<PasswordCalls, object>; isBusy: boolean };

const THREAD_MODULE = new URL('password-thread.ts', import.meta.url);
/** Argon2id with the parameters of OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Verified if there is no account, so that the response time does not reveal which addresses have one. Its password is not known. */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$6vKcJjxDKUmkuh1cO0xZ6w$FPa50CaKJbCQng2zckWODHbIgSvR9qYMgk83CGgaMeA';
/** Maximum number of threads. Each occupies a CPU core while it hashes; one core stays free for other requests. */
const MAX_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum queue length: some seconds of work on a busy machine. Refuse requests beyond it rather than let them wait longer. */
const MAX_QUEUED = 60;

type Options = { maxThreads?: number; maxQueued?: number };

/**
 * Computes and verifies password hashes. Hashes are slow and memory-intensive by design, so a few threads of a lower priority compute
 * them. The first password starts a thread.
 */
export class Passwords {
  readonly #queue: PQueue;
  readonly #maxQueued: number;
  readonly #threads = new Set<Thread>();

  constructor({ maxThreads = MAX_THREADS, maxQueued = MAX_QUEUED }: Options = {}) {
    this.#queue = new PQueue({ concurrency: maxThreads });
    this.#maxQueued = maxQueued;
  }

  /** @returns the hash with its salt and parameters; too_busy if the queue is full */
  hash(password: string): Promise<string | Refused<'too_busy'>> {
    return this.#run((calls) => calls.hash(normalizePassword(password), PARAMETERS));
  }

  /**
   * Verifies a password. Takes the same time if there is no hash.
   * @returns whether the password matches; too_busy if the queue is full
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean | Refused<'too_busy'>> {
    return this.#run(async (calls) => {
      const isMatch = await calls.verify(hashed ?? DECOY_HASH, normalizePassword(password));
      return isMatch && typeof hashed === 'string';
    });
  }

  /** Whether the hash uses parameters other than the current ones. */
  isOutdated(hashed: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed);
    return (
      memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism
    );
  }

  /** Ends the threads; calls in progress fail. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#threads, ({ worker }) => worker.terminate()));
  }

  async #run<T>(task: (calls: Thread['calls']) => Promise<T>): Promise<T | Refused<'too_busy'>> {
    if (this.#queue.size >= this.#maxQueued) return refuse('too_busy');
    return this.#queue.add(async () => {
      const thread = [...this.#threads].find(({ isBusy }) => !isBusy) ?? this.#startThread();
      thread.isBusy = true;
      // The process lives at least until the result is there.
      thread.worker.ref();
      try {
        return await task(thread.calls);
      } finally {
        thread.worker.unref();
        thread.isBusy = false;
      }
    });
  }

  #startThread(): Thread {
    const worker = new Worker(THREAD_MODULE);
    const calls = createBirpc<PasswordCalls, object>(
      {},
      {
        post: (message) => worker.postMessage(message),
        on: (listener) => worker.on('message', listener),
        timeout: -1,
      },
    );
    const thread: Thread = { worker, calls, isBusy: false };
    this.#threads.add(thread);
    // The call in progress fails, and the next one starts another thread.
    const end = (reason: Error) => {
      this.#threads.delete(thread);
      calls.$close(reason);
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the password thread ended')));
    return thread;
  }
}
