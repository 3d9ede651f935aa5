export { presentMerchant, presentProduct } from './catalog.present.ts';
export { catalogRoutes } from './catalog.routes.ts';
export { parsePage } from './catalog.rules.ts';
export { seedMarket, storeShopPictures } from './catalog.seed.ts';
export { changePrice, changeStock } from './catalog.service.ts';
export { selectCards, selectForSitemap, selectMerchants, selectNewestId } from './catalog.sql.ts';
export { changeEmail, createMerchant, giveToken, type NewMerchant } from './merchant.service.ts';
export { parseSynonyms } from './search.rules.ts';
export { openSearch, type Search } from './search.service.ts';
