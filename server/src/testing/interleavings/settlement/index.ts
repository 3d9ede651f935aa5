import { checkTransfer } from '../../../payouts/send-payouts.service.ts';
import type { TestShop } from '../../shop.ts';
import type { Scene } from '../explore.ts';
import { ACTIONS } from './actions.ts';
import { findViolations, readState, type State } from './state.ts';
import { createWorld, type World } from './world.ts';

/** Looks up what was stopped while it was being sent: it fails if the provider does not know it (PAYOUT-34). */
const settleStopped = async (shop: TestShop, later: Date): Promise<void> => {
  const stopped = await shop.db
    .selectFrom('payout')
    .select('id')
    .where('status', '=', 'sending')
    .where('stopped_at', 'is not', null)
    .execute();
  for (const { id } of stopped) await checkTransfer(shop, id, later);
};

/** Returns, refunds out of goodwill, released sales, payouts and bank accounts, after the delivery. */
export const settlement: Scene<World, State, keyof typeof ACTIONS> = {
  createWorld,
  actions: ACTIONS,
  finish: settleStopped,
  readState,
  findViolations,
};
