import { createApiToken, type TokenScope } from '../platform/api-tokens.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { TestShop } from './shop.ts';

const act = { actor: 'Ada', reason: 'A test' };
/** An operator's change. */
export const LIVE_ACT: ActOptions = { dryRun: false, act };
/** The same, only tried. */
export const DRY_ACT: ActOptions = { dryRun: true, act };

/** The headers of an operator's program. */
export const signInOperator = async (
  shop: TestShop,
  { name = 'finance', scope = 'write' }: { name?: string; scope?: TokenScope } = {},
): Promise<{ authorization: string }> => ({
  authorization: `Token ${await createApiToken(shop.db, { merchantId: null, name, scope })}`,
});
