import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNT } from './account/index.ts';
import { DEMO_COUPON } from './checkout/index.ts';
import { postDaysAgo } from './ledger/index.ts';
import { moveMessagesBack } from './messages/messages.demo.sql.ts';
import type { Operator } from './operator.ts';
import { releaseSales } from './orders/index.ts';
import { moveOrdersBack } from './orders/order.demo.sql.ts';
import { makeRefunds } from './orders/refund.service.ts';
import { movePayoutsBack } from './payouts/payouts.demo.sql.ts';
import { sendPayouts } from './payouts/send-payouts.service.ts';
import type { ActOptions } from './platform/audit.ts';
import type { AccountId, MerchantId } from './platform/ids.ts';
import { SandboxPayouts } from './ports/payouts/sandbox.payouts.ts';
import { openReturns } from './returns/index.ts';
import { moveReturnsBack } from './returns/returns.demo.sql.ts';
import type { Shop } from './shop.ts';

const WALLET_CREDIT = kobo(1_500_000);
const TOKEN_NAME = 'demo data';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
/** Calls the API. @param path below /backend */
export type Call = <T>(method: Method, path: string, body?: object) => Promise<T>;
export type DemoProduct = { id: number; title: string; stock: number; products_images: unknown[] };

/** What writes demo data: the calls of the buyer's browser and of merchants' programs, and the operator's commands. */
export type Demo = {
  app: FastifyInstance;
  shop: Shop;
  accountId: AccountId;
  call: Call;
  operator: Pick<Operator, 'catalog' | 'checkout' | 'payouts' | 'wallet'>;
};

/** Who does what operators do here, for the audit log. */
export const SEEDING: ActOptions = { dryRun: false, act: { actor: 'demo data', reason: 'The story of the sandbox' } };

/**
 * Returns a function that calls the API as the owner of the token.
 * @throws if a call is refused, because the demo data then no longer fits the shop
 */
