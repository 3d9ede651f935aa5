import { spawnSync } from 'node:child_process';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database.ts';

const MEGABYTE = 2 ** 20;
const MAX_LOG_MEGABYTES = 2000;

/** Runs a program as root. @throws Error with its output if it fails */
const runAsRoot = (program: string, ...args: string[]): void => {
  const command = process.getuid?.() === 0 ? [program, ...args] : ['sudo', '-n', program, ...args];
  const { status, stderr, error } = spawnSync(command[0] ?? '', command.slice(1), { encoding: 'utf8' });
  if (error || status !== 0)
    throw new Error(`A small file system needs root: "${command.join(' ')}" failed: ${error?.message ?? stderr}`);
};

/** A file system of a few hundred megabytes, which can be filled. */
export class SmallDisk {
  readonly #path: string;
  readonly #filler: string;

  private constructor(path: string) {
    this.#path = path;
    this.#filler = join(path, 'filler');
  }

  /** @param path an empty folder, on which the file system is mounted */
  static mount(path: string, megabytes: number): SmallDisk {
    runAsRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path);
    return new SmallDisk(path);
  }

  /** Uses all free space. */
  async fill(): Promise<void> {
    const file = await open(this.#filler, 'a');
    try {
      for (let bytes = MEGABYTE; bytes >= 4096; bytes /= 2) {
        const chunk = Buffer.alloc(bytes, 1);
        for (;;) {
          const isWritten = await file.writeFile(chunk).then(
            () => true,
            (error: NodeJS.ErrnoException) => {
              if (error.code === 'ENOSPC') return false;
              throw error;
            },
          );
          if (!isWritten) break;
        }
      }
    } finally {
      await file.close();
    }
  }

  /** Whether hardly a page is free: less than a program needs that writes. */
  async isFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.#path);
    return bavail * bsize < MEGABYTE;
  }

  free(): Promise<void> {
    return rm(this.#filler, { force: true });
  }

  unmount(): void {
    runAsRoot('umount', '--lazy', this.#path);
  }
}

/** Writes to the database's log until it has used up the space that it had reserved, and fails. */
export const useUpLog = async (db: Database): Promise<void> => {
  for (let megabytes = 0; megabytes < MAX_LOG_MEGABYTES; megabytes++) {
    const isWritten = await sql`select pg_logical_emit_message(false, 'fill', repeat('x', ${MEGABYTE}))`
      .execute(db)
      .then(
        () => true,
        () => false,
      );
    if (!isWritten) return;
  }
  throw new Error('the database still writes its log on a full disk');
};
