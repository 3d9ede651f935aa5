import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kobo } from '@sokuwa/contract/money.ts';
import type { InitializePayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import { exchangeCommands } from '../../../exchange/exchange.operator.ts';
import { makeRefunds } from '../../../orders/refund.service.ts';
import type { OrderId, ProductId } from '../../../platform/ids.ts';
import type { Webhook } from '../../../ports/payments/sandbox.payments.ts';
import { type Buyer, createBuyer, expirePaymentTime, sandboxPaymentsOf } from '../../buyer.ts';
import { addCoupon } from '../../checkout.ts';
import { addMerchant, addProducts, type TestShop } from '../../shop.ts';
import { giveCredit } from '../../wallet-credit.ts';
import { webhookRequest } from '../actions.ts';
import { takeSnapshot } from '../snapshot.ts';

/** Units of each product, in stock and ordered together. */
export const UNITS = 6;
/** What an import sets for the first product; price in naira. */
export const IMPORTED = { stock: 9, price: 12_345 };
/** The buyer's wallet credit. */
export const CREDIT_KOBO = 300_000;
const PRICE_KOBO = 1_000_000;

type PlacedOrder = { id: OrderId; reference: string };

/** Accounts of the world. */
export const ACCOUNTS = 3;

/** A buyer and the body of a checkout of the present cart. */
type Checkout = { buyer: Buyer; body: InitializePayment };

/**
 * One buyer in the middle of everything: a paid order, a cancelled one whose refund is requested, a cancelled one whose
 * refund the provider has accepted and paid, an unpaid one with a coupon, whose payment the provider has received and
 * whose time to pay is over, and a cart for the next order. Two other buyers want what this one may release or take.
 */
export type World = {
  buyer: Buyer;
  yam: ProductId;
  garri: ProductId;
  couponCode: string;
  paid: PlacedOrder;
  unpaid: PlacedOrder;
  /** The event by which the provider reports the payment of `unpaid`. */
  charge: Webhook;
  /** The event by which the provider reports that it has paid the accepted refund. */
  refunded: Webhook;
  /** The checkout of the present cart, without and with wallet credit. */
  body: InitializePayment;
  bodyWithCredit: InitializePayment;
  /** A buyer whose unpaid order has garri, and who replaces it by one with almost all garri, and yam. */
  forLastUnits: Checkout;
  /** A buyer with the coupon, whose last use the first buyer's unpaid order has. */
  forLastCoupon: Checkout;
  /** A product file that changes price and stock of the yam. */
  importFile: string;
  /** Brings the whole database back into this state. */
  reset: () => Promise<void>;
  /** Closes the connection of `reset`, and deletes the product file. */
  close: () => Promise<void>;
};

/** Exports the products and changes stock and price of the first one in the file. */
const writeImportFile = async (shop: TestShop, folder: string, merchant: string): Promise<string> => {
  const file = join(folder, 'products.json');
  const options = { dryRun: false, onProgress: () => undefined };
  await exchangeCommands(shop).exportProducts({ file, format: 'json', merchant }, options);
  const [first = '', ...others] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  await writeFile(file, [JSON.stringify({ ...JSON.parse(first), ...IMPORTED }), ...others].join('\n'));
  return file;
};

/** Creates the world in a shop that is used for nothing else. */
export const createWorld = async (shop: TestShop): Promise<World> => {
  const provider = sandboxPaymentsOf(shop);
  const merchant = 'world';
  const merchantId = await addMerchant(shop.db, { slug: merchant });
  const [yam, garri] = await addProducts(
    shop.db,
    [1, 2].map((n) => ({
      ...{ slug: `product-${n}`, merchant_id: merchantId, weight_grams: 500 },
      ...{ price_kobo: n * PRICE_KOBO, stock: UNITS },
    })),
  );
  if (yam === undefined || garri === undefined) throw new Error('no products were inserted');
  const buyer = await createBuyer(shop, [[yam, 1]]);
  await giveCredit(shop.db, buyer.accountId, CREDIT_KOBO);
  const approve = async ({ reference }: PlacedOrder): Promise<Webhook> => {
    const webhook = await provider.choose(reference, 'approve');
    if (!webhook) throw new Error('the provider did not accept the payment');
    return webhook;
  };
  const place = async (): Promise<PlacedOrder> => {
    const { id, reference } = await buyer.placeOrder();
    return { id: id as OrderId, reference };
  };
  const placeAndPay = async (): Promise<PlacedOrder> => {
    const order = await place();
    const { statusCode } = await shop.app.inject(webhookRequest(await approve(order)));
    if (statusCode !== 200) throw new Error(`the webhook responded with ${statusCode}`);
    return order;
  };
  const placeAndCancel = async (): Promise<PlacedOrder> => {
    await buyer.fillCart([[yam, 1]]);
    const order = await placeAndPay();
    await buyer.cancelOrder(order.id);
    return order;
  };

  const paid = await placeAndPay();
  const accepted = await placeAndCancel();
  await makeRefunds({ ...shop, log: shop.app.log });
  const later = new Date(Date.now() + 3_600_000);
  await shop.db
    .updateTable('refund')
    .set({ status: 'accepted', provider_status: 'processing', follow_at: later })
    .where('reference', '=', accepted.reference)
    .execute();
  // Its refund is requested, and sent by the next run of the job.
  await placeAndCancel();

  const { code: couponCode } = await addCoupon(shop.db, { max_uses: 2, fixed_kobo: kobo(10_000) });
  const applyCoupon = ({ call }: Buyer) =>
    call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: couponCode });
  await buyer.fillCart([[yam, 2]]);
  await applyCoupon(buyer);
  const unpaid = await place();
  const charge = await approve(unpaid);
  await buyer.fillCart([[garri, 2]]);
  const body = await buyer.prepareCheckout();
  const bodyWithCredit = await buyer.prepareCheckoutWithCredit();
  await expirePaymentTime(shop.db, unpaid.id);

  const unitsBuyer = await createBuyer(shop, [[garri, 3]]);
  await unitsBuyer.placeOrder();
  await unitsBuyer.fillCart([
    [garri, 2],
    [yam, 1],
  ]);
  const couponBuyer = await createBuyer(shop, [[yam, 1]]);
  await applyCoupon(couponBuyer);
  const forLastUnits = { buyer: unitsBuyer, body: await unitsBuyer.prepareCheckout() };
  const forLastCoupon = { buyer: couponBuyer, body: await couponBuyer.prepareCheckout() };
  await shop.db.updateTable('coupon').set({ max_uses: 1 }).execute();

  const data = { transaction_reference: accepted.reference, status: 'processed' };
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-world-'));
  const importFile = await writeImportFile(shop, folder, merchant);
  const signedRefund = await provider.sign({ event: 'refund.processed', data });
  const snapshot = await takeSnapshot(shop);
  return {
    ...{ buyer, yam, garri, couponCode, paid, unpaid, charge, body, bodyWithCredit, forLastUnits, forLastCoupon },
    refunded: signedRefund,
    importFile,
    reset: snapshot.reset,
    close: async () => {
      await snapshot.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
