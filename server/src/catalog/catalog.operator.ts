import type { Kobo } from '@sokuwa/contract/money.ts';
import { type ApiClient, revokeApiToken, selectApiTokens } from '../platform/api-tokens.ts';
import { type DryRunOption, runInTransaction } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { ShopParts } from '../shop.ts';
import { changePrice, changeStock } from './catalog.service.ts';
import { changeEmail, createMerchant, issueToken, type NewMerchant } from './merchant.service.ts';

export const catalogCommands = ({ db }: ShopParts) => ({
  changeStock: (product: number, change: { to: number } | { by: number }, options: DryRunOption) =>
    changeStock(db, product as ProductId, change, options),
  changePrice: (
    product: number,
    price: { price_kobo: Kobo; discount_percent: number | undefined },
    options: DryRunOption,
  ) => changePrice(db, product as ProductId, price, options),
  createMerchant: (merchant: NewMerchant, options: DryRunOption) => createMerchant(db, merchant, options),
  issueToken: (merchant: number, token: Pick<ApiClient, 'name' | 'scope'>, options: DryRunOption) =>
    issueToken(db, merchant as MerchantId, token, options),
  selectTokens: (merchant: number) => selectApiTokens(db, merchant as MerchantId),
  revokeToken: (merchant: number, name: string, { dryRun }: DryRunOption) =>
    runInTransaction(db, { dryRun }, (trx) => revokeApiToken(trx, { merchantId: merchant as MerchantId, name })),
  changeEmail: (merchant: number, email: string | null, options: DryRunOption) =>
    changeEmail(db, merchant as MerchantId, email, options),
});
