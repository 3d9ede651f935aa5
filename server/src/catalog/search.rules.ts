/** Maximum number of query words; further words are ignored. */
const MAX_WORDS = 8;
/** Maximum number of query characters; the rest is ignored. */
const MAX_CHARACTERS = 200;

/**
 * Letters without a separable accent, mapped to their replacement: 'b ƀƃɓ' maps each of ƀƃɓ to b. Must match
 * fold_text() in the database. Some apostrophes count as letters (Hausa ʼy) and become separators.
 */
const BASE_LETTERS = new Map(
  `' ʹʻʼʽ, 'n ŉ, a ⱥ, ae æ, b ƀƃɓʙ, c ƈȼɕ, d ðđƌȡɖɗ, db ȸ, dz ʣʥ, e ɇɛ, f ƒ, g ǥɠɡɢʛ, h ħɦɧʜ, hv ƕ, i ıɨɪ, j ȷɉɟʝ, k ƙ,
  l ŀłƚȴɫɬɭʟ, ls ʪ, lz ʫ, m ɱ, n ŋƞȵɲɳɴ, o øɔ, oe œɶ, oi ƣ, p ƥ, q ĸʠ, qp ȹ, r ɍɼɽɾʀ, s ȿʂ, ss ß, t ŧƫƭȶʈⱦ, th þ, ts ʦ,
  u ʉ, v ʋ, y ƴɏʏ, z ƶȥɀʐʑ`
    .split(',')
    .flatMap((group) => {
      const [base = '', letters = ''] = group.trim().split(' ');
      return [...letters].map((letter) => [letter, base] as const);
    }),
);

const COMBINING_MARKS = /[\u0300-\u036f]/g;

const replaceLetters = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (letter) => BASE_LETTERS.get(letter) ?? letter);

/** Normalizes text for search: lower case, without accents or tone marks. Must match fold_text() in the database. */
export const foldText = (text: string): string =>
  replaceLetters(
    replaceLetters(text.normalize('NFD').replace(COMBINING_MARKS, '').toLowerCase())
      .normalize('NFKD')
      .replace(COMBINING_MARKS, ''),
  );

/** The normalized words of a text. All other characters (quotes, %, NUL, emoji) are separators. */
export const searchWords = (text: string): string[] =>
  foldText(text.slice(0, MAX_CHARACTERS))
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS) ?? [];

/** The lookup key of a name: its normalized words in the singular. */
const nameKey = (words: readonly string[]): string =>
  words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)).join(' ');

/** Maps the key of each name to all its synonyms, as normalized words. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the synonyms file: one group per line, names separated by commas, `#` starts a comment. A name in several
 * groups has the synonyms of all of them.
 */
export const parseSynonyms = (file: string): Synonyms => {
  const groups = new Map<string, string[]>();
  for (const line of file.split('\n')) {
    const names = (line.split('#')[0] ?? '')
      .split(',')
      .map((name) => searchWords(name).join(' '))
      .filter(Boolean);
    for (const name of names) {
      const key = nameKey(name.split(' '));
      groups.set(key, [...new Set([...(groups.get(key) ?? [name]), ...names])]);
    }
  }
  return groups;
};

/** One search term: a list of synonyms, any of which matches. */
export type SearchTerm = { words: string[]; names: readonly string[] };

/**
 * Splits the words of a query into terms. The longest known name wins, so "melon seed" is one term and also matches its
 * synonym egusi.
 */
export const searchTerms = (words: readonly string[], synonyms: Synonyms): SearchTerm[] => {
  const terms: SearchTerm[] = [];
  for (let start = 0; start < words.length; ) {
    let termLength = 1;
    for (let length = Math.min(4, words.length - start); length > 1; length--) {
      if (synonyms.has(nameKey(words.slice(start, start + length)))) {
        termLength = length;
        break;
      }
    }
    const termWords = words.slice(start, start + termLength);
    terms.push({ words: termWords, names: synonyms.get(nameKey(termWords)) ?? [termWords.join(' ')] });
    start += termLength;
  }
  return terms;
};

/**
 * Formats the terms as a tsquery. Words contain only letters and digits, so they cannot inject operators.
 * @param similarWords spelling suggestions for words that the catalogue does not contain
 * @param matchAll true: a product must match every term; false: any term
 */
export const tsquery = (
  terms: readonly SearchTerm[],
  similarWords: ReadonlyMap<string, readonly string[]>,
  matchAll: boolean,
): string =>
  terms
    .map(({ words, names }) => {
      const [word] = words;
      const corrections = words.length === 1 && word !== undefined ? (similarWords.get(word) ?? []) : [];
      const choices = [...names, ...corrections].map((name) => name.split(' ').join(' <-> '));
      return `(${choices.join(' | ')})`;
    })
    .join(matchAll ? ' & ' : ' | ');

/** Edits that turn one word into the other: letters added, dropped or replaced, and neighbours swapped. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) (rows[0] as number[])[j] = j;
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
};

/** The query with each misspelt word replaced by the most similar one; null if no word is misspelt. */
export const correctQuery = (
  words: readonly string[],
  similarWords: ReadonlyMap<string, readonly string[]>,
): string | null => {
  const corrected = words.map((word) => {
    const similar = similarWords.get(word) ?? [];
    // The beginning of a word is not misspelt: the shopper is still typing.
    if (similar.some((other) => other.startsWith(word))) return word;
    return similar.toSorted((a, b) => editDistance(a, word) - editDistance(b, word))[0] ?? word;
  });
  return corrected.every((word, n) => word === words[n]) ? null : corrected.join(' ');
};
