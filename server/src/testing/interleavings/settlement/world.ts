import { kobo } from '@sokuwa/contract/money.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { fulfilmentOperator } from '../../../orders/fulfilment.operator.ts';
import { selectFulfilments } from '../../../orders/fulfilment.sql.ts';
import { releaseSales } from '../../../orders/index.ts';
import { approveBatch, draftBatch } from '../../../payouts/payouts.service.ts';
import { sendPayouts } from '../../../payouts/send-payouts.service.ts';
import type { MerchantId, OrderId, ProductId } from '../../../platform/ids.ts';
import type { Webhook } from '../../../ports/payments/sandbox.payments.ts';
import { SANDBOX_ACCOUNTS } from '../../../ports/payouts/sandbox.payouts.ts';
import { openReturns } from '../../../returns/index.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from '../../buyer.ts';
import { addCoupon } from '../../checkout.ts';
import { createMerchant } from '../../merchant.ts';
import { LIVE_ACT, signInOperator } from '../../operator.ts';
import { returnCalls } from '../../returns.ts';
import { ageDeliveries, buy, deliver, payOrder } from '../../sales.ts';
import { addMerchant, addProducts, type TestShop } from '../../shop.ts';
import { giveCredit } from '../../wallet-credit.ts';
import { UNITS } from '../fulfilment/world.ts';
import { takeSnapshot } from '../snapshot.ts';

/** Whoever sends a call. */
export type Owner = Pick<Buyer, 'headers'>;
type ReportedTransfer = { event: Webhook; reference: string };

/** The buyer's wallet credit. The order uses a part of it. */
const CREDIT_KOBO = 300_001;
/** Less than a piece costs: what is left to refund after the refund out of goodwill. */
const LEFT_NAIRA = 4_321;
const DAY_HOURS = 24;

/**
 * A buyer's delivered order of two merchants, paid by credit and card, with a discount. Of each of the weaver's two lines a part can
 * still be returned and the return window of the rest is over, like that of the farmer's yams. Three returns of the first line are open.
 * Earlier sales are released: a payout of the weaver is on its way and will fail, one of the farmer is paid and will be reversed, one of each is
 * approved, one of the weaver is drafted, and what is left of the farmer's and the potter's money can be drafted. The potter has no bank account.
 */
export type World = {
  buyer: Buyer;
  weaver: Owner & { id: MerchantId };
  potter: Owner;
  operator: Owner;
  order: OrderId;
  /** Naira: most of what the order cost, so that a return is refunded only in part after it. */
  goodwill: number;
  /** Returns of the order, in these states. */
  requested: string;
  accepted: string;
  acceptedForWallet: string;
  /** The buyer's bank has taken the payment of the order back. */
  disputeLost: Webhook;
  /** The batch that is drafted. */
  draft: number;
  /** The weaver's payout that is approved. */
  approved: string;
  failed: ReportedTransfer;
  reversed: ReportedTransfer;
};

/** Sells, and pays out, what the merchants are owed at the beginning. */
const createPayouts = async (
  shop: TestShop,
  [cloth, yam, pot]: readonly [ProductId, ProductId, ProductId],
): Promise<{ draft: number; approved: string; sent: { id: string; status: string }[] }> => {
  const sell = async (...products: ProductId[]) => {
    const order = await buy(
      shop,
      products.map((product) => [product, 1]),
    );
    await deliver(shop.db, order);
    await ageDeliveries(shop.db, order, 31 * DAY_HOURS);
    await releaseSales(shop.db, { openReturns });
  };
  const draft = async (): Promise<number> => {
    const batch = await draftBatch(shop, LIVE_ACT);
    if ('refused' in batch) throw new Error(`the batch was refused: ${batch.refused}`);
    return batch.id;
  };
  await sell(cloth, yam, pot);
  await approveBatch(shop, await draft(), LIVE_ACT);
  await sendPayouts(shop);
  const sent = await shop.db.selectFrom('payout').select(['id', 'status']).execute();
  await sell(cloth, yam);
  await approveBatch(shop, await draft(), LIVE_ACT);
  const { id: approved } = await shop.db
    .selectFrom('payout')
    .innerJoin('product', 'product.merchant_id', 'payout.merchant_id')
    .select('payout.id')
    .where('status', '=', 'approved')
    .where('product.id', '=', cloth)
    .executeTakeFirstOrThrow();
  await sell(cloth);
  const drafted = await draft();
  await sell(yam);
  return { draft: drafted, approved, sent };
};

