import { type ApiClient, createApiToken, revokeApiToken, selectApiTokens } from '../platform/api-tokens.ts';
import { type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { Slice } from '../slice.ts';

/** Those who act for the shop, by command or by API. */
export const operators = {
  operatorCommands: async ({ db }) => ({
    createToken: (token: Pick<ApiClient, 'name' | 'scope'>, { dryRun }: DryRunOption) =>
      dryRun ? Promise.resolve(undefined) : createApiToken(db, { merchantId: null, ...token }),
    selectTokens: () => selectApiTokens(db, null),
    revokeToken: (name: string, options: DryRunOption) =>
      runInTransaction(db, options, (trx) => revokeApiToken(trx, { merchantId: null, name })),
  }),
} satisfies Slice;
