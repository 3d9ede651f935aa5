import { getPriority, setPriority } from 'node:os';

/** By 5 less a thread still gets a quarter of a contested processor. */
const OFFSET = 5;
const LOWEST = 19;

/**
 * Puts a worker thread below the main thread, which responds to everybody and should not wait while the worker computes. Only Linux
 * has priorities of threads; elsewhere it would be that of the process, so nothing is changed.
 */
export const lowerThreadPriority = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(getPriority() + OFFSET, LOWEST));
  } catch (error) {
    // A sandbox may forbid it. The thread works all the same.
    process.emitWarning(`a worker thread keeps the priority of the process: ${error}`);
  }
};
