import { kobo } from '@sokuwa/contract/money.ts';
import { selectFulfilments } from '../../../orders/fulfilment.sql.ts';
import { takeStep } from '../../../orders/order.service.ts';
import type { MerchantId, OrderId, ProductId } from '../../../platform/ids.ts';
import type { Webhook } from '../../../ports/payments/sandbox.payments.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from '../../buyer.ts';
import { addAddress, addCoupon } from '../../checkout.ts';
import { LIVE_ACT } from '../../operator.ts';
import { addMerchant, addProducts, type TestShop } from '../../shop.ts';
import { giveCredit } from '../../wallet-credit.ts';
import { webhookRequest } from '../actions.ts';
import { takeSnapshot } from '../snapshot.ts';

/** Units of each product, in stock and ordered together. */
export const UNITS = 20;
/** The buyer's wallet credit. The order uses a part of it. */
const CREDIT_KOBO = 300_001;

/**
 * A buyer's order of two cloths and three yams of two merchants, paid by credit and card, with a discount, so that no share is a round
 * amount. Another order has arrived, and the refund of a third is requested.
 */
export type World = {
  buyer: Buyer;
  order: OrderId;
  /** Another address of the buyer, where the delivery of the order costs the same. */
  otherAddress: string;
  /** The fulfilments of the order. */
  weaver: string;
  farmer: string;
  delivered: OrderId;
  /** The buyer's bank complains about the payment of the order, and takes the money back. */
  disputed: Webhook;
  disputeLost: Webhook;
};

export const createWorld = async (shop: TestShop) => {
  const provider = sandboxPaymentsOf(shop);
  const merchants: MerchantId[] = [await addMerchant(shop.db), await addMerchant(shop.db)];
  const [cloth, yam] = (await addProducts(
    shop.db,
    merchants.map((merchant_id, n) => ({
      ...{ merchant_id, weight_grams: 501 + n },
      ...{ price_kobo: 1_000_001 + n, stock: UNITS },
    })),
  )) as [ProductId, ProductId];
  const buyer = await createBuyer(shop, [
    [cloth, 2],
    [yam, 3],
  ]);
  const pay = async ({ id, reference }: { id: string; reference: string }): Promise<OrderId> => {
    const webhook = await provider.choose(reference, 'approve');
    if (!webhook) throw new Error('the provider did not accept the payment');
    const { statusCode } = await shop.app.inject(webhookRequest(webhook));
    if (statusCode !== 200) throw new Error(`the webhook responded with ${statusCode}`);
    return id as OrderId;
  };
  const otherAddress = await addAddress(shop.db, buyer.accountId, { line1: '9 Marina', is_default: false });
  await giveCredit(shop.db, buyer.accountId, CREDIT_KOBO);
  const { code } = await addCoupon(shop.db, { fixed_kobo: kobo(9_999) });
  await buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: code });
  const response = await buyer.submitCheckout(await buyer.prepareCheckoutWithCredit());
  const { order_id, payment } = response.json();
  const { reference } = payment.data;
  const order = await pay({ id: order_id, reference });
  const [weaver, farmer] = await selectFulfilments(shop.db, order);
  if (!(weaver && farmer)) throw new Error('the order was not split');

  await buyer.fillCart([[yam, 2]]);
  const delivered = await pay(await buyer.placeOrder());
  await takeStep(shop.db, delivered, { step: 'ship', tracking: 'D1' }, LIVE_ACT);
  await takeStep(shop.db, delivered, { step: 'deliver' }, LIVE_ACT);

  await buyer.fillCart([[cloth, 1]]);
  await buyer.cancelOrder(await pay(await buyer.placeOrder()));

  const dispute = { id: 1, domain: 'test', transaction: { id: 1, reference }, dueAt: '2030-01-01T00:00:00.000Z' };
  const sign = (event: string, data: object) => provider.sign({ event, data: { ...dispute, ...data } });
  return {
    ...{ buyer, order, otherAddress, weaver: weaver.id, farmer: farmer.id, delivered },
    disputed: await sign('charge.dispute.create', { status: 'awaiting-merchant-feedback', resolution: null }),
    disputeLost: await sign('charge.dispute.resolve', { status: 'resolved', resolution: 'merchant-accepted' }),
    ...(await takeSnapshot(shop)),
  };
};
