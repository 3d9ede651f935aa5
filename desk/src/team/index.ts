export { makeStoreTeam, marketTeam } from './team-desk.ts';
export { TeamPage } from './team-page.tsx';