/** Ships and delivers the order: of the weaver's lines one part long ago, and one now. */
const deliverOrder = async (shop: TestShop, order: OrderId): Promise<void> => {
  const { ship, deliver: arrive } = fulfilmentOperator(shop.db);
  const [weaver, farmer] = await selectFulfilments(shop.db, order);
  if (!(weaver && farmer)) throw new Error('the order was not split');
  const early = [
    { position: 0, quantity: 1 },
    { position: 1, quantity: 2 },
  ];
  await ship(weaver.id, { carrier: 'other', trackingNumber: 'W1', lines: early }, LIVE_ACT);
  await ship(farmer.id, { carrier: 'other', trackingNumber: 'F1' }, LIVE_ACT);
  await arrive(weaver.id, undefined, LIVE_ACT);
  await arrive(farmer.id, undefined, LIVE_ACT);
  await ageDeliveries(shop.db, order, 31 * DAY_HOURS);
  await ship(weaver.id, { carrier: 'other', trackingNumber: 'W2' }, LIVE_ACT);
  await arrive(weaver.id, undefined, LIVE_ACT);
};

export const createWorld = async (shop: TestShop) => {
  const provider = sandboxPaymentsOf(shop);
  // With an address, because they enter bank accounts.
  const createPaid = async (name: string) =>
    createMerchant(shop, await addMerchant(shop.db, { email: `${name}@shop.test` }));
  const [weaver, farmer, potter] = [
    await createPaid('weaver'),
    await createPaid('farmer'),
    await createPaid('potter'),
  ] as const;
  const [cloth, bowl, yam, pot] = (await addProducts(
    shop.db,
    [weaver, weaver, farmer, potter].map(({ id: merchant_id }, n) => ({
      ...{ merchant_id, weight_grams: 501 + n },
      ...{ price_kobo: 1_000_001 + n, stock: UNITS },
    })),
  )) as [ProductId, ProductId, ProductId, ProductId];
  const setAccount = (merchant: typeof weaver, account_number: string) =>
    merchant.call('PUT', '/bank-account/', { bank_code: '057', account_number });
  await setAccount(weaver, SANDBOX_ACCOUNTS.failing);
  await setAccount(farmer, SANDBOX_ACCOUNTS.reversed);
  const { draft, approved, sent } = await createPayouts(shop, [cloth, yam, pot]);

  const buyer = await createBuyer(shop, [
    [cloth, 4],
    [bowl, 4],
    [yam, 3],
  ]);
  await giveCredit(shop.db, buyer.accountId, CREDIT_KOBO);
  const { code } = await addCoupon(shop.db, { fixed_kobo: kobo(9_999) });
  await buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: code });
  const { order_id, payment } = (await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit())).json();
  const order = order_id as OrderId;
  const { reference } = payment.data;
  await payOrder(shop, reference);
  await deliverOrder(shop, order);
  const request = async (note: string, refund_to: 'original' | 'wallet'): Promise<string> => {
    const response = await returnCalls(buyer, order).request({ note, refund_to });
    if (response.statusCode !== 200) throw new Error(`the return was refused: ${response.body}`);
    return response.json<OrderReturn>().id;
  };
  const requested = await request('It is too small.', 'wallet');
  const accepted = await request('It is too large.', 'original');
  const acceptedForWallet = await request('It is too bright.', 'wallet');
  for (const id of [accepted, acceptedForWallet])
    await weaver.call('POST', `/returns/${id}/accept/`, { note: 'Send it to the shop.' });

  const reported = async (status: string, event: string): Promise<ReportedTransfer> => {
    const payout = sent.find((row) => row.status === status);
    if (!payout) throw new Error(`no payout is ${status}`);
    return { reference: payout.id, event: await provider.sign({ event, data: { reference: payout.id } }) };
  };
  const { total_price } = await buyer.readOrder(order);
  return {
    ...{ buyer, weaver, potter, order, requested, accepted, acceptedForWallet, draft, approved },
    operator: { headers: await signInOperator(shop) },
    goodwill: Math.floor(total_price) - LEFT_NAIRA,
    disputeLost: await provider.sign({
      event: 'charge.dispute.resolve',
      data: {
        ...{ id: 1, domain: 'test', transaction: { id: 1, reference }, dueAt: '2030-01-01T00:00:00.000Z' },
        ...{ status: 'resolved', resolution: 'merchant-accepted' },
      },
    }),
    failed: await reported('sending', 'transfer.failed'),
    reversed: await reported('paid', 'transfer.reversed'),
    ...(await takeSnapshot(shop)),
  };
};
