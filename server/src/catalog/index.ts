export { catalogRoutes } from './catalog.routes.ts';
export { seedMarket, storeShopPictures } from './catalog.seed.ts';
export { changePrice, changeStock } from './catalog.service.ts';
export { selectForSitemap, selectNewestId } from './catalog.sql.ts';
export { changeEmail, createMerchant, giveToken, type NewMerchant } from './merchant.service.ts';
export { parseSynonyms } from './search.rules.ts';
export { openSearch, type Search } from './search.service.ts';
