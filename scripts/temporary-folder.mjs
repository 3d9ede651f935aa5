import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';
/** More than twice what the databases, browsers and files of a run take on two processors. */
const NEEDED_BYTES = 2 ** 30;

const isRoomy = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    // Other systems have none.
    return false;
  }
};

/**
 * Makes a folder for temporary files, in memory if there is enough: browsers share what they draw through files there, and
 * wait for a disk to write them. It is deleted when this process ends.
 * @returns its path, for the environment variable TMPDIR
 */
export const makeTemporaryFolder = () => {
  const folder = mkdtempSync(join(isRoomy() ? MEMORY : tmpdir(), 'sokuwa-run-'));
  // When root runs the tests, the databases run as another user and need access.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return folder;
};
