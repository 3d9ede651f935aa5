import { foldText } from './search.rules.ts';

/** Number of titles whose meaning is cached. Finding the meanings takes a fifth of the time of a list. */
const MAX_KNOWN_TITLES = 10_000;

/** Reads the lines `name: text` of a file; `#` starts a comment. */
const parseLines = (file: string): [name: string, text: string][] =>
  file.split('\n').flatMap((line) => {
    const [name = '', text = ''] = (line.split('#')[0] ?? '').split(':').map((part) => part.trim());
    return name && text ? [[name, text] as [string, string]] : [];
  });

const splitWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const toSingular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);

/** Returns a function that finds the first name in a text, as whole words, also in the plural. The longest name wins. */
const createNameFinder = <T>(
  names: readonly (readonly [name: string, value: T])[],
): ((text: string) => T | undefined) => {
  const byFirstWord = new Map<string, { words: string[]; value: T }[]>();
  for (const [name, value] of names) {
    const words = splitWords(name).map(toSingular);
    const first = words[0] ?? '';
    byFirstWord.set(
      first,
      [...(byFirstWord.get(first) ?? []), { words, value }].toSorted((x, y) => y.words.length - x.words.length),
    );
  }
  return (text) => {
    const words = splitWords(text).map(toSingular);
    for (const [start, first] of words.entries()) {
      const found = byFirstWord.get(first)?.find((name) => name.words.every((word, n) => words[start + n] === word));
      if (found) return found.value;
    }
    return undefined;
  };
};

/** The meanings of local names. */
export type Glosses = {
  /** The meaning of the first local name in a title, as 'ridi: sesame seeds'; null if it has none. */
  find(title: string): string | null;
  /** Lines for `parseSynonyms`: a search for the meaning also finds the name. */
  synonyms: string;
};

/** Parses the glosses file. */
export const parseGlosses = (file: string): Glosses => {
  const lines = parseLines(file);
  // Joined and not concatenated, because a concatenated string doubles the time that V8 takes to serialize a response.
  const find = createNameFinder(lines.map((line) => [line[0], line.join(': ')] as const));
  const known = new Map<string, string | null>();
  return {
    find: (title) => {
      let gloss = known.get(title);
      if (gloss === undefined) {
        // Forgets all at once: to keep the order of use takes as long as the rest of the lookup.
        if (known.size === MAX_KNOWN_TITLES) known.clear();
        gloss = find(title) ?? null;
        known.set(title, gloss);
      }
      return gloss;
    },
    synonyms: lines.map(([name, meaning]) => `${meaning.replaceAll(',', ' ')} > ${name}`).join('\n'),
  };
};

/** The products that belong to a dish or use, as search terms, the most important first. */
export type Pairing = { use: string; items: readonly string[] };
export type Pairings = {
  /**
   * Finds the use for which a product is most important, with the other items of that use.
   * @returns undefined if the title names no item of any use
   */
  find(title: string): Pairing | undefined;
};

/** Parses the pairings file. */
export const parsePairings = (file: string): Pairings => {
  const pairings = parseLines(file).map(([use, list]) => {
    const items = list.split(',').map((item) => item.trim());
    return { use, items, finders: items.map((item) => createNameFinder([[item, true]])) };
  });
  return {
    find: (title) => {
      const [best] = pairings
        .map(({ use, items, finders }) => ({ use, items, place: finders.findIndex((find) => find(title)) }))
        .filter(({ place }) => place >= 0)
        .toSorted((a, b) => a.place - b.place);
      return best && { use: best.use, items: best.items.filter((_, n) => n !== best.place) };
    },
  };
};
