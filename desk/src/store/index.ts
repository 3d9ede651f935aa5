export { CoverPanel } from './cover-panel.tsx';
export { StorePage } from './store-page.tsx';
