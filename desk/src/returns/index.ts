export { MarketReturnPage } from './market-return-page.tsx';
export { MarketReturnsPage, type MarketReturnView } from './market-returns-page.tsx';
export { ReturnPage } from './return-page.tsx';
export { MARKET_RETURN_VIEWS, RETURN_VIEWS } from './return-views.ts';
export { ReturnsPage, type ReturnView } from './returns-page.tsx';
