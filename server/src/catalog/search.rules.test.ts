import { readFile } from 'node:fs/promises';
import { synonymsFile } from '@sokuwa/catalog/market.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeSpellingDistance,
  correctWord,
  foldText,
  formatTsquery,
  listSplits,
  parseSynonyms,
  searchTerms,
  searchWords,
} from './search.rules.ts';

/** Any UTF-16 code units, including NUL and lone surrogates. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x250 })), { maxLength: 120 })
  .map((units) => String.fromCharCode(...units));
/** Latin letters and combining marks. */
const LATIN = Array.from({ length: 0x370 }, (_, n) => String.fromCodePoint(n));
const anyWords = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 8 });

describe('foldText', () => {
  it.each([
    ['Ọ̀pọ̀lọpọ̀ ẹ̀wà', 'opolopo ewa'],
    ['Ṣúyà', 'suya'],
    ['Ƙuli-ƙuli, ɗanɗano, ɓawon', 'kuli-kuli, dandano, bawon'],
    ['ʼYa ƴa', "'ya ya"],
    ['Ọ̀gbọ̀nọ̀ na ụgụ', 'ogbono na ugu'],
    ['Kɔkɔ, ŊMƐLƐ', 'koko, nmele'],
    ['Crème brûlée, œufs, Çà et là', 'creme brulee, oeufs, ca et la'],
    ['Straße, Ærø, Łódź', 'strasse, aero, lodz'],
    ['ＧＡＲＲＩ ﬁne', 'garri fine'],
  ])('folds %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('does not change folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...LATIN) }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('returns the same for composed and decomposed letters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(text.normalize('NFC'))).toBe(foldText(text.normalize('NFD')));
      }),
    );
  });
});