export const callAs =
  (app: FastifyInstance, token: string): Call =>
  async (method, path, body) => {
    const response = await app.inject({
      method,
      url: API_PREFIX + path,
      headers: { authorization: `Token ${token}` },
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    return response.json();
  };

type Pieces = readonly (readonly [product: DemoProduct, quantity: number])[];
type Placed = { id: string; reference: string };

/** Places an order with the same calls as the checkout page. */
const placeOrder = async (call: Call, addressId: string, pieces: Pieces, usesCredit = false): Promise<Placed> => {
  for (const [{ id: product_id }, quantity] of pieces) await call('POST', '/api/cart/', { product_id, quantity });
  type CartLine = { product_id: number; quantity: number; price: string; weight: number };
  const { cart } = await call<{ cart: CartLine[] }>('GET', '/api/cart/');
  const cart_items = cart.map(({ product_id, ...line }) => ({ product: product_id, ...line }));
  const shipment = { cart_items, shipping_address_id: addressId };
  type Rate = { data: { sub_total: number; total_shipment_rate: number; total: number; wallet_credit: number } };
  const { data } = await call<Rate>('POST', '/calculate-shipment-rate/', shipment);
  const { sub_total, total_shipment_rate, total, wallet_credit } = data;
  const body = { ...shipment, sub_total, total_shipment_rate, total, ...(usesCredit && { wallet_credit }) };
  type Opened = { order_id: string; payment: { data: { reference: string } } };
  const { order_id, payment } = await call<Opened>('POST', '/create-order/initialize-payment/', body);
  return { id: order_id, reference: payment.data.reference };
};

/** Calls the API for a merchant. */
const openMerchant = async ({ app, operator }: Demo, merchantId: MerchantId) => {
  const issued = await operator.catalog.issueToken(merchantId, { name: TOKEN_NAME, scope: 'write' }, SEEDING);
  if ('refused' in issued) throw new Error(`there is no merchant ${merchantId}`);
  return {
    call: callAs(app, issued.token),
    close: () => operator.catalog.revokeToken(merchantId, TOKEN_NAME, SEEDING),
  };
};

/** Pays merchants what they can be paid, as an operator and the job do. Nothing if nobody has enough. */
const payMerchants = async ({ shop, operator }: Demo): Promise<void> => {
  const drafted = await operator.payouts.draft(SEEDING);
  if ('refused' in drafted) return;
  await operator.payouts.approve(drafted.id, SEEDING);
  await sendPayouts(shop);
};

/** Products of the demo merchant, and one of another merchant. */
export type Goods = {
  own: readonly [DemoProduct, DemoProduct, DemoProduct, DemoProduct];
  merchantId: MerchantId;
  other: DemoProduct;
  otherMerchantId: MerchantId;
};

/**
 * Writes seven weeks of the demo account and its merchants: orders in every state, one of two parcels, a return that is under way, credit,
 * messages and a payout (SANDBOX-12, SANDBOX-13). Each step is a call or a command of the shop; between the steps everything is moved into
 * the past. The pending order is last, because a new order would replace it.
 */
export const writeStory = async (
  demo: Demo,
  { own: [first, second, third, fourth], merchantId, other, otherMerchantId }: Goods,
  addressId: string,
): Promise<void> => {
  const { app, shop, accountId, call, operator } = demo;
  let daysAgo = Number.POSITIVE_INFINITY;
  /** Runs a step as if it happened so many days ago, after those that happened before. */
  const on = async <T>(day: number, step: () => Promise<T>): Promise<T> => {
    if (Number.isFinite(daysAgo) && daysAgo > day) {
      const days = daysAgo - day;
      await shop.db.transaction().execute(async (trx) => {
        await moveOrdersBack(trx, accountId, days);
        await moveReturnsBack(trx, accountId, days);
        await moveMessagesBack(trx, accountId, days);
        await movePayoutsBack(trx, merchantId, days);
      });
    }
    daysAgo = day;
    return postDaysAgo(day, step);
  };
  const buy = async (pieces: Pieces, usesCredit = false): Promise<string> => {
    const { id, reference } = await placeOrder(call, addressId, pieces, usesCredit);
    const { statusCode } = await app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    if (statusCode !== 303) throw new Error(`the demo payment ${reference} got status ${statusCode}`);
    return id;
  };
  const merchant = await openMerchant(demo, merchantId);
  const otherMerchant = await openMerchant(demo, otherMerchantId);
  const ship = ({ call }: typeof merchant, id: string, carrier: string, tracking_number: string, lines?: object[]) =>
    call('POST', `/merchant/orders/${id}/ship/`, { carrier, tracking_number, ...(lines && { lines }) });
  const deliver = ({ call }: typeof merchant, id: string) => call('POST', `/merchant/orders/${id}/deliver/`, {});

  // The payout needs a provider that moves no money.
  const isPaid = shop.payouts instanceof SandboxPayouts && shop.encryption !== undefined;
  if (isPaid)
    await on(50, () =>
      merchant.call('PUT', '/merchant/bank-account/', { bank_code: '057', account_number: '0123456789' }),
    );
  const oldest = await on(48, () => buy([[first, 3]]));
  await on(46, () => ship(merchant, oldest, 'gig', 'GIG0046118273'));
  await on(43, () => deliver(merchant, oldest));
  await on(12, () => releaseSales(shop.db, { openReturns }));
  const credit = { amount: WALLET_CREDIT, key: `demo ${accountId}` };
  await on(10, () => operator.wallet.giveCredit(DEMO_ACCOUNT.email, credit, SEEDING));
  const question = await on(9, () =>
    call<{ id: string }>('POST', '/contact-merchant/send/', {
      ...{ subject: 'Delivery to Lagos', product: second.id },
      content: `Good morning! Does "${second.title}" reach Lagos within a week?`,
    }),
  );
  const cancelled = await on(8, () => buy([[third, 4]], true));
  await on(8, () =>
    merchant.call('POST', `/merchant/messages/${question.id}/reply/`, {
      content: 'Good morning Ada! Yes: the carrier collects our parcels every weekday at noon.',
    }),
  );
  await on(7, async () => {
    await call('POST', `/orders/${cancelled}/cancel`);
    await makeRefunds(shop);
    if (isPaid) await payMerchants(demo);
  });
  const returned = await on(6, () =>
    buy([
      [second, 2],
      [fourth, 1],
    ]),
  );
  await on(5, () => ship(merchant, returned, 'dhl', 'JD014600003828'));
  const inParcels = await on(5, () =>
    buy([
      [third, 1],
      [other, 1],
    ]),
  );
  await on(4, () => ship(merchant, inParcels, 'gig', 'GIG0046120881'));
  await on(3, async () => {
    await deliver(merchant, returned);
    await ship(otherMerchant, inParcels, 'dhl', 'JD014600007115');
  });
  const requested = await on(2, () =>
    call<{ id: string }>('POST', `/orders/${returned}/returns`, {
      ...{ lines: [{ position: 0, quantity: 1 }], reason: 'damaged', refund_to: 'wallet' },
      note: 'One of the two arrived with a crack. The other one is fine.',
    }),
  );
  const partlyShipped = await on(1, () => buy([[fourth, 3]]));
  await on(1, async () => {
    await merchant.call('POST', `/merchant/returns/${requested.id}/accept/`, {
      note: 'We are sorry! Please send it to 4 Marina Road, Lagos Island. We pay for the shipping.',
    });
    await deliver(merchant, inParcels);
    await ship(merchant, partlyShipped, 'gig', 'GIG0046121570', [{ position: 0, quantity: 2 }]);
    await merchant.call('POST', '/merchant/messages/send/', {
      ...{ order_id: oldest, subject: 'Thank you for your order' },
      content: `We hope that you like it. The code ${DEMO_COUPON.code} takes ${DEMO_COUPON.percent}% off your next order.`,
    });
  });
  await on(0, async () => {
    await buy([
      [first, 1],
      [second, 1],
    ]);
    await call('POST', '/contact-merchant/send/', {
      ...{ subject: 'A gift', product: fourth.id, order_id: partlyShipped },
      content: 'The last piece is a gift. Can you leave the price out of the parcel?',
    });
    await call('PUT', `/api/product-reports/${other.id}/`, {
      reason: 'pictures',
      text: 'What arrived has another colour than in the pictures.',
    });
    await placeOrder(call, addressId, [[third, 1]]);
    await merchant.close();
    await otherMerchant.close();
  });
};
