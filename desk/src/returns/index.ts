export { ReturnPage } from './return-page.tsx';
export { RETURN_VIEWS, ReturnsPage, type ReturnView } from './returns-page.tsx';
