import { kobo } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '../orders/books.service.ts';
import { cancelPieces } from '../orders/cancellation.service.ts';
import { countLeft } from '../orders/fulfilment.rules.ts';
import { selectProgress } from '../orders/fulfilment.sql.ts';
import { releaseSales } from '../orders/index.ts';
import { withOrder } from '../orders/with-order.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { type Payouts, PayoutsUnavailable, type TransferState } from '../ports/payouts/payouts.port.ts';
import { openReturns } from '../returns/index.ts';
import { expectSameBooksFromTables } from '../testing/books.ts';
import { createPayee } from '../testing/payouts.ts';
import { ageDeliveries, buy, deliver } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';
import { checkPayoutBooks } from './payout-books.service.ts';
import { approveBatch, cancelBatch, draftBatch, retryPayout, settleTransfers } from './payouts.service.ts';
import { sendPayouts } from './send-payouts.service.ts';
import { stopPayout } from './stop-payout.service.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ PAYOUT_MINIMUM_KOBO: '1', COMMISSION_PER_MILLE: '137' });
});
afterAll(() => shop.close());

const act = { dryRun: false, act: { actor: 'model' } };

/** A provider whose transfers have the outcome that the story chose, and that sometimes does not respond. */
class Provider implements Payouts {
  readonly name = 'sandbox';
  readonly issuer = 'sandbox';
  readonly maxTransfers = 2;
  readonly states = new Map<string, TransferState & { amount: number }>();
  /** The outcome of the next transfers. */
  status: TransferState['status'] = 'success';
  isSilent = false;
  resolveAccount = async () => 'ADA';
  createRecipient = async () => ({ recipient: 'RCP_1' });
  #respond<T>(response: T): T {
    if (this.isSilent) throw new PayoutsUnavailable('silent');
    return response;
  }
  send: Payouts['send'] = async (transfers) => {
    for (const { reference, amount } of transfers)
      if (!this.states.has(reference))
        this.states.set(reference, { reference, amount, status: this.status, fee: kobo(10), reason: null });
    return this.#respond(transfers.flatMap(({ reference }) => this.states.get(reference) ?? []));
  };
  verify: Payouts['verify'] = async (reference) => this.#respond(this.states.get(reference) ?? 'unknown');
}

type World = {
  products: ProductId[];
  orders: OrderId[];
  provider: Provider;
  minutes: number;
};
type Step = (world: World, n: number) => Promise<unknown>;
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
const withAnOrder =
  (step: (id: OrderId, n: number) => Promise<unknown>): Step =>
  async ({ orders }, n) => {
    const id = pick(orders, n);
    return id && step(id, n);
  };
const newestBatch = async (n: number) =>
  pick(
    (await shop.db.selectFrom('payout_batch').select('id').orderBy('id', 'desc').limit(3).execute()).map(
      ({ id }) => id,
    ),
    n,
  );
const newestPayouts = () => shop.db.selectFrom('payout').select('id').orderBy('created_at', 'desc').limit(5).execute();
const send: Step = (world) =>
  sendPayouts({ ...shop, payouts: world.provider }, new Date(Date.now() + world.minutes * 60_000));

const steps: Record<string, Step> = {
  sell: async ({ products, orders }, n) => {
    const first = pick(products, n);
    const second = pick(products, n + 1);
    if (first && second)
      orders.push(
        await buy(shop, [
          [first, 1 + (n % 3)],
          [second, 1 + (n % 2)],
        ]),
      );
  },
  cancelPart: withAnOrder((id, n) =>
    withOrder(shop.db, id, async (trx, order) => {
      const line = (await selectProgress(trx, id)).find((progress) => countLeft(progress) > 0);
      if (!line) return undefined;
      return cancelPieces(trx, order, line.fulfilment_id, [
        { position: line.position, quantity: 1 + (n % countLeft(line)) },
      ]);
    }),
  ),
  deliver: withAnOrder((id) => deliver(shop.db, id)),
  age: withAnOrder((id, n) => ageDeliveries(shop.db, id, n % 2 === 0 ? 7 * 24 + 1 : 31 * 24)),
  release: () => releaseSales(shop.db, { openReturns }),
  draft: () => draftBatch(shop, act),
  approve: async (_, n) => {
    const id = await newestBatch(n);
    return id && approveBatch(shop, id, act);
  },
  cancel: async (_, n) => {
    const id = await newestBatch(n);
    return id && cancelBatch(shop.db, id, act);
  },
  send,
  later: async (world, n) => {
    world.minutes += 15 + n * 10;
    await send(world, n);
  },
  outcome: async ({ provider }, n) => {
    provider.status = pick(['success', 'pending', 'failed', 'reversed'] as const, n) ?? 'success';
    provider.isSilent = n % 5 === 0;
  },
  finish: async ({ provider }, n) => {
    for (const state of provider.states.values())
      if (state.status === 'pending')
        provider.states.set(state.reference, { ...state, status: n % 3 === 0 ? 'failed' : 'success' });
  },
  reverse: async ({ provider }, n) => {
    const state = pick(
      [...provider.states.values()].filter(({ status }) => status === 'success'),
      n,
    );
    if (!state) return;
    const reversed = { ...state, status: 'reversed' as const };
    provider.states.set(state.reference, reversed);
    await shop.db.transaction().execute((trx) => settleTransfers(trx, [reversed]));
  },
  retry: async (_, n) => {
    const payout = pick(await newestPayouts(), n);
    return payout && retryPayout(shop, payout.id, act);
  },
  stop: async (_, n) => {
    const payout = pick(await newestPayouts(), n);
    return payout && stopPayout(shop.db, payout.id, act);
  },
};

