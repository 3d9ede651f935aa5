import { existsSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Added to the nice value of the process. A thread then still gets a quarter of a contested core. */
const THREAD_NICE_INCREMENT = 5;
const MAX_NICE = 19;
/** With this nice value the database still gets a tenth of a contested core. */
const DATABASE_NICE = 10;

/** A container may forbid a change of priorities; the work then goes on with the usual one. */
const warnOnFailure = (who: string, change: () => void): void => {
  try {
    change();
  } catch (error) {
    process.emitWarning(`${who} keeps its priority: ${error}`);
  }
};

/**
 * Lowers the priority of the current worker thread: the main thread responds to everybody and should not wait while a worker computes.
 * Only Linux has priorities of threads; elsewhere it would be that of the process, so nothing is changed.
 */
export const lowerThreadPriority = (): void => {
  if (process.platform !== 'linux') return;
  warnOnFailure('a worker thread', () => setPriority(Math.min(getPriority() + THREAD_NICE_INCREMENT, MAX_NICE)));
};

/**
 * Lowers the priority of the embedded database, which would otherwise interrupt the shop's main thread at each statement. It has a session
 * of its own, and Linux gives each session a share of the processor (autogroup). Nothing is changed on systems without autogroups.
 * @param pid of the process that leads the session
 */
export const lowerDatabasePriority = (pid: number): void => {
  const file = `/proc/${pid}/autogroup`;
  if (existsSync(file)) warnOnFailure('the database', () => writeFileSync(file, String(DATABASE_NICE)));
};
