import type { OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { sql } from 'kysely';
import { checkDisputesJob, makeRefundsJob } from '../../orders/order.job-kinds.ts';
import { releaseSalesJob, sendPayoutsJob } from '../../payouts/payouts.job-kinds.ts';
import type { MerchantId } from '../../platform/ids.ts';
import { SANDBOX_ACCOUNTS } from '../../ports/payouts/sandbox.payouts.ts';
import { followReturns } from '../../returns/returns.service.ts';
import { createBuyer } from '../buyer.ts';
import { ageDeliveries } from '../sales.ts';
import { accept, type Market, merchantIds, placeOrder, report, runJob } from './market.ts';

/** A step of a story. `which` selects whom or what it is about, `how` everything else. */
type Step = (market: Market, which: number, how: number) => Promise<unknown>;

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const reason = 'A story';
/** What a step returns if there is nothing that it could be about. */
export const NOTHING = Symbol('nothing');
/** An element for any number `n`; undefined if there is none. */
const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];
const withOne =
  <T>(
    list: (market: Market) => Promise<readonly T[]> | readonly T[],
    step: (market: Market, one: T, how: number) => unknown,
  ): Step =>
  async (market, which, how) => {
    const one = pick(await list(market), which);
    return one === undefined ? NOTHING : step(market, one, how);
  };

type Piece = { fulfilment: string; merchant: MerchantId; position: number; left: number };
/** Lines of paid orders, those with pieces to ship first. */
const selectPieces = async ({ shop, orders }: Market): Promise<Piece[]> => {
  const { rows } = await sql<Piece>`
    select f.id as fulfilment, f.merchant_id as merchant, l.position, l.quantity - l.cancelled_quantity - coalesce((
      select sum(pl.quantity) from parcel p join parcel_line pl on pl.parcel_id = p.id
      where p.fulfilment_id = f.id and pl.position = l.position), 0)::integer as left
    from fulfilment f join order_line l on l.order_id = f.order_id and l.merchant_id = f.merchant_id
    where f.order_id = any(${orders.map(({ id }) => id)}::text[]) order by f.id, l.position`.execute(shop.db);
  return rows.filter(({ left }) => left > 0);
};
type Fulfilment = { id: string; merchant: MerchantId; order: string };
const selectFulfilments =
  (condition: ReturnType<typeof sql>) =>
  async ({ shop, orders }: Market): Promise<Fulfilment[]> => {
    const { rows } = await sql<Fulfilment>`
      select id, merchant_id as merchant, order_id as order from fulfilment f
      where order_id = any(${orders.map(({ id }) => id)}::text[]) and ${condition} order by id`.execute(shop.db);
    return rows;
  };
const toShip = selectFulfilments(sql`status = 'to_ship'`);
const onTheirWay = selectFulfilments(
  sql`exists (select from parcel p where p.fulfilment_id = f.id and p.delivered_at is null)`,
);
const arrived = selectFulfilments(
  sql`exists (select from parcel p where p.fulfilment_id = f.id and p.delivered_at is not null)`,
);
const selectStuckRefunds = async ({ shop, orders }: Market): Promise<{ reference: string }[]> => {
  const { rows } = await sql<{ reference: string }>`
    select r.reference from refund r join payment p on p.reference = r.payment_reference
    where r.status = 'stuck' and p.order_id = any(${orders.map(({ id }) => id)}::text[]) order by 1`.execute(shop.db);
  return rows;
};
type Return = { id: string; merchant: MerchantId; order: string };
const selectReturns =
  (statuses: readonly string[]) =>
  async ({ shop, orders }: Market): Promise<Return[]> => {
    const { rows } = await sql<Return>`
      select id, merchant_id as merchant, order_id as order from return_request
      where order_id = any(${orders.map(({ id }) => id)}::text[]) and status = any(${[...statuses]}::text[]) order by id`.execute(
      shop.db,
    );
    return rows;
  };
const OPEN = ['requested', 'accepted', 'appealed'];
const selectPayouts =
  (statuses: readonly string[]) =>
  async (market: Market): Promise<{ id: string }[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from payout where merchant_id = any(${merchantIds(market)}::integer[]) and status = any(${[...statuses]}::text[])
      order by created_at desc, id`.execute(market.shop.db);
    return rows;
  };
/** Drafts and the newest other batch. */
const selectBatches = async ({ shop }: Market): Promise<{ id: number }[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from payout_batch where status = 'draft' union select max(id) from payout_batch having max(id) is not null
    order by id`.execute(shop.db);
  return rows;
};

const asMerchant = ({ merchants }: Market, id: MerchantId) => {
  const merchant = merchants.find(({ merchantId }) => merchantId === id);
  if (!merchant) throw new Error('the merchant is of another story');
  return merchant;
};
const ofMerchant = <T extends { merchant: MerchantId }>(
  list: (market: Market) => Promise<readonly T[]>,
  toCall: (one: T, n: number, market: Market) => [path: string, payload: object],
): Step =>
  withOne(list, (market, one, n) => accept(asMerchant(market, one.merchant).call('POST', ...toCall(one, n, market))));
