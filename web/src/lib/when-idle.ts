/** The longest idle period of requestIdleCallback, also assumed in browsers without it. */
const IDLE_MS = 50;

/**
 * Runs a function when the browser is idle, at the latest after 3 s.
 * @param run gets a function that returns for how many milliseconds the browser will still be idle
 * @returns a function that cancels it
 */
export const runWhenIdle = (run: (remainingMs: () => number) => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(() => {
      const end = performance.now() + IDLE_MS;
      run(() => end - performance.now());
    }, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback((deadline) => run(() => deadline.timeRemaining()), { timeout: 3000 });
  return () => cancelIdleCallback(idle);
};
