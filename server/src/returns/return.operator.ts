import type { ReturnStatus } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { getRefusalText, isRefused } from '../platform/refusal.ts';
import { type Decision, decideReturn, listReturns, readReturn } from './return.service.ts';

/** Operator actions on returns. */
export const returnCommands = (db: Database) => ({
  /** The newest returns in this state. */
  list: async (status: ReturnStatus): Promise<OrderReturn[]> => (await listReturns(db, 'operator', { status })).results,
  /** @returns undefined if there is none */
  show: async (id: string): Promise<OrderReturn | undefined> => {
    const found = await readReturn(db, 'operator', id);
    return isRefused(found) ? undefined : found;
  },
  /** @returns the return; or the text of a refusal, with nothing changed */
  decide: async (id: string, decision: Decision, options: ActOptions): Promise<OrderReturn | { refused: string }> => {
    const decided = await decideReturn(db, id, decision, options);
    return isRefused(decided) ? { refused: getRefusalText(decided) } : decided;
  },
});