describe('searchWords', () => {
  it('returns at most eight words of letters and digits for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = searchWords(text);
        expect(words.length).toBeLessThanOrEqual(8);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  it.each(['', '  ', '!?%&|()*:\'"\\', '\0', '🍠🍠', '---', '<->'])('returns no words for %j', (text) => {
    expect(searchWords(text)).toEqual([]);
  });

  it('reads eight words, of the first 200 characters', () => {
    expect(searchWords('a b c d e f g h i')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(searchWords(`${' '.repeat(197)}yam rice`)).toEqual(['yam']);
  });

  it('reads only the beginning of a very long text', () => {
    expect(searchWords(`yam ${'x'.repeat(100_000)}`)[0]).toBe('yam');
  });
});

describe('parseSynonyms', () => {
  const file = '# names\n\nGarri, Gàrí , eba # staples\n melon seed,egusi\r\n,,\negusi, agusi\nlonely\n';
  const findNames = (text: string) =>
    searchTerms(searchWords(text), parseSynonyms(file)).map(({ names }) => names.toSorted());

  it('treats the names of a group as synonyms, regardless of case and accents', { tags: ['@SEARCH-13'] }, () => {
    expect(findNames('GARI')).toEqual([['eba', 'gari', 'garri']]);
    expect(findNames('eba')).toEqual(findNames('garri'));
  });

  it.each([
    ['gari', 'garri'],
    ['melon seed', 'egusi'],
    ['okro', 'okra'],
    ['kitenge', 'ankara'],
    ['wax print', 'ankara'],
    ['apon', 'ogbono'],
  ])(
    'finds in the synonyms file of the shop that %s means %s',
    { tags: ['@SEARCH-12', '@SEARCH-13'] },
    async (name, other) => {
      const shipped = parseSynonyms(await readFile(synonymsFile, 'utf8'));
      expect(searchTerms(searchWords(name), shipped)).toMatchObject([{ names: expect.arrayContaining([name, other]) }]);
      expect(searchTerms(searchWords(other), shipped)).toMatchObject([
        { names: expect.arrayContaining([name, other]) },
      ]);
    },
  );

  it('gives a name in several groups the synonyms of all of them', () => {
    expect(findNames('egusi')).toEqual([['agusi', 'egusi', 'melon seed']]);
    expect(findNames('agusi')).toEqual([['agusi', 'egusi']]);
  });

  it('matches plurals', () => {
    expect(findNames('melon seeds')).toEqual([['egusi', 'melon seed']]);
    // A word of three letters is not treated as a plural, and two words do not match one.
    expect(searchTerms(['ga'], parseSynonyms('gas, fuel'))).toMatchObject([{ names: ['ga'] }]);
    expect(findNames('melonseed')).toEqual([['melonseed']]);
  });

  it('ignores comments and empty lines', () => {
    expect(findNames('staples')).toEqual([['staples']]);
    expect(findNames('lonely')).toEqual([['lonely']]);
  });
});

describe('searchTerms', () => {
  it('prefers the longest known name', () => {
    const synonyms = parseSynonyms('bean, cowpea\nhoney bean, oloyin\nsweet honey bean cake, akara');
    const terms = (text: string) => searchTerms(searchWords(text), synonyms).map(({ words }) => words.join(' '));
    expect(terms('fresh honey bean flour')).toEqual(['fresh', 'honey bean', 'flour']);
    expect(terms('sweet honey bean cake')).toEqual(['sweet honey bean cake']);
    expect(terms('honey')).toEqual(['honey']);
  });

  it('contains every word once, in order', () => {
    fc.assert(
      fc.property(anyWords, fc.array(anyWords, { maxLength: 5 }), (words, names) => {
        const file = `${names.map((name) => name.join(' ')).join(',')}\n${words.slice(1, 3).join(' ')}, other`;
        expect(searchTerms(words, parseSynonyms(file)).flatMap((term) => term.words)).toEqual(words);
      }),
    );
  });
});

describe('a modifier', () => {
  const modifiers = (text: string, synonyms = '') =>
    searchTerms(searchWords(text), parseSynonyms(synonyms))
      .filter(({ isModifier }) => isModifier)
      .map(({ words }) => words.join(' '));

  it.each([
    ['red dress', ['red']],
    ['men shoes', ['men']],
    ['shirt size XL', ['size xl']],
    ['slippers EU 42', ['eu 42']],
    ['shirt size xxxxl', ['size xxxxl']],
    ['shirt size 3xl', ['size 3xl']],
    ['shirt size xxxs', ['size xxxs']],
    ['shirt size m', ['size m']],
    ['shirt size a', []],
    ['phone a5', []],
    ['shirt size 1234', ['1234']],
    ['rice 5kg', ['5kg']],
    ['5 yams', ['5']],
    ['7up drink', []],
    ['leather bag', []],
    ['size of a drum', []],
    // A query of modifiers only searches for them.
    ['red', []],
    ['size 42', []],
  ])('of %j is %j', { tags: ['@SEARCH-16'] }, (text, expected) => {
    expect(modifiers(text)).toEqual(expected);
  });

  it('is a single word, even with synonyms; a longer name that begins with one is not a modifier', {
    tags: ['@SEARCH-16'],
  }, () => {
    expect(modifiers('dress red', 'red, crimson')).toEqual(['red']);
    expect(modifiers('red dress', 'red, crimson')).toEqual(['red']);
    expect(modifiers('black soap bar', 'black soap, ose dudu')).toEqual([]);
  });

  it('with a size is searched in the main part of a title', () => {
    const [, size] = searchTerms(['slippers', 'eu', '42'], new Map());
    expect(size && formatTsquery(size, 'head')).toBe('eu:AB <-> 42:AB');
  });

  it('alone is found anywhere in a title', { tags: ['@SEARCH-16'] }, () => {
    const [red] = searchTerms(['red'], new Map());
    const [colour, dress] = searchTerms(['red', 'dress'], new Map());
    if (!red || !colour || !dress) throw new Error('no term');
    expect(formatTsquery(red, 'noun')).toBe('red');
    expect(formatTsquery(colour, 'noun')).toBe('red:A');
    expect(formatTsquery(dress, 'noun')).toBe('dress:A');
  });

  it('is searched in every size system', () => {
    expect(searchTerms(['size', '42'], new Map())).toMatchObject([{ names: ['size 42', 'eu 42', 'uk 42', 'us 42'] }]);
    expect(searchTerms(['eu', '42'], new Map())).toMatchObject([{ names: ['eu 42'] }]);
  });
});

describe('tsquery', () => {
  it('searches for all names of a term, in the given part of the product', () => {
    const [term] = searchTerms(['melon', 'seed'], parseSynonyms('melon seed, egusi'));
    if (!term) throw new Error('no term');
    expect(formatTsquery(term, 'any')).toBe('melon <-> seed | egusi');
    expect(formatTsquery(term, 'head')).toBe('melon:AB <-> seed:AB | egusi:AB');
    expect(formatTsquery(term, 'noun')).toBe('melon <-> seed:A | egusi:A');
  });

  it('contains only words and tsquery operators, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of searchTerms(searchWords(text), new Map()))
          expect(formatTsquery(term, 'any')).toMatch(/^[\p{L}\p{N}]+( (<->|\|) [\p{L}\p{N}]+)*$/u);
      }),
    );
  });
});

