import type { Scene } from '../explore.ts';
import { ACTIONS } from './actions.ts';
import { type Books, findViolations, readBooks } from './books.ts';
import { createWorld, type World } from './world.ts';

/** Parcels, cancellations of pieces, refunds and disputes, after the payment. */
export const fulfilment: Scene<World, Books, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  readBooks,
  findViolations,
};