const ofBuyer = (statuses: readonly string[], step: string, payload: object): Step =>
  withOne(selectReturns(statuses), (market, { id, order }) => {
    const found = market.orders.find((own) => own.id === order);
    return found && accept(found.buyer.call('POST', `/returns/${id}/${step}`, payload));
  });
const operate = (market: Market, path: string, payload: object = { reason }) =>
  accept(market.operate('POST', path, payload));

const requestReturn: Step = withOne(arrived, async (market, { order, merchant }, how) => {
  const buyer = market.orders.find(({ id }) => id === order)?.buyer;
  const read = buyer && (await accept<OrderReturns>(buyer.call('GET', `/orders/${order}/returns`)));
  const line = pick(read?.returnable.filter(({ merchant_id }) => merchant_id === merchant) ?? [], how);
  if (!buyer || !line) return;
  const isFaulty = how % 4 === 3;
  // Sometimes more than can be returned.
  const { quantity: left } = isFaulty ? line.faulty : line.unused;
  await accept(
    buyer.call('POST', `/orders/${order}/returns`, {
      lines: [{ position: line.position, quantity: 1 + ((how >> 2) % Math.max(1, left)) }],
      reason: isFaulty ? 'defective' : 'changed_mind',
      note: `Request ${how % 8 === 0 ? 0 : market.count()}`,
      refund_to: how % 3 === 0 ? 'wallet' : 'original',
    }),
  );
});

const openDispute: Step = withOne(
  ({ orders }) => orders,
  async (market, { reference }) => {
    const id = String(market.count());
    market.disputes.push({ id, reference });
    await report(market, 'charge.dispute.create', disputeOf({ id, reference }, 'awaiting-merchant-feedback', null));
  },
);
const disputeOf = ({ id, reference }: Market['disputes'][number], status: string, resolution: string | null) => ({
  ...{ id, domain: 'test', transaction: { id: 1, reference }, dueAt: '2030-01-01T00:00:00.000Z', status, resolution },
});
const resolveDispute = (resolution: string): Step =>
  withOne(
    ({ disputes }) => disputes,
    (market, dispute) => report(market, 'charge.dispute.resolve', disputeOf(dispute, 'resolved', resolution)),
  );

const ACCOUNTS = [
  '0000000000',
  '0000000011',
  SANDBOX_ACCOUNTS.slow,
  SANDBOX_ACCOUNTS.failing,
  SANDBOX_ACCOUNTS.reversed,
  SANDBOX_ACCOUNTS.silent,
];
const setAccount: Step = withOne(
  ({ merchants }) => merchants,
  (_, { setAccount: set }, n) => accept(set(pick(ACCOUNTS, n) ?? '')),
);