describe('correctWord', () => {
  const correct = (word: string, similar: string[]) =>
    correctWord({ word, isStopWord: false, isKnown: false, completions: [], similar });

  it.each([
    // A swap, a doubled letter or another vowel costs less than another consonant.
    ['vevlet', ['vellum', 'velvet'], 'velvet'],
    ['egussi', ['egunsi', 'egusi'], 'egusi'],
    ['mortor', ['morton', 'mortar'], 'mortar'],
    ['tae', ['tag', 'tan', 'tea'], 'tea'],
    ['plantin', ['plains', 'plantains'], 'plantains'],
    ['qqxxzz', ['quartz'], undefined],
    ['rice', [], undefined],
  ])('corrects %j among %j to %j', { tags: ['@SEARCH-11'] }, (word, similar, expected) => {
    expect(correct(word, similar)).toBe(expected);
  });

  it('allows more mistakes in a longer word', { tags: ['@SEARCH-11'] }, () => {
    // A doubled letter and another vowel cost 1.4; two other added letters cost 1.8.
    expect(correct('yammu', ['yama'])).toBeUndefined();
    expect(correct('manggu', ['mango'])).toBe('mango');
    expect(correct('plxanty', ['plant'])).toBeUndefined();
    expect(correct('plxantyn', ['plantn'])).toBe('plantn');
  });

  it('prefers the singular where the catalogue has both, and finds a plural by its singular', () => {
    expect(correct('mortr', ['mortars', 'mortar'])).toBe('mortar');
    expect(correct('sesme', ['sesames'])).toBe('sesames');
  });

  it('never corrects a short word by two letters', () => {
    expect(correct('yam', ['ram'])).toBeUndefined();
    expect(correct('soup', ['soap'])).toBe('soap');
    expect(correct('garb', ['gari'])).toBe('gari');
    expect(correct('garbs', ['gari'])).toBeUndefined();
  });
});

describe('computeSpellingDistance', () => {
  it.each([
    ['mango', 'mango', 0],
    ['mangxo', 'mango', 0.9],
    ['manggo', 'mango', 0.6],
    ['mamngo', 'mango', 0.9],
    ['mortor', 'mortar', 0.8],
    ['mortbr', 'mortar', 1],
    ['tae', 'tea', 0.7],
    ['xango', 'mango', 1.4],
    ['', 'ab', 2.4],
    // A swapped pair before and after a doubled letter.
    ['xaab', 'xba', 1.3],
    ['xabb', 'xba', 1.3],
  ])('of %j and %j is %d, in both directions', (a, b, distance) => {
    expect(computeSpellingDistance(a, b)).toBeCloseTo(distance);
    expect(computeSpellingDistance(b, a)).toBeCloseTo(distance);
  });

  const anyWord = fc.stringMatching(/^[a-e]{0,7}$/);
  it('is 0 for the same word only, and about the same in both directions', () => {
    fc.assert(
      fc.property(anyWord, anyWord, (a, b) => {
        expect(computeSpellingDistance(a, b) === 0).toBe(a === b);
        expect(computeSpellingDistance(a, b)).toBeCloseTo(computeSpellingDistance(b, a));
      }),
    );
  });
});

it('listSplits returns every split into two words of at least three letters', () => {
  expect(listSplits('blacksoap')).toContainEqual(['black', 'soap']);
  expect(listSplits('short')).toEqual([]);
  expect(listSplits('sixsix')).toEqual([['six', 'six']]);
});

it('a name before > also finds the names behind it, but not the reverse', { tags: ['@SEARCH-13'] }, () => {
  const synonyms = parseSynonyms('shoes, footwear > sandals, slippers\n');
  const names = (text: string) => searchTerms([text], synonyms)[0]?.names;
  expect(names('shoes')).toEqual(['shoes', 'footwear', 'sandals', 'slippers']);
  expect(names('footwear')).toEqual(['footwear', 'shoes', 'sandals', 'slippers']);
  expect(names('sandals')).toEqual(['sandals']);
});
