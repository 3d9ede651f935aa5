export type StopSignal = 'SIGINT' | 'SIGTERM';

/** For one Ctrl-C, the terminal and npm may each send a signal within this time. */
const SAME_CTRL_C_MS = 1000;

/**
 * Waits for the signal to stop. A second Ctrl-C ends the process immediately; supervisors send SIGKILL instead.
 * Call it before the shop opens: after a signal during the start, the shop must still be closed.
 */
export const stopSignal = (): Promise<StopSignal> =>
  new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: StopSignal) => {
      if (firstAt !== undefined) {
        if (signal === 'SIGINT' && performance.now() - firstAt > SAME_CTRL_C_MS) process.exit(130);
        return;
      }
      firstAt = performance.now();
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
