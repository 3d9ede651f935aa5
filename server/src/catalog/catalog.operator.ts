import type { CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { type ApiClient, selectApiTokens } from '../platform/api-tokens.ts';
import type { ActOptions } from '../platform/audit.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { changePrice, changeStock } from './catalog.service.ts';
import * as tree from './category-tree.service.ts';
import { selectCountedTree } from './category-tree.sql.ts';
import * as service from './merchant.service.ts';
import { type MerchantAccountRow, selectMerchantAccount, selectMerchantAccounts } from './merchants.sql.ts';
import { changeSynonyms, readSynonyms } from './synonyms.service.ts';

export const catalogCommands = ({ db, search }: ShopParts) => ({
  changeStock: (product: number, change: { to: number } | { by: number }, options: ActOptions) =>
    changeStock(db, product as ProductId, change, options),
  changePrice: (
    product: number,
    price: { price_kobo: Kobo; discount_percent: number | undefined },
    options: ActOptions,
  ) => changePrice(db, product as ProductId, price, options),
  selectCategories: () => selectCountedTree(db),
  renameCategory: (place: { level: CategoryLevel; id: number }, name: string, options: ActOptions) =>
    tree.changeCategory(db, place, { name }, options, 'categories rename'),
  moveCategory: (
    place: { level: CategoryLevel; id: number },
    to: { parent_id: number | null; position: number },
    options: ActOptions,
  ) => tree.moveCategory(db, place, to, options),
  mergeCategory: (place: { level: CategoryLevel; id: number }, into: number, options: ActOptions) =>
    tree.mergeCategory(db, place, into, options),
  readSynonyms: () => readSynonyms(db, search.builtInSynonyms),
  /** @param list null: the list that the shop comes with */
  replaceSynonyms: (list: string | null, options: ActOptions) =>
    changeSynonyms({ db, builtIn: search.builtInSynonyms }, { list }, options),
  selectMerchants: (words: string | undefined, after: number) =>
    selectMerchantAccounts(db, { search: words, after, limit: service.MERCHANTS_PAGE_SIZE }),
  /** @returns not_found if the merchant does not exist */
  readMerchant: async (merchant: number): Promise<MerchantAccountRow | Refused<'not_found'>> =>
    (await selectMerchantAccount(db, merchant as MerchantId)) ?? refuse('not_found'),
  createMerchant: (merchant: service.NewMerchant, options: ActOptions) => service.createMerchant(db, merchant, options),
  issueToken: (merchant: number, token: Pick<ApiClient, 'name' | 'scope'>, options: ActOptions) =>
    service.issueToken(db, merchant as MerchantId, token, options),
  selectTokens: (merchant: number) => selectApiTokens(db, merchant as MerchantId),
  revokeToken: (merchant: number, name: string, options: ActOptions) =>
    service.revokeToken(db, merchant as MerchantId, name, options),
  changeEmail: (merchant: number, email: string | null, options: ActOptions) =>
    service.changeEmail(db, merchant as MerchantId, email, options),
  changeCommission: (merchant: number, perMille: number | null, options: ActOptions) =>
    service.changeCommission(db, merchant as MerchantId, perMille, options),
  suspendMerchant: (merchant: number, options: ActOptions) =>
    service.suspendMerchant(db, merchant as MerchantId, options),
  unsuspendMerchant: (merchant: number, options: ActOptions) =>
    service.unsuspendMerchant(db, merchant as MerchantId, options),
});
