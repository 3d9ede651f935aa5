import { kobo } from '@sokuwa/contract/money.ts';
import { changePrice, changeStock } from '../../../catalog/catalog.service.ts';
import { exchangeCommands } from '../../../exchange/exchange.operator.ts';
import { expireOrders, takeStep } from '../../../orders/order.service.ts';
import { isRefused } from '../../../platform/refusal.ts';
import {
  type Action,
  type ActionResult,
  call,
  DONE,
  deleteAccount,
  deliver,
  LIVE,
  refused,
  sendRefunds,
} from '../actions.ts';
import type { GatedNode } from '../node.ts';
import type { World } from './world.ts';

const NEW_PRICE = kobo(1_500_000);
/** Units that `change a stock` takes away: so many that not every order can have its units. */
export const TAKEN_UNITS = 4;
const post = (node: GatedNode, of: Pick<World, 'buyer'>, path: string, payload: object): Promise<ActionResult> =>
  call(node, of, { method: 'POST', path, payload });
const placeOrder = (node: GatedNode, of: Pick<World, 'buyer'>, body: object): Promise<ActionResult> =>
  post(node, of, '/create-order/initialize-payment/', body);
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
  'delete the account': deleteAccount,
  'change a price': async ({ shop }, { yam }) => {
    await changePrice(shop.db, yam, { price_kobo: NEW_PRICE, discount_percent: undefined }, LIVE);
    return DONE;
  },
  'change a stock': async ({ shop }, { yam }) =>
    isRefused(await changeStock(shop.db, yam, { by: -TAKEN_UNITS }, LIVE)) ? refused('short') : DONE,
  'import products': async ({ shop }, { importFile: file }) => {
    const none = { merchant: undefined, categories: undefined, pictures: undefined };
    const defaults = { weight_grams: undefined, stock: undefined, set_stock: true };
    const request = { file, report: `${file}.report.csv`, ...none, ...defaults };
    const imported = await exchangeCommands(shop).importProducts(request, { ...LIVE, onProgress: () => undefined });
    return typeof imported.refused === 'string' ? refused('running') : DONE;
  },
  ship: async ({ shop }, { paid }) => {
    const result = await takeStep(shop.db, paid.id, { step: 'ship', tracking: 'T1' }, LIVE);
    return 'refused' in result ? refused(result.refused) : DONE;
  },
} satisfies Record<string, Action<World>>;
