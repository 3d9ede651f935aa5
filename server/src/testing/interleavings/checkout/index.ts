import type { Scene } from '../explore.ts';
import { ACTIONS, TAKEN_UNITS } from './actions.ts';
import { countUnits, findViolations, readState, type State } from './state.ts';
import { createWorld, type World } from './world.ts';

/** Carts, orders, payments, coupons, credit and stock, until an order is shipped. */
export const checkout: Scene<World, State, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  // An order whose time to pay is over is expired by whichever call meets it, in a transaction of its own.
  implicit: 'expire orders',
  readState,
  findViolations: (state, countDone) => {
    const [yam, ...others] = countUnits(TAKEN_UNITS * countDone('change a stock'));
    const isRecounted = countDone('import products') > 0;
    return findViolations(state, [isRecounted ? undefined : yam, ...others]);
  },
};
