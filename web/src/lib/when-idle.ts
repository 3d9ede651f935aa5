/** Runs something once the browser has nothing better to do. @returns how to call it off */
export const whenIdle = (run: () => void): (() => void) => {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
};
