import { fulfilmentOperator } from '../../../orders/fulfilment.operator.ts';
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
import type { World } from './world.ts';

type Outcome = { status: string } | { refused: string };
const toResult = (outcome: Outcome): ActionResult => ('refused' in outcome ? refused(outcome.refused) : DONE);
const parcel = (trackingNumber: string) => ({ carrier: 'other', trackingNumber });

/** Everything that changes paid orders, their parcels, and what is owed for them. */
export const ACTIONS = {
  'ship one cloth': async ({ shop }, { weaver }) => {
    const lines = [{ position: 0, quantity: 1 }];
    return toResult(await fulfilmentOperator(shop.db).ship(weaver, { ...parcel('C1'), lines }, LIVE));
  },
  'ship all cloths': async ({ shop }, { weaver }) =>
    toResult(await fulfilmentOperator(shop.db).ship(weaver, parcel('C2'), LIVE)),
  'ship two yams': async ({ shop }, { farmer }) => {
    const lines = [{ position: 1, quantity: 2 }];
    return toResult(await fulfilmentOperator(shop.db).ship(farmer, { ...parcel('Y1'), lines }, LIVE));
  },
  'deliver the yams': async ({ shop }, { farmer }) =>
    toResult(await fulfilmentOperator(shop.db).deliver(farmer, undefined, LIVE)),
  'cancel one cloth': async ({ shop }, { weaver }) =>
    toResult(await fulfilmentOperator(shop.db).cancel(weaver, [{ position: 0, quantity: 1 }], LIVE)),
  'cancel two yams': async ({ shop }, { farmer }) =>
    toResult(await fulfilmentOperator(shop.db).cancel(farmer, [{ position: 1, quantity: 2 }], LIVE)),
  'cancel the order': (node, world) => call(node, world, { method: 'POST', path: `/orders/${world.order}/cancel` }),
  'change the address': (node, world) =>
    call(node, world, {
      method: 'PUT',
      path: `/orders/${world.order}/shipping-address`,
      payload: { shipping_address_id: world.otherAddress },
    }),
  'report a dispute': (node, { disputed }) => deliver(node, disputed),
  'lose the dispute': (node, { disputeLost }) => deliver(node, disputeLost),
  'send refunds': (node) => sendRefunds(node),
  'delete the account': deleteAccount,
} satisfies Record<string, Action<World>>;
