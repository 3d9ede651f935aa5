import { readFile } from 'node:fs/promises';
import { synonymsFile } from '@sokuwa/catalog/market.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, parseSynonyms, searchTerms, searchWords, tsquery } from './search.rules.ts';

/** Any UTF-16 at all: NUL, lone surrogates, letters of every script. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x250 })), { maxLength: 120 })
  .map((units) => String.fromCharCode(...units));
/** Letters of Latin alphabets and the marks that go with them. */
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

  it('leaves folded text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...LATIN) }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  it('gives letters with marks and letters beside marks alike', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(text.normalize('NFC'))).toBe(foldText(text.normalize('NFD')));
      }),
    );
  });
});

describe('searchWords', () => {
  it('gives a few words of letters and digits for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = searchWords(text);
        expect(words.length).toBeLessThanOrEqual(8);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  it.each(['', '  ', '!?%&|()*:\'"\\', '\0', '🍠🍠', '---', '<->'])('gives none for %j', (text) => {
    expect(searchWords(text)).toEqual([]);
  });

  it('reads the beginning of a very long text', () => {
    expect(searchWords(`yam ${'x'.repeat(100_000)}`)[0]).toBe('yam');
  });
});

describe('parseSynonyms', () => {
  const synonyms = parseSynonyms(
    '# names\n\nGarri, Gàrí , eba # staples\n melon seed,egusi\r\n,,\negusi, agusi\nlonely\n',
  );
  const namesOf = (text: string) => searchTerms(searchWords(text), synonyms).map(({ names }) => names.toSorted());

  it('takes a group as names of one thing, whatever their case and accents', { tags: ['@SEARCH-13'] }, () => {
    expect(namesOf('GARI')).toEqual([['eba', 'gari', 'garri']]);
    expect(namesOf('eba')).toEqual(namesOf('garri'));
  });

  it.each([
    ['gari', 'garri'],
    ['melon seed', 'egusi'],
    ['okro', 'okra'],
    ['kitenge', 'ankara'],
    ['wax print', 'ankara'],
    ['apon', 'ogbono'],
  ])('knows by the file of the shop that %s is %s', { tags: ['@SEARCH-12', '@SEARCH-13'] }, async (name, other) => {
    const shipped = parseSynonyms(await readFile(synonymsFile, 'utf8'));
    expect(searchTerms(searchWords(name), shipped)).toMatchObject([{ names: expect.arrayContaining([name, other]) }]);
    expect(searchTerms(searchWords(other), shipped)).toMatchObject([{ names: expect.arrayContaining([name, other]) }]);
  });

  it('takes a name of several groups for all of them', () => {
    expect(namesOf('egusi')).toEqual([['agusi', 'egusi', 'melon seed']]);
    expect(namesOf('agusi')).toEqual([['agusi', 'egusi']]);
  });

  it('knows a name in its plural too', () => {
    expect(namesOf('melon seeds')).toEqual([['egusi', 'melon seed']]);
  });

  it('ignores comments and empty lines', () => {
    expect(namesOf('staples')).toEqual([['staples']]);
    expect(namesOf('lonely')).toEqual([['lonely']]);
  });
});

describe('searchTerms', () => {
  it('take the longest known name first', () => {
    const synonyms = parseSynonyms('bean, cowpea\nhoney bean, oloyin\nsweet honey bean cake, akara');
    const terms = (text: string) => searchTerms(searchWords(text), synonyms).map(({ words }) => words.join(' '));
    expect(terms('fresh honey bean flour')).toEqual(['fresh', 'honey bean', 'flour']);
    expect(terms('sweet honey bean cake')).toEqual(['sweet honey bean cake']);
    expect(terms('honey')).toEqual(['honey']);
  });

  it('hold every word once, in order', () => {
    fc.assert(
      fc.property(anyWords, fc.array(anyWords, { maxLength: 5 }), (words, names) => {
        const file = `${names.map((name) => name.join(' ')).join(',')}\n${words.slice(1, 3).join(' ')}, other`;
        expect(searchTerms(words, parseSynonyms(file)).flatMap((term) => term.words)).toEqual(words);
      }),
    );
  });
});

describe('tsquery', () => {
  it('asks for every term or for any, each by all its names and by what a misspelt word may mean', () => {
    const terms = searchTerms(['melon', 'seed', 'yamm'], parseSynonyms('egusi, melon seed'));
    const near = new Map([
      ['yamm', ['yam']],
      ['melon', ['lemon']],
    ]);
    expect(tsquery(terms, near, true)).toBe('(melon <-> seed | egusi) & (yamm | yam)');
    expect(tsquery(terms, near, false)).toBe('(melon <-> seed | egusi) | (yamm | yam)');
  });

  it('holds nothing but words and its own operators, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const query = tsquery(searchTerms(searchWords(text), new Map()), new Map(), true);
        expect(query).toMatch(/^(\([\p{L}\p{N}]+\)( & )?)*$/u);
      }),
    );
  });
});
