export { useStoreEvents } from './store-events.ts';
export { prefetchToday, todayQuery, useStoreCounts } from './today.queries.ts';
export { TodayPage } from './today-page.tsx';