/** Everything that happens to orders, and to what is owed for them, from the payment to the payout. */
export const STEPS = {
  order: async (market, which, n) => {
    const buyer = pick(market.buyers, which);
    const lines = [n, n + 1, n + 3].slice(0, 1 + (n % 3)).flatMap((of, place) => {
      const product_id = pick(market.products, of >> 1);
      return product_id === undefined ? [] : [{ product_id, quantity: 1 + ((n >> place) % 4) }];
    });
    const coupon = n % 2 === 0 ? pick(market.coupons, n >> 1) : undefined;
    if (buyer) await placeOrder(market, buyer, lines, { coupon, withCredit: n % 3 === 0 });
  },
  ship: ofMerchant(selectPieces, ({ fulfilment, position, left }, n, { count }) => [
    `orders/${fulfilment}/ship/`,
    { carrier: 'dhl', tracking_number: `T${count()}`, lines: [{ position, quantity: 1 + (n % left) }] },
  ]),
  'ship all': ofMerchant(toShip, ({ id }, _, { count }) => [
    `orders/${id}/ship/`,
    { carrier: 'dhl', tracking_number: `T${count()}` },
  ]),
  deliver: ofMerchant(onTheirWay, ({ id }) => [`orders/${id}/deliver/`, {}]),
  'cancel pieces': ofMerchant(selectPieces, ({ fulfilment, position, left }, n) => [
    `orders/${fulfilment}/cancel/`,
    { lines: [{ position, quantity: 1 + (n % left), left }] },
  ]),
  'cancel an order': withOne(
    ({ orders }) => orders,
    (_, { id, buyer }) => accept(buyer.cancelOrder(id)),
  ),
  'let days pass': withOne(
    ({ orders }) => orders,
    ({ shop }, { id }, n) => ageDeliveries(shop.db, id, n % 4 === 0 ? 31 * DAY_HOURS : 7 * DAY_HOURS + 1),
  ),
  'request a return': requestReturn,
  'withdraw a return': ofBuyer(OPEN, 'withdraw', {}),
  appeal: ofBuyer(['declined'], 'appeal', { note: 'It is not used.' }),
  'accept a return': ofMerchant(selectReturns(['requested']), ({ id }) => [
    `returns/${id}/accept/`,
    { note: 'Send it.' },
  ]),
  'decline a return': ofMerchant(selectReturns(['requested', 'accepted']), ({ id }) => [
    `returns/${id}/decline/`,
    { note: 'It is used.' },
  ]),
  'receive a return': ofMerchant(selectReturns(['accepted', 'appealed']), ({ id }, n) => [
    `returns/${id}/receive/`,
    { restock: n % 2 === 0 },
  ]),
  'decide a return': withOne(selectReturns(OPEN), (market, { id }, n) =>
    operate(market, `returns/${id}/decide/`, {
      decision: pick(['accept', 'decline', 'refund', 'refund'], n),
      ...{ note: reason, reason, restock: n % 2 === 0 },
    }),
  ),
  /** Sometimes after the deadlines. */
  'follow returns': ({ shop }, n) => followReturns(shop.db, new Date(Date.now() + (n % 25) * DAY_HOURS * HOUR_MS)),
  'refund out of goodwill': withOne(
    ({ orders }) => orders,
    (market, { id: order_id }, n) =>
      operate(market, 'refunds/', {
        ...{ order_id, amount: 0.01 + (n % 64) * 45.01, refund_to: n % 2 === 0 ? 'wallet' : 'original', reason },
      }),
  ),
  'give credit': withOne(
    ({ buyers }) => buyers,
    (market, { email }, n) => operate(market, 'wallet/credit/', { email, amount: 0.01 + n, reason }),
  ),
  'open a dispute': openDispute,
  'win a dispute': resolveDispute('declined'),
  'lose a dispute': resolveDispute('merchant-accepted'),
  'bear a lost dispute': withOne(
    ({ orders }) => orders,
    (market, { id }) => operate(market, `orders/${id}/release/`),
  ),
  'make refunds': async (market) => {
    await sql`update refund set ask_at = now() where ask_at is not null`.execute(market.shop.db);
    await runJob(market, makeRefundsJob);
    await runJob(market, checkDisputesJob);
  },
  // The bank has returned the money, so nothing is to be paid by the shop.
  'settle a stuck refund': withOne(selectStuckRefunds, (market, { reference }) =>
    operate(market, `payments/${reference}/refund/`, { by: 'hand', reason }),
  ),
  release: (market) => runJob(market, releaseSalesJob),
  'draft a batch': (market) => operate(market, 'payout-batches/'),
  'approve a batch': withOne(selectBatches, (market, { id }) => operate(market, `payout-batches/${id}/approve/`)),
  'cancel a batch': withOne(selectBatches, (market, { id }) => operate(market, `payout-batches/${id}/cancel/`)),
  'send payouts': (market) => runJob(market, sendPayoutsJob),
  'ask about payouts': async (market) => {
    await sql`
      update payout set ask_at = now(), stopped_at = stopped_at - interval '20 minutes' where ask_at is not null`.execute(
      market.shop.db,
    );
    await runJob(market, sendPayoutsJob);
  },
  'report a transfer': withOne(selectPayouts(['sending', 'paid']), (market, { id }) =>
    report(market, 'transfer.success', { reference: id }),
  ),
  'retry a payout': withOne(selectPayouts(['sending', 'failed', 'reversed']), (market, { id }) =>
    operate(market, `payouts/${id}/retry/`),
  ),
  'stop a payout': withOne(selectPayouts(['approved', 'sending']), (market, { id }) =>
    operate(market, `payouts/${id}/stop/`),
  ),
  'set a bank account': setAccount,
  'revoke a bank account': withOne(
    ({ merchants }) => merchants,
    (_, { call }) => accept(call('DELETE', 'bank-account/pending/')),
  ),
  'let a bank account take effect': ({ shop }) =>
    sql`update bank_account set effective_at = effective_at - interval '3 days'`.execute(shop.db),
  suspend: withOne(merchantIds, (market, id) => operate(market, `merchants/${id}/suspend/`)),
  unsuspend: withOne(merchantIds, (market, id) => operate(market, `merchants/${id}/unsuspend/`)),
  'delete an account': async (market, which) => {
    const buyer = pick(market.buyers, which);
    if (!buyer) return;
    const other = await createBuyer(market.shop, []);
    market.buyers = market.buyers.map((known) => (known === buyer ? other : known));
    const url = '/backend/user-profile-update?confirm_undelivered=true';
    await accept(market.shop.app.inject({ method: 'DELETE', url, headers: buyer.headers }));
  },
} satisfies Record<string, Step>;
