export { useStoreEvents } from './store-events.ts';
export { todayQuery, useStoreCounts } from './today.queries.ts';
export { TodayPage } from './today-page.tsx';
