import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { normalizePassword } from '@sokuwa/contract/account/account.rules.ts';
import PQueue from 'p-queue';
import { type Refused, refuse } from '../platform/refusal.ts';

/** Argon2id with the parameters of OWASP's cheat sheet on password storage: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Maximum number of concurrent hashes. Each occupies a CPU core and one of libuv's four threads; the rest stays free
 * for other requests, file access and pictures.
 */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum queue length: one or two seconds of work. Refuse requests beyond it rather than let them wait longer. */
const MAX_QUEUED = 60;

type Options = { maxConcurrent?: number; maxQueued?: number };

/** Computes and verifies password hashes. Hashes are slow and memory-intensive by design, so concurrency is limited. */
export class Passwords {
  readonly #queue: PQueue;
  readonly #maxQueued: number;
  /** Verified if there is no account, so that the response time does not reveal which addresses have one. */
  readonly #decoyHash: Promise<string>;

  constructor({ maxConcurrent = MAX_CONCURRENT, maxQueued = MAX_QUEUED }: Options = {}) {
    this.#queue = new PQueue({ concurrency: maxConcurrent });
    this.#maxQueued = maxQueued;
    this.#decoyHash = hash(randomUUID(), PARAMETERS);
  }

  /** @returns the hash with its salt and parameters; too_busy if the queue is full */
  hash(password: string): Promise<string | Refused<'too_busy'>> {
    return this.#run(() => hash(normalizePassword(password), PARAMETERS));
  }

  /**
   * Verifies a password. Takes the same time if there is no hash.
   * @returns whether the password matches; too_busy if the queue is full
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean | Refused<'too_busy'>> {
    return this.#run(async () => {
      const isMatch = await verify(hashed ?? (await this.#decoyHash), normalizePassword(password));
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

  async #run<T>(task: () => Promise<T>): Promise<T | Refused<'too_busy'>> {
    return this.#queue.size < this.#maxQueued ? this.#queue.add(task) : refuse('too_busy');
  }
}
