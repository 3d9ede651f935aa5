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
import { settlement } from '../testing/interleavings/settlement/index.ts';

/** A lock, two actions that need it, and what is wrong with their result without it. */
type Lock<Name> = { pattern: RegExp; pair: readonly [Name, Name]; violation: RegExp };

const proveScene = <World, Books extends object, Name extends string>(
  scene: Scene<World, Books, Name>,
  { pattern, pair, violation }: Lock<NoInfer<Name>>,
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

  // A sample: `npm run prove -- interleavings` tries tens of thousands of schedules.
  it.each([
    ['two', pairs, 8],
    ['three', triplesOf(actionNames(scene)), 4],
  ] as const)('have the result of a serial order, %s of them', async (_, sets, numRuns) => {
    await fc.assert(isRight(sets), { numRuns, seed: 1 });
  });

  it('would be found to have another result without a lock', async () => {
    explorer.rewrite((text) => text.replace(pattern, ''));
    const { counterexample, errorInstance } = await fc.check(isRight([pair]), { numRuns: 200, seed: 1 });
    explorer.rewrite((text) => text);
    expect(String(errorInstance)).toMatch(violation);
    expect(counterexample?.[0].switches.length).toBeLessThanOrEqual(2);
  });
};

describe('requests and jobs at the same time', { timeout: 300_000 }, () => {
  describe('on carts, orders and payments', () => {
    proveScene(checkout, {
      // Of an account, in a request.
      pattern: / for no key update skip locked$/,
      pair: ['place an order', 'place an order'],
      violation: /place an order has status 500/,
    });
  });

  describe('on paid orders, parcels, refunds and disputes', () => {
    proveScene(fulfilment, {
      // Of an account and an order, in a call of a merchant.
      pattern: /(?<=from (account|"shop_order") .*) for (no key )?update$/,
      pair: ['ship all cloths', 'cancel one cloth'],
      violation: /2 shipped, 1 cancelled of 2/,
    });
  });

  describe('on returns, released sales, payouts and bank accounts', () => {
    proveScene(settlement, {
      // Of what merchants can be paid.
      pattern: /pg_advisory_xact_lock\(hashtext\('payable'\)\)/,
      pair: ['draft a batch', 'draft a batch'],
      violation: /draft a batch has status 500/,
    });
  });
});
