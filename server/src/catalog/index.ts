export { presentMerchant, presentProduct } from './catalog.present.ts';
export { catalogRoutes } from './catalog.routes.ts';
export { seedMarket, storeShopPictures } from './catalog.seed.ts';
export { changePrice, changeStock } from './catalog.service.ts';
export { selectCards, selectForSitemap, selectNewestId } from './catalog.sql.ts';
export {
  type CategoryNode,
  type CategoryTree,
  insertCategoryTree,
  type SubItem,
  selectCategoryTree,
  selectSubItems,
  updateSubItemNames,
} from './categories.sql.ts';
export { changeEmail, createMerchant, giveToken, type NewMerchant } from './merchant.service.ts';
export {
  lockMerchantKey,
  merchantNames,
  type Seller,
  selectFollowers,
  selectMerchantContact,
  selectMerchants,
  selectSellers,
} from './merchants.sql.ts';
export {
  countProducts,
  deletePictures,
  firstPictureKey,
  insertPictures,
  insertProducts,
  lockProductKey,
  lockProducts,
  lockProductsByHandle,
  type NewProduct,
  type ProductExportRow,
  productSummaries,
  returnStock,
  type StoredProduct,
  selectNewestProductIds,
  selectProductSeller,
  selectProductsForExport,
  takeStock,
  updateProducts,
} from './products.sql.ts';
export { parseSynonyms } from './search.rules.ts';
export { openSearch, type Search } from './search.service.ts';
