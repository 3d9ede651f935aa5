import type { Scene } from '../explore.ts';
import { ACTIONS } from './actions.ts';
import { findViolations, readState, type State } from './state.ts';
import { createWorld, type World } from './world.ts';

/** Parcels, cancellations of pieces, refunds and disputes, after the payment. */
export const fulfilment: Scene<World, State, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  readState,
  findViolations,
};
