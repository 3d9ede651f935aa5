import type { Scene } from '../explore.ts';
import { ACTIONS } from './actions.ts';
import { findViolations, readState, type State } from './state.ts';
import { createWorld, type World } from './world.ts';

/** Returns, refunds out of goodwill, released sales, payouts and bank accounts, after the delivery. */
export const settlement: Scene<World, State, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  readState,
  findViolations,
};
