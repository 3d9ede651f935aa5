export { parseAccount } from './account-names.ts';
export { BOOKS_VIEWS, BooksPage, type BooksSearch } from './books-page.tsx';
