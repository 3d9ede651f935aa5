import { readConfig } from './config.ts';
import type { Finding } from './operations/findings.rules.ts';
import { migrateShop, openShop, type ShopParts } from './shop.ts';
import { slices } from './slices.ts';

export { ConfigError } from './config.ts';
export { FORMATS, type FormatName, type Imported, type OnProgress } from './exchange/index.ts';
export type { Finding } from './operations/findings.rules.ts';
export {
  CARRIER_KEYS,
  type FulfilmentView,
  type RefundMethod,
} from './orders/index.ts';
export type { ApiToken } from './platform/api-tokens.ts';
export type { Act, ActOptions, AuditEntry } from './platform/audit.ts';
export { getRefusalText, isRefused, type Refused } from './platform/refusal.ts';

type Slices = typeof slices;
type CommandsOf<S> = S extends { operatorCommands(shop: ShopParts): Promise<infer Commands> } ? Commands : never;

/** The operator's commands by slice: `operator.catalog.changeStock(…)`. */
export type Operator = {
  [Name in keyof Slices as Slices[Name] extends { operatorCommands: unknown } ? Name : never]: CommandsOf<Slices[Name]>;
};

/** Loads the commands of every slice. */
export const loadOperator = async (shop: ShopParts): Promise<Operator> => {
  const commands: Record<string, object> = {};
  for (const [name, slice] of Object.entries(slices))
    if ('operatorCommands' in slice) commands[name] = await slice.operatorCommands(shop);
  return commands as Operator;
};

/**
 * Opens the shop for the operator's command line, with the settings of the server. A running shop is not interrupted: it
 * uses the changes immediately and sends the mails.
 * @throws ConfigError for a wrong setting
 */
export const openOperator = async (
  env: Record<string, string | undefined>,
): Promise<{ operator: Operator; close(): Promise<void> }> => {
  const config = { ...readConfig(env), databaseConnections: 1, statementTimeoutMs: 0 };
  // Standard output is for the command's own output.
  const shop = await openShop(config, { logStream: process.stderr });
  try {
    await migrateShop(shop);
    return { operator: await loadOperator(shop), close: shop.close };
  } catch (error) {
    await shop.close();
    throw error;
  }
};

/** Checks the shop of these settings. The doctor is loaded only here. */
export const examineShop = async (env: Record<string, string | undefined>): Promise<Finding[]> =>
  (await import('./operations/doctor.ts')).examine(env);
