export { CustomerPage } from './customer-page.tsx';
export { CustomersPage } from './customers-page.tsx';
export { overviewQuery, useMarketCounts, useWorkCounts } from './overview.queries.ts';
export { OverviewPage } from './overview-page.tsx';
export { SettingsPage, type SettingsSearch } from './settings-page.tsx';
export { JOB_VIEWS, SETTINGS_VIEWS } from './settings-views.ts';
