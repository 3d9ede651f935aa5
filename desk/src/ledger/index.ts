export { parseAccount } from './account-names.ts';
export { BOOKS_VIEWS } from './book-views.ts';
export { BooksPage, type BooksSearch } from './books-page.tsx';
