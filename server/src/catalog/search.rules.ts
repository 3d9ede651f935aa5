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

const splitNames = (list: string): string[] =>
  list
    .split(',')
    .map((name) => searchWords(name).join(' '))
    .filter(Boolean);

/** Maps the key of each name to all its synonyms, as normalized words. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/**
 * Parses the synonyms file: one group per line, names separated by commas, `#` starts a comment. In `shoes > sandals,
 * slippers` the first name also finds the others, but not the reverse. A name in several groups has the synonyms of all
 * of them.
 */
export const parseSynonyms = (file: string): Synonyms => {
  const groups = new Map<string, string[]>();
  for (const line of file.split('\n')) {
    const [left = '', right] = (line.split('#')[0] ?? '').split('>');
    const names = splitNames(left);
    const narrower = splitNames(right ?? '');
    for (const name of names) {
      const key = nameKey(name.split(' '));
      groups.set(key, [...new Set([...(groups.get(key) ?? [name]), ...names, ...narrower])]);
    }
  }
  return groups;
};

/**
 * One search term: a list of synonyms, any of which matches. A modifier (colour, size, amount, audience) need not match;
 * products without it rank lower, and are not shown beside products with it (SEARCH-16).
 */
export type SearchTerm = {
  words: string[];
  names: readonly string[];
  isModifier: boolean;
  /** The query has modifiers only, so the modifier counts the same anywhere in a title. */
  matchesAnywhere: boolean;
};

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const COLOURS = wordSet(
  'red blue green yellow orange purple violet pink brown black white grey gray gold golden silver cream beige indigo navy teal turquoise maroon wine burgundy lilac plum ivory tan coral magenta fuchsia emerald olive lime rust multicolour colourful',
);
const AUDIENCES = wordSet(
  'men man mens male gents women woman womens ladies lady female girl girls boy boys kid kids child children childrens unisex adult adults',
);
/** Size systems that titles use: 'EU 42', 'size L'. */
const SIZE_SYSTEMS = ['size', 'eu', 'uk', 'us'];
const SIZE = /^(\d{1,3}|x{0,3}[sml]|\d?x+l)$/;

/** A number, or an amount such as '5kg'. */
const AMOUNT = /^\d+(kg|g|l|ml|cl|cm|m|yd|pcs)?$/;

/** Takes a size such as 'size 42' from the start of the words. The term matches the value after any size system. */
const parseSizeTerm = (words: readonly string[]): SearchTerm | undefined => {
  const [system = '', value = ''] = words;
  if (!SIZE_SYSTEMS.includes(system) || !SIZE.test(value)) return undefined;
  const systems = system === 'size' ? SIZE_SYSTEMS : [system];
  return {
    words: [system, value],
    names: systems.map((one) => `${one} ${value}`),
    isModifier: true,
    matchesAnywhere: false,
  };
};

/**
 * Splits the words of a query into terms. The longest known name wins, so "melon seed" is one term and also matches its
 * synonym egusi. A query of modifiers only ("red") searches for them.
 */
export const searchTerms = (words: readonly string[], synonyms: Synonyms): SearchTerm[] => {
  const terms: SearchTerm[] = [];
  for (let start = 0; start < words.length; ) {
    const size = parseSizeTerm(words.slice(start, start + 2));
    let termLength = 1;
    for (let length = Math.min(4, words.length - start); length > 1; length--) {
      if (synonyms.has(nameKey(words.slice(start, start + length)))) {
        termLength = length;
        break;
      }
    }
    const termWords = words.slice(start, start + termLength);
    const [word = ''] = termWords;
    const term = size ?? {
      words: termWords,
      names: synonyms.get(nameKey(termWords)) ?? [word],
      matchesAnywhere: false,
      isModifier: termLength === 1 && (COLOURS.has(word) || AUDIENCES.has(word) || AMOUNT.test(word)),
    };
    terms.push(term);
    start += term.words.length;
  }
  return terms.every(({ isModifier }) => isModifier)
    ? terms.map((term) => ({ ...term, isModifier: false, matchesAnywhere: true }))
    : terms;
};

/**
 * Formats the names of a term as a tsquery. Words contain only letters and digits, so they cannot inject operators.
 * @param part which words of a product match: `noun` the noun that its title ends with, `head` the main part of the
 *   title, `any` any of its names
 */
export const formatTsquery = ({ names, matchesAnywhere }: SearchTerm, part: 'noun' | 'head' | 'any'): string =>
  names
    .map((name) =>
      name
        .split(' ')
        .map((word, n, words) => {
          if (matchesAnywhere) return word;
          if (part === 'head') return `${word}:AB`;
          return part === 'noun' && n === words.length - 1 ? `${word}:A` : word;
        })
        .join(' <-> '),
    )
    .join(' | ');

/** What the catalogue's vocabulary knows about a word of a query. */
export type WordInfo = {
  word: string;
  /** A stop word such as "for", which the index does not contain. */
  isStopWord: boolean;
  isKnown: boolean;
  /** For an unknown word: the words that begin with it, and the words that are similar to it. */
  completions: readonly string[];
  similar: readonly string[];
};

const isVowel = (letter: string): boolean => 'aeiou'.includes(letter);

/**
 * The edit distance of two spellings: about 1 for each letter added, dropped or replaced and each pair swapped.
 * Frequent mistakes (a swapped pair, a doubled letter, another vowel) cost less; another first letter costs more.
 */
export const computeSpellingDistance = (a: string, b: string): number => {
  const width = b.length + 1;
  const costs = new Float64Array((a.length + 1) * width);
  const at = (i: number, j: number): number => costs[i * width + j] ?? 0;
  const isDoubled = (text: string, n: number) => text[n - 1] === text[n - 2] || text[n - 1] === text[n];
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 || j === 0) {
        costs[i * width + j] = i + j;
        continue;
      }
      const [x = '', y = ''] = [a[i - 1], b[j - 1]];
      const replace = x === y ? 0 : isVowel(x) && isVowel(y) ? 0.8 : 1;
      const isSwapped = x === b[j - 2] && a[i - 2] === y;
      costs[i * width + j] = Math.min(
        at(i - 1, j) + (isDoubled(a, i) ? 0.6 : 0.9),
        at(i, j - 1) + (isDoubled(b, j) ? 0.6 : 0.9),
        at(i - 1, j - 1) + replace,
        isSwapped ? at(i - 2, j - 2) + 0.7 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length) + (a[0] === b[0] ? 0 : 0.4);
};

/** Longer words may have two mistakes. */
const computeMaxDistance = (word: string): number => (word.length >= 8 ? 2 : word.length >= 6 ? 1.5 : 1);

/** Returns the most similar word of the catalogue; undefined if none is similar enough. */
export const correctWord = ({ word, similar }: WordInfo): string | undefined => {
  const [best] = similar
    // The query may misspell the singular of a word that the catalogue has in the plural.
    .map((other) => ({
      other,
      distance: Math.min(
        computeSpellingDistance(word, other),
        computeSpellingDistance(word, other.replace(/s$/, '')) + 0.1,
      ),
    }))
    .filter(({ distance }) => distance <= computeMaxDistance(word))
    .toSorted((a, b) => a.distance - b.distance);
  return best?.other;
};

/** Lists the splits of a word into two words of at least three letters: 'blacksoap' into 'black soap' and others. */
export const listSplits = (word: string): [string, string][] =>
  Array.from({ length: Math.max(0, word.length - 5) }, (_, n) => [word.slice(0, n + 3), word.slice(n + 3)]);
