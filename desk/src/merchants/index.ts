export { ApplicationPage } from './application-page.tsx';
export { ApplicationsPage, type ApplicationsSearch } from './applications-page.tsx';
export { MerchantPage } from './merchant-page.tsx';
export { merchantQuery } from './merchants.queries.ts';
export { MerchantsPage, type MerchantsSearch } from './merchants-page.tsx';
