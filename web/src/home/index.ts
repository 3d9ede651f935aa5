export { heroPreloads } from './hero-preload.ts';
export { homeContentQuery } from './home.query.ts';
export { HomePage } from './home-page.tsx';
export { MyInterestPage } from './my-interest-page.tsx';
