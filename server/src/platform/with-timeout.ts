import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits for a promise.
 * @param createError creates the error of a time-out; what the promise does continues
 * @throws if it does not settle in time
 */
export const withTimeout = async <T>(promise: Promise<T>, timeoutMs: number, createError: () => Error): Promise<T> => {
  const timer = new AbortController();
  const { signal } = timer;
  const timeout = wait(timeoutMs, undefined, { signal }).then(() => {
    throw createError();
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
};

/** @returns the result of a promise, or undefined if it does not settle in time; what it does continues */
export const orUndefinedAfter = async <T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> => {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs, undefined);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
