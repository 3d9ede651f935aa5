/** @param onTimeout what the result is if the promise does not settle in time; it may throw */
const race = async <T, Late>(promise: Promise<T>, timeoutMs: number, onTimeout: () => Late): Promise<T | Late> => {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([promise, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Waits for a promise.
 * @param createError creates the error of a time-out; what the promise does continues
 * @throws if it does not settle in time
 */
export const withTimeout = <T>(promise: Promise<T>, timeoutMs: number, createError: () => Error): Promise<T> =>
  race(promise, timeoutMs, () => {
    throw createError();
  });

/** @returns the result of a promise, or undefined if it does not settle in time; what it does continues */
export const orUndefinedAfter = <T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> =>
  race(promise, timeoutMs, () => undefined);
