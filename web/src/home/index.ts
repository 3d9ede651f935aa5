export { heroPreloads } from './hero-preload.ts';
export { HomePage } from './home-page.tsx';
export { LateBlocks } from './late-blocks.ts';
export { MyInterestPage } from './my-interest-page.tsx';
