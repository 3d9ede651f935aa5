import type { Scene } from '../explore.ts';
import { ACTIONS, TAKEN_UNITS } from './actions.ts';
import { type Books, countUnits, findViolations, readBooks } from './books.ts';
import { createWorld, type World } from './world.ts';

/** Carts, orders, payments, coupons, credit and stock, until an order is shipped. */
export const checkout: Scene<World, Books, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  // An order whose time to pay is over is expired by whichever call meets it, in a transaction of its own.
  implicit: 'expire orders',
  readBooks,
  findViolations: (books, countDone) => {
    const [yam, ...others] = countUnits(TAKEN_UNITS * countDone('change a stock'));
    const isRecounted = countDone('import products') > 0;
    return findViolations(books, [isRecounted ? undefined : yam, ...others]);
  },
};
