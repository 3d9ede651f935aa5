import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats a step until it is stopped.
 * @param step returns the milliseconds until the next step, and handles its errors itself; `signal` is aborted by `stop`
 * @returns `stop` waits for the step that is running
 */
export const repeat = (step: (signal: AbortSignal) => Promise<number>): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) await wait(await step(signal), undefined, { signal }).catch(() => undefined);
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};
