import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_NAMES, type ActionName } from '../../server/src/testing/interleavings/actions.ts';
import {
  type Case,
  describeFailure,
  draws,
  Explorer,
  type Failure,
  pairsOf,
  triplesOf,
} from '../../server/src/testing/interleavings/explore.ts';
import { renderTable, writeSection } from './results.ts';

const MIN_SCHEDULES = 20_000;
/** PROVE_SEED and PROVE_PATH repeat a failed run: both are part of its message. */
const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
const path = process.env.PROVE_PATH ?? '';

const PAIRS = pairsOf(ACTION_NAMES);
const TRIPLES = triplesOf(ACTION_NAMES);

/** The missing locks are found with this one, so that the search takes the same time in each run. */
const LOCK_SEED = 1;
const MAX_LOCK_SCHEDULES = 6000;

let explorer: Explorer;
/** What the tests that passed have shown. */
const shown: { schedules?: string[]; locks: string[][] } = { locks: [] };
beforeAll(async () => {
  explorer = await Explorer.open();
});
afterAll(async () => {
  await explorer.close();
  if (!shown.schedules || shown.locks.length < LOCKS.length) return;
  await writeSection('Interleavings', [
    ...shown.schedules,
    'With one lock left out, shrunk to the shortest schedule:',
    renderTable(['lock', 'schedules until it was found', 'shortest schedule', 'what is wrong'], shown.locks),
  ]);
});

/** A property that fails with the statements of the run. @param onFailure called for each failed run, the smallest last */
const isRight = (sets: readonly (readonly ActionName[])[], onFailure: (failure: Failure) => void = () => undefined) =>
  fc.asyncProperty(draws(sets), async (draw) => {
    const failure = await explorer.check(await explorer.createCase(draw));
    if (!failure) return;
    onFailure(failure);
    throw new Error(describeFailure(failure));
  });

describe('requests and jobs at the same time have the result of a serial order', () => {
  let single: number | undefined;

  it('when one of two is interrupted once, before any of its statements', async () => {
    let count = 0;
    for (const actions of PAIRS)
      for (const schedule of await explorer.listSingleSwitches(actions)) {
        const failure = await explorer.check({ actions, schedule } satisfies Case);
        if (failure) expect.fail(`${JSON.stringify(schedule)}\n${describeFailure(failure)}`);
        count++;
      }
    expect(explorer.traces.size).toBe(PAIRS.length);
    single = count;
  });

  it('when two or three of them are interrupted up to five times, at random', async () => {
    const numRuns = Math.max(1, MIN_SCHEDULES - (single ?? 0));
    await fc.assert(isRight([...PAIRS, ...TRIPLES]), { numRuns, seed, path, endOnFailure: path !== '' });
    const traces = [...explorer.traces.values()].map(({ size }) => size);
    const countSets = (size: number) =>
      [...explorer.traces.keys()].filter((key) => key.split(' + ').length === size).length;
    // Nothing is shown by one schedule that was repeated, or after a failure.
    if (single === undefined || path !== '') return;
    expect(explorer.runs).toBeGreaterThanOrEqual(MIN_SCHEDULES);
    shown.schedules = [
      `${ACTION_NAMES.length} actions: ${ACTION_NAMES.join('; ')}. Seed ${seed}.`,
      renderTable(
        ['', ''],
        [
          ['Schedules', explorer.runs],
          ['of these, every one with a single switch, of all pairs', single],
          ['Different orders of statements and waits', traces.reduce((sum, size) => sum + size, 0)],
          ['Pairs', `${countSets(2)} of ${PAIRS.length}`],
          ['Triples', `${countSets(3)} of ${TRIPLES.length}`],
          ['Wrong results', 0],
        ],
      ),
    ];
  });
});

const withDeletion = TRIPLES.filter((actions) => actions.includes('delete the account'));

/** Locks of the shop: what their statements look like without them, and the actions among which they are missed. */
const LOCKS: readonly (readonly [name: string, find: RegExp, sets: readonly (readonly ActionName[])[]])[] = [
  ['of an account, in a request', /(?<=from account .*) for no key update skip locked$/, PAIRS],
  ['of an account, in a job or webhook', /(?<=from account .*) for no key update$/, PAIRS],
  ['of products, before their stock changes', /(?<=from product .*) for no key update$/, PAIRS],
  // The lock of its account protects an order until the account is deleted.
  ['of an order', /(?<=from "shop_order" .*) for update$/, withDeletion],
];

describe('a missing lock is found', () => {
  it.each(LOCKS)('%s', async (name, find, sets) => {
    explorer.rewrite((text) => text.replace(find, ''));
    let last: Failure | undefined;
    const onFailure = (failure: Failure) => {
      last = failure;
    };
    const details = await fc.check(isRight(sets, onFailure), { numRuns: MAX_LOCK_SCHEDULES, seed: LOCK_SEED });
    if (!last) expect.fail(`no schedule fails without the lock ${name}`);
    shown.locks.push([name, String(details.numRuns), describeSchedule(last), last.violations[0] ?? '']);
  });
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
const isSame = ([first, second]: readonly ActionName[]): boolean => first === second;
