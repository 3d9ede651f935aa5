export { CustomerPage } from './customer-page.tsx';
export { CustomersPage } from './customers-page.tsx';
export { JOB_VIEWS } from './jobs-view.tsx';
export { useMarketCounts } from './overview.queries.ts';
export { OverviewPage } from './overview-page.tsx';
export { SETTINGS_VIEWS, SettingsPage, type SettingsSearch } from './settings-page.tsx';
