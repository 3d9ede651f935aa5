import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { normalPassword } from '@sokuwa/contract/account/account.rules.ts';
import PQueue from 'p-queue';
import { type Refused, refuse } from '../platform/refusal.ts';

/** Argon2id with the parameters of OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Hashes computed at once. Each takes a processor core, of which one stays free for other requests, and one of libuv's four
 * threads, which files and pictures need too.
 */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Queued hashes: one or two seconds of work, after which a refusal is better than more waiting. */
const MAX_QUEUED = 60;

type Options = { maxConcurrent?: number; maxQueued?: number };

/** Computes and verifies password hashes, a few at a time: each is slow and takes much memory on purpose. */
export class Passwords {
  readonly #queue: PQueue;
  readonly #maxQueued: number;
  /** Verified where there is no account, so that the response takes as long as for a wrong password. */
  readonly #decoyHash: Promise<string>;

  constructor({ maxConcurrent = MAX_CONCURRENT, maxQueued = MAX_QUEUED }: Options = {}) {
    this.#queue = new PQueue({ concurrency: maxConcurrent });
    this.#maxQueued = maxQueued;
    this.#decoyHash = hash(randomUUID(), PARAMETERS);
  }

  /** @returns the hash with its salt and parameters; too_busy when the queue is full */
  hash(password: string): Promise<string | Refused<'too_busy'>> {
    return this.#run(() => hash(normalPassword(password), PARAMETERS));
  }

  /**
   * Whether the password matches the hash; takes the same time without a hash.
   * @returns too_busy when the queue is full
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean | Refused<'too_busy'>> {
    return this.#run(async () => {
      const right = await verify(hashed ?? (await this.#decoyHash), normalPassword(password));
      return right && typeof hashed === 'string';
    });
  }

  /** Whether the hash has other parameters than the current ones. */
  isOutdated(hashed: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed);
    return (
      memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism
    );
  }

  async #run<T>(task: () => Promise<T>): Promise<T | Refused<'too_busy'>> {
    return this.#queue.size < this.#maxQueued ? this.#queue.add(task) : refuse('too_busy');
  }
}
