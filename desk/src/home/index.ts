export { HOME_TABS, HomePage, type HomeSearch } from './home-page.tsx';
