import { hasWordStartingWith, normalizeSearchText } from '@sokuwa/ui/search-text.ts';

/** The words of a search, without accents. */
export const toWords = (query: string): string[] =>
  normalizeSearchText(query)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each word begins a word of the text. */
export const matchesAll = (text: string, words: readonly string[]): boolean => {
  const normalized = normalizeSearchText(text);
  return words.every((word) => hasWordStartingWith(normalized, word));
};

export type MarkedPart = { text: string; isMatch: boolean };

/** Splits a text into what matches a word of the search, whatever its accents, and what is between. */
export const markWords = (text: string, words: readonly string[]): MarkedPart[] => {
  // The letters without accents, and for each where it comes from.
  const letters: string[] = [];
  const origins: number[] = [];
  let at = 0;
  for (const symbol of text) {
    for (const letter of normalizeSearchText(symbol)) {
      letters.push(letter);
      origins.push(at);
    }
    at += symbol.length;
  }
  const plain = letters.join('');
  const marked = new Set<number>();
  for (const word of words)
    for (let found = plain.indexOf(word); word !== '' && found >= 0; found = plain.indexOf(word, found + 1))
      for (let offset = 0; offset < word.length; offset++) marked.add(origins[found + offset] ?? 0);
  const parts: MarkedPart[] = [];
  let index = 0;
  let isMatch = false;
  for (const symbol of text) {
    // A combining accent belongs to the letter before it.
    if (normalizeSearchText(symbol) !== '') isMatch = marked.has(index);
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch) last.text += symbol;
    else parts.push({ text: symbol, isMatch });
    index += symbol.length;
  }
  return parts;
};

/** The option after moving: round the ends. @param count more than 0 */
export const moveActive = (active: number, step: 1 | -1, count: number): number => (active + step + count) % count;

const MAX_SEARCHES = 5;
/** The last searches with a new one, the newest first. */
export const addSearch = (searches: readonly string[], search: string): string[] =>
  [search, ...searches.filter((other) => other.toLowerCase() !== search.toLowerCase())].slice(0, MAX_SEARCHES);

/** The searches that were stored; none if they cannot be read. */
export const parseSearches = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((search) => typeof search === 'string').slice(0, MAX_SEARCHES) : [];
