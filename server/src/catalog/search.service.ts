import type { Database } from '../platform/database.ts';
import type { Read } from '../platform/read-replica.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import type { ListPage } from './catalog.sql.ts';
import {
  correctWord,
  listSplits,
  type SearchTerm,
  type Synonyms,
  searchTerms,
  searchWords,
  type WordInfo,
} from './search.rules.ts';
import { type MatchScope, selectKnownWords, selectMatches, selectWordInfo } from './search.sql.ts';

/** A page of results; `correctedQuery` is the query that was searched instead of a misspelt one. */
export type FoundPage = ListPage & { correctedQuery: string | null };

export type Search = {
  /**
   * Returns one page of search results, best match first. Ignores case and accents and applies synonyms. Corrects
   * misspelt words if nothing else matches; if no product matches every word, returns products that match some.
   */
  find(text: string, sort: ListSort | 'relevance', filters: ListFilters, page: number): Promise<FoundPage>;
};

/** Adds the completions of an unknown word, which the shopper may still be typing. */
const completeTerm = (term: SearchTerm, info: ReadonlyMap<string, WordInfo>): SearchTerm => {
  const [word] = term.words;
  const completions = term.words.length === 1 && word !== undefined ? (info.get(word)?.completions ?? []) : [];
  return { ...term, names: [...new Set([...term.names, ...completions])] };
};

/**
 * Replaces misspelt words by words of the catalogue.
 * @returns the same words if there is nothing to correct
 */
const correctWords = async (
  db: Database,
  words: readonly string[],
  info: ReadonlyMap<string, WordInfo>,
): Promise<string[]> => {
  const corrected: string[] = [];
  for (const word of words) {
    const about = info.get(word);
    if (!about || about.isStopWord || about.isKnown || about.completions.length > 0) corrected.push(word);
    else corrected.push(...(correctWord(about)?.split(' ') ?? (await splitWord(db, word)) ?? [word]));
  }
  return corrected;
};

/** Splits a search word into two words of the catalogue that the shopper wrote without a space. */
const splitWord = async (db: Database, word: string): Promise<string[] | undefined> => {
  const splits = listSplits(word);
  if (splits.length === 0) return undefined;
  const known = await selectKnownWords(db, [...new Set(splits.flat())]);
  return splits.find((parts) => parts.every((part) => known.has(part)));
};

/** The characters of words in the catalogue's vocabulary. */
const VOCABULARY_WORD = /^[a-z\d]{3,}$/;

/**
 * Whether the names of a product can match one of the terms. Looking for a rare word takes longest, and the words of all
 * names are in the vocabulary.
 */
const canMatchNames = (terms: readonly SearchTerm[], info: ReadonlyMap<string, WordInfo>): boolean =>
  terms.some(({ words, names }) => {
    const [word = ''] = words;
    const about = info.get(word);
    const isAlone = words.length === 1 && names.length === 1 && names[0] === word;
    return !isAlone || !about || about.isKnown || about.completions.length > 0 || !VOCABULARY_WORD.test(word);
  });

/** @param read runs a query on the replica or the primary */
export const openSearch = (read: Read, synonyms: Synonyms): Search => ({
  find: async (text, sort, filters, page) => {
    const given = searchWords(text);
    if (given.length === 0) return { count: 0, rows: [], correctedQuery: null };
    return read(async (db) => {
      const info = await selectWordInfo(db, [...new Set(given)]);
      const termsOf = (words: readonly string[]) =>
        searchTerms(
          words.filter((word) => !info.get(word)?.isStopWord),
          synonyms,
        );
      const findTerms = (words: readonly string[], scope: MatchScope) =>
        selectMatches(
          db,
          termsOf(words).map((term) => completeTerm(term, info)),
          scope,
          sort,
          filters,
          page,
        );
      const corrected = await correctWords(db, given, info);
      const isCorrected = corrected.join(' ') !== given.join(' ');
      const mayBeInNames = canMatchNames(termsOf(given), info);
      const attempts: { words: readonly string[]; scope: MatchScope; isUseful: boolean }[] = [
        { words: given, scope: 'names', isUseful: mayBeInNames },
        { words: corrected, scope: 'names', isUseful: isCorrected },
        { words: given, scope: 'text', isUseful: true },
        { words: given, scope: 'anyName', isUseful: mayBeInNames },
        { words: corrected, scope: 'anyName', isUseful: isCorrected },
      ];
      for (const { words, scope } of attempts.filter(({ isUseful }) => isUseful)) {
        const found = await findTerms(words, scope);
        if (found.count > 0) return { ...found, correctedQuery: words === corrected ? corrected.join(' ') : null };
      }
      return { count: 0, rows: [], correctedQuery: null };
    });
  },
});
