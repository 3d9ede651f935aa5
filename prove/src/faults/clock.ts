import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** `npm run prove` finds or installs it (scripts/faketime.mjs). */
const readLibrary = (): string => {
  const { FAKETIME_LIBRARY } = process.env;
  if (FAKETIME_LIBRARY === undefined) throw new Error('Set FAKETIME_LIBRARY to the path of libfaketime');
  return FAKETIME_LIBRARY;
};

/** How long a process may use the time that it read last. */
const CACHE_SECONDS = 1;

/** A clock of its own for the programs that are started with its environment. Their timers are not affected. */
export class FakeClock {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  static async create(folder: string): Promise<FakeClock> {
    const clock = new FakeClock(join(folder, 'clock'));
    await writeFile(clock.#file, '+0\n');
    // The database runs as another user.
    await chmod(clock.#file, 0o644);
    return clock;
  }

  get environment(): Record<string, string> {
    return {
      LD_PRELOAD: readLibrary(),
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: String(CACHE_SECONDS),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets how far the clock is ahead of the real one, and waits until the programs see it. */
  async set(seconds: number): Promise<void> {
    await writeFile(this.#file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    await wait(CACHE_SECONDS * 1000 + 100);
  }
}
