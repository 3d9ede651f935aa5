/** Runs a function when the browser is idle, at the latest after 3 s. @returns a function that cancels it */
export const runWhenIdle = (run: () => void): (() => void) => {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
};
