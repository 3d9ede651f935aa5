import type { Slice } from '../slice.ts';
import { catalogWorkers } from './catalog.jobs.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { merchantProductRoutes } from './merchant-product.routes.ts';
import { merchantStoreRoutes } from './merchant-store.routes.ts';
import { operatorCategoryRoutes } from './operator-categories.routes.ts';
import { operatorMerchantRoutes } from './operator-merchants.routes.ts';
import { operatorSynonymRoutes } from './operator-synonyms.routes.ts';

export { presentCover, presentMerchant, presentProduct } from './catalog.present.ts';
export { seedMarket, storeShopPictures } from './catalog.seed.ts';
export { selectCards, selectForSitemap, selectNewestId } from './catalog.sql.ts';
export { findFreeSlug, isSameName } from './categories.rules.ts';
export {
  type CategoryNode,
  type CategoryTree,
  findMissingCategories,
  insertCategoryTree,
  type SubItem,
  selectCategoryNames,
  selectCategoryTree,
  selectSubItems,
  updateSubItemNames,
} from './categories.sql.ts';
export { DEMO_MERCHANT_SLUG } from './demo-merchant.ts';
export { isMergeable, lockPair, type Pair, retireDuplicate, selectPair } from './duplicates.service.ts';
export {
  type AlikeRow,
  dismissGroup,
  followMerges,
  lockMerges,
  mergedProducts,
  selectAlike,
  selectGroupOf,
} from './duplicates.sql.ts';
export { followChanges } from './follow-changes.ts';
export {
  type AddedProduct,
  type ChangedProduct,
  type ImportTargets,
  lockImportTargets,
  writeImportedProducts,
} from './imported-products.service.ts';
export { type Pairings, parseGlosses, parsePairings } from './local-names.rules.ts';
export { replaceEmail, selectSecurityContact } from './merchant-email.service.ts';
export { hashContent, presentOwnProduct } from './merchant-product.present.ts';
export { findMissing } from './merchant-product.rules.ts';
export { contentOf, listOwnProducts } from './merchant-product.service.ts';
export {
  hasProductWithPictures,
  type OwnProductRow,
  selectByIds,
  selectLowStock,
  selectOwnAfter,
} from './merchant-product.sql.ts';
export { limitEmailChanges } from './merchant-store.service.ts';
export {
  countHiddenProducts,
  countUnapproved,
  isMerchantSuspended,
  isStoreNameFree,
  lockMerchant,
  lockMerchantKey,
  lockSuspendedProductsOf,
  merchantCommissions,
  merchantContacts,
  merchantHandling,
  merchantNames,
  type Seller,
  selectFollowers,
  selectHandlingDays,
  selectMerchantBySlug,
  selectMerchantContact,
  selectMerchantSlug,
  selectMerchants,
  selectSellers,
  selectStore,
  storeProfiles,
  suspendedMerchants,
  updateStore,
  updateStoreState,
} from './merchants.sql.ts';
export { findMerchants } from './operator-merchants.routes.ts';
export {
  MAX_PICTURE_WIDTH,
  PRODUCT_PICTURE,
  PRODUCT_PICTURE_PREFIX,
  productPictureKey,
} from './product-picture.ts';
export {
  countProducts,
  firstPictureKey,
  type HiddenProduct,
  insertPictures,
  insertProducts,
  lockCatalogKeys,
  lockPictures,
  lockProductForReport,
  lockProductKey,
  lockProducts,
  lockProductsByHandle,
  type NewProduct,
  type ProductExportRow,
  type ProductQuantity,
  productMerchants,
  productSummaries,
  replacePictures,
  type StoredProduct,
  selectNewestProductIds,
  selectProductSeller,
  selectProductsForExport,
} from './products.sql.ts';
export { searchWords } from './search.rules.ts';
export { openSearch, type Search } from './search.service.ts';
export { returnStock, takeStock, updateProducts } from './stock.service.ts';
export {
  changeDraftStore,
  createDraftStore,
  deleteDraftStore,
  lockStoreToOpen,
  openStore,
  slugOfStore,
} from './store-opening.service.ts';

export { keepDown, lockForDecision, putBack, takeDown } from './takedowns.service.ts';
export { askedReviews } from './takedowns.sql.ts';

export const catalog = {
  routes: (api, shop) => {
    catalogRoutes(api, shop);
    merchantProductRoutes(api, shop);
    merchantStoreRoutes(api, shop);
    operatorMerchantRoutes(api, shop);
    operatorCategoryRoutes(api, shop);
    operatorSynonymRoutes(api, shop);
  },
  jobs: catalogWorkers,
  operatorCommands: async (shop) => (await import('./catalog.operator.ts')).catalogCommands(shop),
} satisfies Slice;
