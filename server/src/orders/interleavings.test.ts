import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout } from '../testing/interleavings/checkout/index.ts';
import {
  actionNames,
  describeFailure,
  draws,
  Explorer,
  pairsOf,
  type Scene,
  triplesOf,
} from '../testing/interleavings/explore.ts';
import { fulfilment } from '../testing/interleavings/fulfilment/index.ts';

/** @param withoutLock takes a lock out of a statement */
const proveScene = <World, Books extends object, Name extends string>(
  scene: Scene<World, Books, Name>,
  withoutLock: (text: string) => string,
) => {
  const pairs = pairsOf(actionNames(scene));
  let explorer: Explorer<World, Books, Name>;
  beforeAll(async () => {
    explorer = await Explorer.open(scene);
  });
  afterAll(() => explorer.close());

  const isRight = (sets: readonly (readonly Name[])[]) =>
    fc.asyncProperty(draws(sets), async (draw) => {
      const failure = await explorer.check(await explorer.createCase(draw));
      if (failure) throw new Error(describeFailure(failure));
    });

  // A sample: `npm run prove -- interleavings` tries 20,000 schedules.
  it.each([
    ['two', pairs, 60],
    ['three', triplesOf(actionNames(scene)), 30],
  ] as const)('have the result of a serial order, %s of them', async (_, sets, numRuns) => {
    await fc.assert(isRight(sets), { numRuns, seed: 1 });
  });

  it('would be found to have another result without a lock', async () => {
    explorer.rewrite(withoutLock);
    const { counterexample, errorInstance } = await fc.check(isRight(pairs), { numRuns: 400, seed: 1 });
    explorer.rewrite((text) => text);
    expect(String(errorInstance)).toMatch(/^Error: (equals no serial order|.+ has status 500)/);
    expect(counterexample?.[0].switches.length).toBeLessThanOrEqual(2);
  });
};

describe('requests and jobs at the same time', { timeout: 300_000 }, () => {
  describe('on carts, orders and payments', () => {
    // Of an account, in a request.
    proveScene(checkout, (text) => text.replace(/ for no key update skip locked$/, ''));
  });

  describe('on paid orders, parcels, refunds and disputes', () => {
    // Of an account and an order, in a call of a merchant.
    proveScene(fulfilment, (text) => text.replace(/(?<=from (account|"shop_order") .*) for (no key )?update$/, ''));
  });
});
