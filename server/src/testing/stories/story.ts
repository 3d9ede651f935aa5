import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestShop } from '../shop.ts';
import { expectInvariants } from './invariants.ts';
import { createMarket, type Market, merchantIds } from './market.ts';
import { NOTHING, STEPS } from './steps.ts';

type StepName = keyof typeof STEPS;
type Story = {
  /** Varies how it begins. */
  beginning: number;
  /** Groups of steps that follow each other; the steps of a group are taken at once. */
  groups: readonly (readonly (readonly [name: StepName, which: number, how: number])[])[];
};

/** Settings of a shop for stories: every kobo can be paid out, and commissions are no round amounts. */
export const STORY_SETTINGS = { PAYOUT_MINIMUM_KOBO: '1', COMMISSION_PER_MILLE: '137' };

/** Steps without which others have nothing to do, so they are taken more often. */
const FREQUENT: readonly StepName[] = [
  ...(['order', 'ship all', 'deliver', 'let days pass', 'release', 'draft a batch', 'approve a batch'] as const),
  ...(['send payouts', 'ask about payouts', 'request a return', 'accept a return', 'receive a return'] as const),
];
const FREQUENCY = 4;

export const stories = (groups: { minLength: number; maxLength: number }): fc.Arbitrary<Story> => {
  const frequent = FREQUENT.flatMap((name) => Array.from({ length: FREQUENCY - 1 }, () => name));
  const names = fc.constantFrom(...(Object.keys(STEPS) as StepName[]), ...frequent);
  const step = fc.tuple(names, fc.nat({ max: 63 }), fc.nat({ max: 1023 }));
  return fc.record({
    beginning: fc.nat({ max: 63 }),
    groups: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), groups),
  });
};

const take = async (market: Market, name: StepName, times: number, how = 0): Promise<void> => {
  for (let which = 0; which < times; which++) await STEPS[name](market, which, how);
};
/** Takes a step until there is nothing left that it could be about: what takes it leaves the list from which it was chosen. */
const takeAll = async (market: Market, name: StepName, maxTimes = 100): Promise<void> => {
  for (let n = 0; n < maxTimes; n++) if ((await STEPS[name](market, 0, 0)) === NOTHING) return;
};

/**
 * A few orders, of which most have arrived, returns, and a batch that was sent: most steps need them.
 * @param how varies what was bought, and bank accounts
 */
const begin = async (market: Market, how: number): Promise<void> => {
  for (const which of [0, 1]) await STEPS['set a bank account'](market, which, how + 5 * which);
  for (const which of market.buyers.keys()) await STEPS.order(market, which, how + 5 * which);
  await takeAll(market, 'ship all', 6);
  await takeAll(market, 'deliver', 5);
  await take(market, 'let days pass', 1);
  await take(market, 'request a return', 6, how);
  for (const name of ['release', 'draft a batch', 'approve a batch', 'send payouts'] as const)
    await take(market, name, 1);
};

/** More than a story has. */
const MAX_RETURNS = 20;
/** Maximum rounds until everything is paid: a transfer can be reversed once, and fail once before the account is changed. */
const PAYOUT_ROUNDS = 4;

/** Ends what is open: returns are refunded, everything else is delivered, released and paid. */
const finish = async (market: Market): Promise<void> => {
  const { merchants, disputes, orders } = market;
  await take(market, 'win a dispute', disputes.length);
  await take(market, 'unsuspend', merchants.length);
  await take(market, 'set a bank account', merchants.length);
  await take(market, 'let a bank account take effect', 1);
  await takeAll(market, 'ship all');
  await takeAll(market, 'deliver');
  // What is in an open return is not released.
  await take(market, 'let days pass', orders.length);
  await take(market, 'release', 1);
  await takeAll(market, 'accept a return');
  for (let which = 0; which < MAX_RETURNS; which++)
    if ((await STEPS['decide a return'](market, which, 2)) === NOTHING) break;
  await take(market, 'let days pass', orders.length);
  await take(market, 'release', 1);
  for (let round = 0; round < PAYOUT_ROUNDS; round++) {
    await take(market, 'ask about payouts', 1);
    await take(market, 'draft a batch', 1);
    await take(market, 'approve a batch', 3);
    await take(market, 'send payouts', 1);
  }
  await take(market, 'make refunds', 2);
  await takeAll(market, 'settle a stuck refund');
  await take(market, 'follow returns', 1);
};

/** What merchants are still to be paid, and buyers to be refunded, although everything has ended. */
const selectRest = async (market: Market): Promise<unknown[]> => {
  const { rows } = await sql`
    select e.account, e.merchant_id, sum(e.amount_kobo)::bigint as kobo from ledger_entry e
    where e.merchant_id = any(${merchantIds(market)}::integer[]) and e.account in ('payable', 'payouts')
    group by 1, 2 having sum(e.amount_kobo) <> 0
    union all
    select e.account, null, sum(e.amount_kobo)::bigint from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where t.order_id = any(${market.orders.map(({ id }) => id)}::text[]) and e.account = 'refunds'
    group by 1, t.order_id having sum(e.amount_kobo) <> 0`.execute(market.shop.db);
  return rows;
};

/** Numbers for whatever needs one of its own, in all stories of a shop. */
export const createCounter = (): (() => number) => {
  let last = 0;
  return () => ++last;
};

/** Runs a story, a random scenario, in a shop that may have earlier ones, and expects the invariants after each group of steps. */
export const runStory = async (shop: TestShop, { beginning, groups }: Story, count: () => number): Promise<void> => {
  const market = await createMarket(shop, count);
  await begin(market, beginning);
  for (const group of groups) {
    await Promise.all(group.map(([name, which, how]) => STEPS[name](market, which, how)));
    await expectInvariants(market);
  }
  await finish(market);
  await expectInvariants(market);
  expect(await selectRest(market)).toEqual([]);
};
