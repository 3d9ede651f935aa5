import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkout } from '../../server/src/testing/interleavings/checkout/index.ts';
import {
  actionNames,
  type Case,
  describeFailure,
  draws,
  Explorer,
  type Failure,
  pairsOf,
  type Scene,
  triplesOf,
} from '../../server/src/testing/interleavings/explore.ts';
import { fulfilment } from '../../server/src/testing/interleavings/fulfilment/index.ts';
import { settlement } from '../../server/src/testing/interleavings/settlement/index.ts';
import { renderTable, writeSection } from './results.ts';

/** PROVE_SEED and PROVE_PATH repeat a failed run: both are part of its message. */
const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
const path = process.env.PROVE_PATH ?? '';

/** The missing locks are found with this one, so that the search takes the same time in each run. */
const LOCK_SEED = 1;
const MAX_LOCK_SCHEDULES = 6000;

/** A lock of the shop: what its statements look like without it, and in which actions it is missed. */
type Lock<Name> = { name: string; find: RegExp; isMissedIn?: (actions: readonly Name[]) => boolean };

/** What the tests that passed have shown, by scene. */
const shown = new Map<string, { schedules?: string[]; locks: string[][] }>();

const LOCKS_OF_CHECKOUT: readonly Lock<keyof typeof checkout.actions>[] = [
  { name: 'of an account, in a request', find: /(?<=from account .*) for no key update skip locked$/ },
  { name: 'of an account, in a job or webhook', find: /(?<=from account .*) for no key update$/ },
  { name: 'of products, before their stock changes', find: /(?<=from product .*) for no key update$/ },
  // The lock of its account protects an order until the account is deleted.
  {
    name: 'of an order',
    find: /(?<=from "shop_order" .*) for update$/,
    isMissedIn: (actions) => actions.length === 3 && actions.includes('delete the account'),
  },
];
const LOCKS_OF_FULFILMENT: readonly Lock<keyof typeof fulfilment.actions>[] = [
  { name: 'of an account and an order', find: /(?<=from (account|"shop_order") .*) for (no key )?update$/ },
];

