import { kobo } from '@sokuwa/contract/money.ts';
import { changePrice, changeStock } from '../../catalog/catalog.service.ts';
import { exchangeCommands } from '../../exchange/exchange.operator.ts';
import { expireOrders, takeStep } from '../../orders/order.service.ts';
import { makeRefunds } from '../../orders/refund.service.ts';
import type { GatedNode } from './node.ts';
import { type World, webhookRequest } from './world.ts';

/** The response of a request, or result of a job, without what differs from run to run. */
export type ActionResult = { status: number; code?: string };
export type Action = (node: GatedNode, world: World) => Promise<ActionResult>;

const NEW_PRICE = kobo(1_500_000);
/** Units that `change a stock` takes away: so many that not every order can have its units. */
export const TAKEN_UNITS = 4;
const LIVE = { dryRun: false };
const DONE: ActionResult = { status: 200 };
const refused = (code: string): ActionResult => ({ status: 409, code });

type Call = { method: 'GET' | 'POST' | 'DELETE'; path: string; payload?: object };

/** A request of a buyer. */
const call = async (
  { app }: GatedNode,
  { buyer }: Pick<World, 'buyer'>,
  { method, path, payload }: Call,
): Promise<ActionResult> => {
  const url = `/backend${path}`;
  const response = await app.inject({ method, url, headers: buyer.headers, ...(payload && { payload }) });
  const isJson = response.headers['content-type']?.toString().includes('json');
  const code: unknown = isJson ? response.json()?.code : undefined;
  return { status: response.statusCode, ...(typeof code === 'string' && { code }) };
};
const post = (node: GatedNode, of: Pick<World, 'buyer'>, path: string, payload: object): Promise<ActionResult> =>
  call(node, of, { method: 'POST', path, payload });
const placeOrder = (node: GatedNode, of: Pick<World, 'buyer'>, body: object): Promise<ActionResult> =>
  post(node, of, '/create-order/initialize-payment/', body);
const deliver = async ({ app }: GatedNode, webhook: World['charge']): Promise<ActionResult> => ({
  status: (await app.inject(webhookRequest(webhook))).statusCode,
});
const sendRefunds = async ({ shop, app }: GatedNode): Promise<ActionResult> => {
  await makeRefunds({ ...shop, log: app.log });
  return DONE;
};

/** Everything that changes orders, money or stock. */
export const ACTIONS = {
  'place an order': (node, world) => placeOrder(node, world, world.body),
  'place an order with credit': (node, world) => placeOrder(node, world, world.bodyWithCredit),
  'order the last units, as another buyer': (node, { forLastUnits }) =>
    placeOrder(node, forLastUnits, forLastUnits.body),
  'order with the last coupon, as another buyer': (node, { forLastCoupon }) =>
    placeOrder(node, forLastCoupon, forLastCoupon.body),
  'pay, by webhook': (node, { charge }) => deliver(node, charge),
  'pay, by return': (node, world) =>
    call(node, world, { method: 'GET', path: `/payment/return/?reference=${world.unpaid.reference}` }),
  'cancel the unpaid order': (node, world) => post(node, world, `/orders/${world.unpaid.id}/cancel`, {}),
  'cancel the paid order': (node, world) => post(node, world, `/orders/${world.paid.id}/cancel`, {}),
  'expire orders': async ({ shop }) => {
    await expireOrders(shop.db);
    return DONE;
  },
  'apply a coupon': (node, world) =>
    post(node, world, '/checkout/apply-coupon/', { total: 1, coupon_code: world.couponCode }),
  'send refunds': (node) => sendRefunds(node),
  'receive a refund event': async (node, { refunded }) => {
    const result = await deliver(node, refunded);
    // The job that the event makes due.
    await sendRefunds(node);
    return result;
  },
  'add to the cart': (node, world) => post(node, world, '/api/cart/', { product_id: world.yam, quantity: 1 }),
  'merge a guest cart': (node, world) =>
    post(node, world, '/api/cart/save-bulk-items/', {
      cart_items: [world.garri, world.yam].map((product_id) => ({ product_id, quantity: 1 })),
    }),
  'delete the account': async (node, world) => {
    const path = '/user-profile-update?confirm_undelivered=true';
    const result = await call(node, world, { method: 'DELETE', path });
    // Another call has deleted it.
    return result.status === 401 ? DONE : result;
  },
  'change a price': async ({ shop }, { yam }) => {
    await changePrice(shop.db, yam, { price_kobo: NEW_PRICE, discount_percent: undefined }, LIVE);
    return DONE;
  },
  'change a stock': async ({ shop }, { yam }) =>
    (await changeStock(shop.db, yam, { by: -TAKEN_UNITS }, LIVE)) === 'short' ? refused('short') : DONE,
  'import products': async ({ shop }, { importFile: file }) => {
    const none = { merchant: undefined, categories: undefined, pictures: undefined };
    const defaults = { weight_grams: undefined, stock: undefined, set_stock: true };
    const request = { file, report: `${file}.report.csv`, ...none, ...defaults };
    const imported = await exchangeCommands(shop).importProducts(request, { ...LIVE, onProgress: () => undefined });
    return typeof imported.refused === 'string' ? refused('running') : DONE;
  },
  ship: async ({ shop }, { paid }) => {
    const result = await takeStep(shop.db, paid.id, { step: 'ship', tracking: 'T1' });
    return result?.to ? DONE : refused(`is ${result?.from}`);
  },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];
