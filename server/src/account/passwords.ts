import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { normalPassword } from '@sokuwa/contract/account/account.rules.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { WorkQueue } from '../platform/work-queue.ts';

/** Argon2id as OWASP's cheat sheet on password storage has it: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * Hashes at once. Each takes a core, of which one is left to whoever only looks around, and a thread of libuv's four, which
 * files and pictures need too.
 */
const WORKERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Hashes that may wait: a second's work or two, after which whoever waits would rather be told. */
const WAITING = 60;

/** Makes and checks the hashes of passwords, a few at a time: each is slow and large on purpose. */
export class Passwords {
  readonly #queue: WorkQueue;
  /** What a password is checked against where there is no account: it has to take as long. */
  readonly #nobodys: Promise<string>;

  constructor({ workers = WORKERS, waiting = WAITING }: { workers?: number; waiting?: number } = {}) {
    this.#queue = new WorkQueue(workers, waiting);
    this.#nobodys = hash(randomUUID(), PARAMETERS);
  }

  /** @returns the hash with its salt and parameters; too_busy when too many wait */
  hash(password: string): Promise<string | Refused<'too_busy'>> {
    return this.#run(() => hash(normalPassword(password), PARAMETERS));
  }

  /**
   * Whether the password is the one that was hashed, found out in the same time for whoever has no hash.
   * @returns too_busy when too many wait
   */
  verify(hashed: string | null | undefined, password: string): Promise<boolean | Refused<'too_busy'>> {
    return this.#run(async () => {
      const right = await verify(hashed ?? (await this.#nobodys), normalPassword(password));
      return right && typeof hashed === 'string';
    });
  }

  /** Whether the hash was made with other parameters than today's. */
  isOutdated(hashed: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(hashed);
    return (
      memoryCost !== PARAMETERS.memoryCost || timeCost !== PARAMETERS.timeCost || parallelism !== PARAMETERS.parallelism
    );
  }

  async #run<T>(work: () => Promise<T>): Promise<T | Refused<'too_busy'>> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    return this.#queue.add(() => work().then(resolve, reject), 'awaited') ? promise : refuse('too_busy');
  }
}
