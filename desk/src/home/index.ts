export { HomePage, type HomeSearch } from './home-page.tsx';
export { HOME_TABS } from './home-tabs.ts';
