import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_NAMES, type ActionName } from '../testing/interleavings/actions.ts';
import { describeFailure, draws, Explorer, pairsOf, triplesOf } from '../testing/interleavings/explore.ts';

const PAIRS = pairsOf(ACTION_NAMES);

let explorer: Explorer;
beforeAll(async () => {
  explorer = await Explorer.open();
});
afterAll(() => explorer.close());

const isRight = (sets: readonly (readonly ActionName[])[]) =>
  fc.asyncProperty(draws(sets), async (draw) => {
    const failure = await explorer.check(await explorer.createCase(draw));
    if (failure) throw new Error(describeFailure(failure));
  });

describe('requests and jobs at the same time', { timeout: 300_000 }, () => {
  // A sample: `npm run prove -- interleavings` tries 20,000 schedules.
  it.each([
    ['two', PAIRS, 400],
    ['three', triplesOf(ACTION_NAMES), 100],
  ] as const)('have the result of a serial order, %s of them', async (_, sets, numRuns) => {
    await fc.assert(isRight(sets), { numRuns, seed: 1 });
  });

  it('would be found to have another result without the lock of the account', async () => {
    explorer.rewrite((text) => text.replace(/ for no key update skip locked$/, ''));
    const { counterexample, errorInstance } = await fc.check(isRight(PAIRS), { numRuns: 400, seed: 1 });
    explorer.rewrite((text) => text);
    expect(String(errorInstance)).toMatch(/^Error: (equals no serial order|.+ has status 500)/);
    expect(counterexample?.[0].switches.length).toBeLessThanOrEqual(2);
  });
});
