import type { Read } from '../platform/read-replica.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import { type ListPage, selectMatches, selectSimilarWords } from './catalog.sql.ts';
import { correctQuery, type Synonyms, searchTerms, searchWords, tsquery } from './search.rules.ts';

export type Search = {
  /**
   * Returns one page of search results, best match first. Ignores case and accents, corrects misspelt words and applies
   * synonyms. If no product matches every word, returns products that match any.
   */
  find(text: string, sort: ListSort | 'relevance', filters: ListFilters, page: number): Promise<FoundPage>;
};

/** A page of results; `correctedQuery` is the query that was searched instead of a misspelt one. */
export type FoundPage = ListPage & { correctedQuery: string | null };

export const openSearch = (read: Read, synonyms: Synonyms): Search => ({
  find: async (text, sort, filters, page) => {
    const words = searchWords(text);
    const terms = searchTerms(words, synonyms);
    if (terms.length === 0) return { count: 0, rows: [], correctedQuery: null };
    return read(async (db) => {
      const similarWords = await selectSimilarWords(db, [...new Set(words)]);
      const correctedQuery = correctQuery(words, similarWords);
      const found = await selectMatches(db, tsquery(terms, similarWords, true), sort, filters, page);
      if (found.count > 0 || terms.length === 1) return { ...found, correctedQuery };
      return { ...(await selectMatches(db, tsquery(terms, similarWords, false), sort, filters, page)), correctedQuery };
    });
  },
});
