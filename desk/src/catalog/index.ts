export { SynonymsPage } from './market-synonyms-page.tsx';
