import type { ReturnStatus } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type Decision, decideReturn, listReturns, readReturn } from './returns.service.ts';

/** Operator actions on returns. */
export const returnCommands = (db: Database) => ({
  /** The newest returns in this state. */
  list: async (status: ReturnStatus): Promise<OrderReturn[]> => (await listReturns(db, 'operator', { status })).results,
  show: (id: string) => readReturn(db, 'operator', id),
  decide: (id: string, decision: Decision, options: ActOptions) => decideReturn(db, id, decision, options),
});
