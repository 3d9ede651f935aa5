import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { BookEntries, BookEntriesQuery, BooksState, DayBalances } from './ledger.schemas.ts';

/** Days are those of UTC. */
export const readDayStatement = endpoint<{ query: { date: string }; response: string }>()({
  method: 'GET',
  path: '/operator/books/statement.csv',
  auth: 'operator',
  area: 'books',
  summary: 'The statement of a day for an accountant, as CSV',
  refusals: [...signedInRefusals, 'invalid_input'],
  download: 'books.csv',
});

/** Days are those of UTC. */
export const getDayBalances = endpoint<{ query: { date: string }; response: DayBalances }>()({
  method: 'GET',
  path: '/operator/books/balances/',
  auth: 'operator',
  area: 'books',
  summary: 'The balance of each account of the books at the beginning and the end of a day',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const listBookEntries = endpoint<{ query: BookEntriesQuery; response: BookEntries }>()({
  method: 'GET',
  path: '/operator/books/entries/',
  auth: 'operator',
  area: 'books',
  summary: 'Entries of the books by account, order and day, newest first',
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const getBooks = endpoint<{ response: BooksState }>()({
  method: 'GET',
  path: '/operator/books/',
  auth: 'operator',
  area: 'books',
  summary: 'The last check of the books, with the balances at its time',
  refusals: signedInRefusals,
});

/** It runs as a job, one at a time: while one waits or runs, a repetition returns that one. */
export const checkBooks = endpoint<{ response: BooksState }>()({
  method: 'POST',
  path: '/operator/books/check/',
  auth: 'operator',
  area: 'books',
  summary: 'Compare the books with orders, payments, refunds, disputes and payouts',
  refusals: apiWriteRefusals,
});
