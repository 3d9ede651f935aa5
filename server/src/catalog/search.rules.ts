/** Words of a query that are looked at; more would narrow nothing. */
const MOST_WORDS = 8;
/** Characters of a query that are looked at. */
const MOST_CHARACTERS = 200;

/**
 * Letters that carry no separable mark, and what the database's fold_text() replaces them by: 'b ƀƃɓ' is b for each of
 * the others. Some apostrophes count as letters (Hausa ʼy); they too become what separates words.
 */
const PLAIN = new Map(
  `' ʹʻʼʽ, 'n ŉ, a ⱥ, ae æ, b ƀƃɓʙ, c ƈȼɕ, d ðđƌȡɖɗ, db ȸ, dz ʣʥ, e ɇɛ, f ƒ, g ǥɠɡɢʛ, h ħɦɧʜ, hv ƕ, i ıɨɪ, j ȷɉɟʝ, k ƙ,
  l ŀłƚȴɫɬɭʟ, ls ʪ, lz ʫ, m ɱ, n ŋƞȵɲɳɴ, o øɔ, oe œɶ, oi ƣ, p ƥ, q ĸʠ, qp ȹ, r ɍɼɽɾʀ, s ȿʂ, ss ß, t ŧƫƭȶʈⱦ, th þ, ts ʦ,
  u ʉ, v ʋ, y ƴɏʏ, z ƶȥɀʐʑ`
    .split(',')
    .flatMap((group) => {
      const [plain = '', letters = ''] = group.trim().split(' ');
      return [...letters].map((letter) => [letter, plain] as const);
    }),
);

const MARKS = /[\u0300-\u036f]/g;

const plain = (text: string): string => text.replace(/[\u0080-\uffff]/g, (letter) => PLAIN.get(letter) ?? letter);

/** Text as search sees it: small letters without accents or tone marks; the same rule as fold_text() in the database. */
export const foldText = (text: string): string =>
  plain(plain(text.normalize('NFD').replace(MARKS, '').toLowerCase()).normalize('NFKD').replace(MARKS, ''));

/** The words of a text, folded; everything else (quotes, %, NUL, emoji) only separates. */
export const searchWords = (text: string): string[] =>
  foldText(text.slice(0, MOST_CHARACTERS))
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MOST_WORDS) ?? [];

/** What a name is looked up by: its folded words, plural or not. */
const nameKey = (words: readonly string[]): string =>
  words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)).join(' ');

/** For each name, by its key, all names that mean the same, as their folded words. */
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
    for (const name of names) {
      const key = nameKey(name.split(' '));
      groups.set(key, [...new Set([...(groups.get(key) ?? [name]), ...names])]);
    }
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
      if (synonyms.has(nameKey(words.slice(at, at + length)))) {
        taken = length;
        break;
      }
    }
    const own = words.slice(at, at + taken);
    terms.push({ words: own, names: synonyms.get(nameKey(own)) ?? [own.join(' ')] });
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