const LOCKS_OF_SETTLEMENT: readonly Lock<keyof typeof settlement.actions>[] = [
  { name: 'of an account and an order', find: /(?<=from (account|"shop_order") .*) for (no key )?update$/ },
  {
    name: 'of what merchants can be paid',
    find: /pg_advisory_xact_lock\(hashtext\('payable'\)\)/,
    isMissedIn: (actions) => actions.length === 2 && actions.every((action) => action.endsWith(' batch')),
  },
  {
    name: "of a merchant's bank accounts",
    // Its arguments stay.
    find: /pg_advisory_xact_lock(?=\(hashtext\('bank_account'\))/,
    isMissedIn: (actions) => actions.length === 2 && actions.every((action) => action.endsWith(' bank account')),
  },
];

const proveScene = <World, State extends object, Name extends string>(
  title: string,
  scene: Scene<World, State, Name>,
  minSchedules: number,
  locks: readonly Lock<Name>[],
) =>
  describe(title, () => {
    const names = actionNames(scene);
    const [pairs, triples] = [pairsOf(names), triplesOf(names)];
    const found: { schedules?: string[]; locks: string[][] } = { locks: [] };
    shown.set(title, found);
    let explorer: Explorer<World, State, Name>;
    let single: number | undefined;
    beforeAll(async () => {
      explorer = await Explorer.open(scene);
    });
    afterAll(() => explorer.close());

    /** A property that fails with the statements of the run. @param onFailure called for each failed run, the smallest last */
    const isRight = (
      sets: readonly (readonly Name[])[],
      onFailure: (failure: Failure<Name>) => void = () => undefined,
    ) =>
      fc.asyncProperty(draws(sets), async (draw) => {
        const failure = await explorer.check(await explorer.createCase(draw));
        if (!failure) return;
        onFailure(failure);
        throw new Error(describeFailure(failure));
      });

    it('have the result of a serial order when one of two is interrupted once, before any of its statements', async () => {
      let count = 0;
      for (const actions of pairs)
        for (const schedule of await explorer.listSingleSwitches(actions)) {
          const failure = await explorer.check({ actions, schedule } satisfies Case<Name>);
          if (failure) expect.fail(`${JSON.stringify(schedule)}\n${describeFailure(failure)}`);
          count++;
        }
      expect(explorer.traces.size).toBe(pairs.length);
      single = count;
    });

    it('have the result of a serial order when two or three of them are interrupted up to five times, at random', async () => {
      // Where the single switches alone reach the minimum, sets of three actions are tried all the same.
      const numRuns = Math.max(minSchedules / 4, minSchedules - (single ?? 0));
      await fc.assert(isRight([...pairs, ...triples]), { numRuns, seed, path, endOnFailure: path !== '' });
      const traces = [...explorer.traces.values()].map(({ size }) => size);
      const countSets = (size: number) =>
        [...explorer.traces.keys()].filter((key) => key.split(' + ').length === size).length;
      // Nothing is shown by one schedule that was repeated, or after a failure.
      if (single === undefined || path !== '') return;
      expect(explorer.runs).toBeGreaterThanOrEqual(minSchedules);
      found.schedules = [
        `${names.length} actions: ${names.join('; ')}. Seed ${seed}.`,
        renderTable(
          ['', ''],
          [
            ['Schedules', explorer.runs],
            ['of these, every one with a single switch, of all pairs', single],
            ['Different orders of statements and waits', traces.reduce((sum, size) => sum + size, 0)],
            ['Pairs', `${countSets(2)} of ${pairs.length}`],
            ['Triples', `${countSets(3)} of ${triples.length}`],
            ['Wrong results', 0],
          ],
        ),
      ];
    });

    it.each(locks)(
      'would be found to have another result without the lock $name',
      async ({ name, find, isMissedIn }) => {
        explorer.rewrite((text) => text.replace(find, ''));
        let last: Failure<Name> | undefined;
        const onFailure = (failure: Failure<Name>) => {
          last = failure;
        };
        const sets = isMissedIn ? [...pairs, ...triples].filter(isMissedIn) : pairs;
        const details = await fc.check(isRight(sets, onFailure), { numRuns: MAX_LOCK_SCHEDULES, seed: LOCK_SEED });
        if (!last) expect.fail(`no schedule fails without the lock ${name}`);
        found.locks.push([name, String(details.numRuns), describeSchedule(last), last.violations[0] ?? '']);
      },
    );
  });

describe('requests and jobs at the same time', () => {
  proveScene('Carts, orders and payments', checkout, 20_000, LOCKS_OF_CHECKOUT);
  proveScene('Parcels, refunds and disputes', fulfilment, 10_000, LOCKS_OF_FULFILMENT);
  proveScene('Returns, released sales, payouts and bank accounts', settlement, 10_000, LOCKS_OF_SETTLEMENT);
});

afterAll(async () => {
  const scenes = [...shown];
  const locks = [LOCKS_OF_CHECKOUT, LOCKS_OF_FULFILMENT, LOCKS_OF_SETTLEMENT];
  if (scenes.some(([, { schedules, locks: found }], n) => !schedules || found.length < (locks[n]?.length ?? 0))) return;
  await writeSection(
    'Interleavings',
    scenes.flatMap(([title, { schedules, locks: found }]) => [
      `### ${title}`,
      ...(schedules ?? []),
      'With one lock left out, shrunk to the shortest schedule:',
      renderTable(['lock', 'schedules until it was found', 'shortest schedule', 'what is wrong'], found),
    ]),
  );
});

/** "expire orders: 1 to 4, pay by webhook: 1 to 20, expire orders: 5 to 9" */
const describeSchedule = ({ actions, steps }: Failure): string => {
  const sent = actions.map(() => 0);
  const parts: { actor: number; from: number; to: number }[] = [];
  for (const { actor } of steps) {
    const n = (sent[actor] ?? 0) + 1;
    sent[actor] = n;
    const part = parts.at(-1);
    if (part?.actor === actor) part.to = n;
    else parts.push({ actor, from: n, to: n });
  }
  return parts
    .map(({ actor, from, to }) => `${actions[actor]}${isSame(actions) ? ` (${actor + 1})` : ''}: ${from} to ${to}`)
    .join('; ');
};
const isSame = ([first, second]: readonly string[]): boolean => first === second;
