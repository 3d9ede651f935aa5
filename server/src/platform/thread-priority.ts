import { getPriority, setPriority } from 'node:os';

/** Added to the nice value of the process. A thread then still gets a quarter of a contested core. */
const NICE_INCREMENT = 5;
const MAX_NICE = 19;

/**
 * Lowers the priority of the current worker thread: the main thread responds to everybody and should not wait while a worker computes.
 * Only Linux has priorities of threads; elsewhere it would be that of the process, so nothing is changed.
 */
export const lowerThreadPriority = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + NICE_INCREMENT, MAX_NICE));
  } catch (error) {
    // A container may forbid it. The thread then works with the priority of the process.
    process.emitWarning(`a worker thread keeps the priority of the process: ${error}`);
  }
};
