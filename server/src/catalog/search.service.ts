import type { Read } from '../platform/read-replica.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import { type ListPage, selectMatches, selectNearWords } from './catalog.sql.ts';
import { type Synonyms, searchTerms, searchWords, tsquery } from './search.rules.ts';

export type Search = {
  /**
   * One page of the products that answer a shopper's words, best first.
   * Case and accents don't matter; misspelt words are taken for the nearest that name a product; synonyms answer too.
   * When no product answers every word, those that answer any are found.
   */
  find(text: string, sort: ListSort | 'relevance', filters: ListFilters, page: number): Promise<ListPage>;
};

export const openSearch = (read: Read, synonyms: Synonyms): Search => ({
  find: async (text, sort, filters, page) => {
    const terms = searchTerms(searchWords(text), synonyms);
    if (terms.length === 0) return { count: 0, rows: [] };
    return read(async (db) => {
      const near = await selectNearWords(db, [...new Set(terms.flatMap((term) => term.words))]);
      const found = await selectMatches(db, tsquery(terms, near, true), sort, filters, page);
      if (found.count > 0 || terms.length === 1) return found;
      return selectMatches(db, tsquery(terms, near, false), sort, filters, page);
    });
  },
});
