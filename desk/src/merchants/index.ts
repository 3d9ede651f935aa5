export { ApplicationPage } from './application-page.tsx';
export { ApplicationsPage, type ApplicationsSearch } from './applications-page.tsx';
export { MerchantPage } from './merchant-page.tsx';
export { MerchantsPage, type MerchantsSearch } from './merchants-page.tsx';
