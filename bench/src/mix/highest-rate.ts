import type { MixResult } from './mix.task.ts';
import type { MixShop } from './mix-shop.ts';

/** A rate is sustained if no request fails, 99 of 100 have a response within this time … */
const MAX_P99_MS = 500;
/** … and at the end no more actions are unfinished than are due in this time. */
const MAX_BACKLOG_SECONDS = 0.5;
export const LOWEST_RATE = 20;
const GROWTH = 2;
const REFINEMENTS = 3;
/** Time at the start of each rate that does not count. */
export const SETTLE_SECONDS = 3;
/** Caches are empty after the start, and V8 has not compiled the code. */
const WARM_UP = { actionsPerSecond: LOWEST_RATE, settleSeconds: 0, seconds: 15 };

const print = (text: string) => process.stdout.write(`  ${text}\n`);

/** Whether the shop kept up with the rate. */
const isSustained = ({ all, errors, unfinished }: MixResult, actionsPerSecond: number): boolean =>
  errors === 0 && all.p99 <= MAX_P99_MS && unfinished <= actionsPerSecond * MAX_BACKLOG_SECONDS;

/**
 * The highest rate of actions per second that the shop sustains: it doubles until the shop does not keep up, then the interval
 * is halved a few times.
 * @param seconds duration of each rate
 * @returns 0 if the shop does not even sustain the lowest rate
 */
export const findHighestRate = async (shop: MixShop, seconds: number): Promise<number> => {
  const tryRate = async (actionsPerSecond: number): Promise<boolean> => {
    const result = await shop.run({ actionsPerSecond, settleSeconds: SETTLE_SECONDS, seconds });
    const { all, errors, errorSamples, unfinished } = result;
    const verdict = isSustained(result, actionsPerSecond) ? 'sustained' : 'not sustained';
    print(
      `${actionsPerSecond.toFixed(0)} actions per second: 99th percentile ${all.p99.toFixed(0)} ms, ${unfinished} unfinished, ${errors} errors: ${verdict}`,
    );
    for (const sample of errorSamples) print(`  ${sample}`);
    return isSustained(result, actionsPerSecond);
  };
  // Another program on the machine may disturb a measurement, so a rate that fails is tried twice.
  const isPossible = async (rate: number) => (await tryRate(rate)) || (await tryRate(rate));
  await shop.run(WARM_UP);
  let low = 0;
  let high = LOWEST_RATE;
  while (await isPossible(high)) {
    low = high;
    high *= GROWTH;
  }
  for (let step = 0; low > 0 && step < REFINEMENTS; step++) {
    const middle = (low + high) / 2;
    if (await isPossible(middle)) low = middle;
    else high = middle;
  }
  return low;
};
