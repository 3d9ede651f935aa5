export { MarketReturnPage } from './market-return-page.tsx';
export { MARKET_RETURN_VIEWS, MarketReturnsPage, type MarketReturnView } from './market-returns-page.tsx';
export { ReturnPage } from './return-page.tsx';
export { RETURN_VIEWS, ReturnsPage, type ReturnView } from './returns-page.tsx';