const expectRightBooks = async () => {
  expect(await checkBooks(shop.db)).toEqual({ unbalanced: [], differences: [] });
  expect(await checkPayoutBooks(shop.db)).toEqual({ differences: [], overpaid: [], debts: [] });
};

it('pays merchants what they are owed, whatever happens, also at once', {
  tags: ['@PAYOUT-11', '@PAYOUT-13', '@PAYOUT-20', '@BOOKS-8'],
  timeout: 240_000,
}, async () => {
  const names = Object.keys(steps);
  const step = fc.tuple(
    fc.constantFrom(...names, 'sell', 'deliver', 'age', 'release', 'draft', 'approve', 'send'),
    fc.nat({ max: 63 }),
  );
  // Steps of one group run at once.
  const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(story, async (groups) => {
      const payees = [await createPayee(shop), await createPayee(shop)];
      const products = await addProducts(
        shop.db,
        payees.flatMap(({ merchantId }, n) => [
          { merchant_id: merchantId, price_kobo: 100_003 + n, stock: 1000, perishable: true, weight_grams: 100 },
          { merchant_id: merchantId, price_kobo: 77_777 - n, stock: 1000, weight_grams: 100 },
        ]),
      );
      const world: World = { products, orders: [], provider: new Provider(), minutes: 0 };
      for (const group of groups) {
        await Promise.all(group.map(([name, n]) => steps[name]?.(world, n)));
        await expectRightBooks();
      }
      // In the end everything is sold, released and paid.
      world.provider.isSilent = false;
      await steps.finish?.(world, 1);
      world.provider.status = 'success';
      for (const id of world.orders) {
        await deliver(shop.db, id).catch(() => undefined);
        await ageDeliveries(shop.db, id, 31 * 24);
      }
      await releaseSales(shop.db, { openReturns });
      for (let round = 0; round < 3; round++) {
        world.minutes += 24 * 60;
        await send(world, 0);
      }
      await sql`update payout set ask_at = now() where status = 'sending'`.execute(shop.db);
      await send(world, 0);
      for (;;) {
        const open = await shop.db.selectFrom('payout_batch').select('id').where('status', '=', 'draft').execute();
        for (const { id } of open) await approveBatch(shop, id, act);
        const batch = await draftBatch(shop, act);
        if ('refused' in batch) break;
      }
      await send(world, 0);
      await expectRightBooks();
      const { rows } = await sql<{ account: string; kobo: number }>`
        select account, sum(amount_kobo)::bigint as kobo from ledger_entry
        where merchant_id = any(${payees.map(({ merchantId }) => merchantId)}::integer[]) and account <> 'merchant'
        group by account having sum(amount_kobo) <> 0`.execute(shop.db);
      expect(rows).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

it('the books about sales and releases can be made from the tables again', { tags: ['@BOOKS-10'] }, async () => {
  const payee = await createPayee(shop);
  const [yam] = (await addProducts(shop.db, [{ merchant_id: payee.merchantId, stock: 9 }])) as [ProductId];
  const orderId = await buy(shop, [[yam, 2]]);
  await deliver(shop.db, orderId);
  await ageDeliveries(shop.db, orderId, 31 * 24);
  await releaseSales(shop.db, { openReturns });
  await expectSameBooksFromTables(shop.db);
});
