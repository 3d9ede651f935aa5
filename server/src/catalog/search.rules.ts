/** Words of a query that are looked at; more would narrow nothing. */
const MOST_WORDS = 8;
/** Characters of a query that are looked at. */
const MOST_CHARACTERS = 200;

/** Letters that carry no separable mark, as the database's unaccent() replaces them. */
const PLAIN: Record<string, string> = {
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ŋ: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** Text as search sees it: small letters without accents or tone marks. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ɓɗƙƴŋɛɔıøłđßæœ]/g, (letter) => PLAIN[letter] ?? letter);

/** The words of a text, folded; everything else (quotes, %, NUL, emoji) only separates. */
export const searchWords = (text: string): string[] =>
  foldText(text.slice(0, MOST_CHARACTERS))
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MOST_WORDS) ?? [];

/** For each name, as its folded words, all names that mean the same. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * Reads the synonyms file: one group a line, names separated by commas, `#` starts a comment.
 * A name that stands in several groups means all of them.
 */
export const parseSynonyms = (file: string): Synonyms => {
  const groups = new Map<string, string[]>();
  for (const line of file.split('\n')) {
    const names = (line.split('#')[0] ?? '')
      .split(',')
      .map((name) => searchWords(name).join(' '))
      .filter(Boolean);
    for (const name of names) groups.set(name, [...new Set([...(groups.get(name) ?? [name]), ...names])]);
  }
  return groups;
};

/** One thing the shopper asked for: any of the names will do. */
export type SearchTerm = { words: string[]; names: readonly string[] };

/**
 * Cuts a query's words into terms; the longest name that the synonyms know is taken first, so that "melon seed" is one
 * term that egusi answers too.
 */
export const searchTerms = (words: readonly string[], synonyms: Synonyms): SearchTerm[] => {
  const terms: SearchTerm[] = [];
  for (let at = 0; at < words.length; ) {
    let taken = 1;
    for (let length = Math.min(4, words.length - at); length > 1; length--) {
      if (synonyms.has(words.slice(at, at + length).join(' '))) {
        taken = length;
        break;
      }
    }
    const own = words.slice(at, at + taken);
    const name = own.join(' ');
    terms.push({ words: own, names: synonyms.get(name) ?? [name] });
    at += taken;
  }
  return terms;
};

/**
 * The terms as a tsquery in text form; words hold letters and digits only, so nothing in it can be an operator.
 * @param near for a word that the catalogue doesn't know, the words it may have meant
 * @param every whether a product must answer every term, or any of them
 */
export const tsquery = (
  terms: readonly SearchTerm[],
  near: ReadonlyMap<string, readonly string[]>,
  every: boolean,
): string =>
  terms
    .map(({ words, names }) => {
      const [only] = words;
      const meant = words.length === 1 && only !== undefined ? (near.get(only) ?? []) : [];
      const choices = [...names, ...meant].map((name) => name.split(' ').join(' <-> '));
      return `(${choices.join(' | ')})`;
    })
    .join(every ? ' & ' : ' | ');
