type StopSignal = 'SIGINT' | 'SIGTERM';

/** A terminal and npm may both deliver one Ctrl-C, within this time of each other. */
const SAME_CTRL_C_MS = 1000;

/**
 * Waits for the signal to stop. A second Ctrl-C ends the process at once; a supervisor has SIGKILL for that.
 * Call it before the shop opens: a signal during the start must not leave half a shop behind.
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
