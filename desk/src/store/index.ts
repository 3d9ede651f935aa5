export { StorePage } from './store-page.tsx';
