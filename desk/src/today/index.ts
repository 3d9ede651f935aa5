export { useStoreCounts } from './today.queries.ts';
export { TodayPage } from './today-page.tsx';
