import type { Scene } from '../explore.ts';
import { ACTIONS } from './actions.ts';
import { type Books, findViolations, readBooks } from './books.ts';
import { createWorld, type World } from './world.ts';

/** Returns, refunds out of goodwill, released sales, payouts and bank accounts, after the delivery. */
export const settlement: Scene<World, Books, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  readBooks,
  findViolations,
};
