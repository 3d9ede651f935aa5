import type { Database } from '../platform/database.ts';
import type { Read } from '../platform/read-replica.ts';
import type { ListFilters, ListSort } from './catalog.rules.ts';
import type { ListPage } from './catalog.sql.ts';
import {
  correctWord,
  listSplits,
  parseSynonyms,
  type SearchTerm,
  type Synonyms,
  searchTerms,
  searchWords,
  type WordInfo,
} from './search.rules.ts';
import { type MatchScope, selectKnownWords, selectMatches, selectWordInfo } from './search.sql.ts';
import { selectSynonyms, selectSynonymsRevision } from './synonyms.sql.ts';

/** A page of results; `correctedQuery` is the query that was searched instead of a misspelt one. */
export type FoundPage = ListPage & { correctedQuery: string | null };

export type Search = {
  /**
   * Returns one page of search results, best match first. Ignores case and accents and applies synonyms. Corrects
   * misspelt words if nothing else matches; if no product matches every word, returns products that match some.
   */
  find(
    text: string,
    sort: ListSort | 'relevance',
    filters: ListFilters,
    page: number,
    /** A list of synonyms that is tried; by default the present one. */
    synonymList?: string,
  ): Promise<FoundPage>;
  /** The words that a search with this list of synonyms looks for, and everything that each of them finds. */
  explain(text: string, synonymList: string): Promise<{ words: string; names: string[] }[]>;
  /** The list of synonyms that the shop comes with. */
  builtInSynonyms: string;
};

/** Reads the present synonyms, and parses them when they have changed. */
const createSynonymReader = (parse: (list: string) => Synonyms, builtIn: string) => {
  let parsed = { revision: 0, synonyms: parse(builtIn) };
  return async (db: Database): Promise<Synonyms> => {
    // With each search, so that no node finds with an old list what is then cached.
    const revision = await selectSynonymsRevision(db);
    if (revision === parsed.revision) return parsed.synonyms;
    const row = await selectSynonyms(db);
    parsed = { revision: row?.revision ?? 0, synonyms: parse(row?.list ?? builtIn) };
    return parsed.synonyms;
  };
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

/**
 * @param read runs a query on the replica or the primary
 * @param builtIn the list of synonyms that the shop comes with
 * @param glosses more lines for each list: the meanings of local names
 */
export const openSearch = (read: Read, { builtIn, glosses }: { builtIn: string; glosses: string }): Search => {
  const parse = (list: string) => parseSynonyms(`${list}\n${glosses}`);
  const readSynonyms = createSynonymReader(parse, builtIn);
  return {
    builtInSynonyms: builtIn,
    explain: (text, synonymList) => read(async (db) => explainSearch(db, text, parse(synonymList))),
    find: async (text, sort, filters, page, synonymList) => {
      const words = searchWords(text);
      if (words.length === 0) return { count: 0, rows: [], correctedQuery: null };
      return read(async (db) => {
        const synonyms = synonymList === undefined ? await readSynonyms(db) : parse(synonymList);
        return findPage(db, words, synonyms, (terms, scope) => selectMatches(db, terms, scope, sort, filters, page));
      });
    },
  };
};

type SelectPage = (terms: readonly SearchTerm[], scope: MatchScope) => Promise<ListPage>;

/** The terms of words, without those that mean nothing. */
const listTerms = (words: readonly string[], info: ReadonlyMap<string, WordInfo>, synonyms: Synonyms): SearchTerm[] =>
  searchTerms(
    words.filter((word) => !info.get(word)?.isStopWord),
    synonyms,
  );

const explainSearch = async (db: Database, text: string, synonyms: Synonyms) => {
  const words = searchWords(text);
  const info = await selectWordInfo(db, [...new Set(words)]);
  return listTerms(words, info, synonyms)
    .map((term) => completeTerm(term, info))
    .map((term) => ({ words: term.words.join(' '), names: [...term.names] }));
};

const findPage = async (
  db: Database,
  given: readonly string[],
  synonyms: Synonyms,
  select: SelectPage,
): Promise<FoundPage> => {
  const info = await selectWordInfo(db, [...new Set(given)]);
  const findTerms = (words: readonly string[], scope: MatchScope) =>
    select(
      listTerms(words, info, synonyms).map((term) => completeTerm(term, info)),
      scope,
    );
  const corrected = await correctWords(db, given, info);
  const isCorrected = corrected.join(' ') !== given.join(' ');
  const mayBeInNames = canMatchNames(listTerms(given, info, synonyms), info);
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
};
