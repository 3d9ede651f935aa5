import { readFile } from 'node:fs/promises';
import { glossesFile, pairingsFile, readMarket } from '@sokuwa/catalog/market.ts';
import { describe, expect, it } from 'vitest';
import { parseGlosses, parsePairings } from './local-names.rules.ts';
import { parseSynonyms, searchTerms } from './search.rules.ts';

describe('the glosses', () => {
  const readGlosses = () =>
    parseGlosses(
      '# names\nridi: sesame seeds # white\naya: nut\nkunun: drink\nkunun aya: tiger nut milk\nose dudu: black soap\nmasa: rice cake\nkas: jar,pot\n\nbad line\n!?: no name',
    );

  it.each([
    ['White beniseed (ridi), cleaned', 'ridi: sesame seeds'],
    ['RIDI', 'ridi: sesame seeds'],
    ['Ọṣẹ dúdú, raw', 'ose dudu: black soap'],
    ['Kunun aya, four bottles', 'kunun aya: tiger nut milk'],
    ['Two ridis', 'ridi: sesame seeds'],
    ['Kunun, sweet', 'kunun: drink'],
    ['Two masas', 'masa: rice cake'],
    ['Kas, large', 'kas: jar,pot'],
    // A word of three letters is not treated as a plural.
    ['Ka, large', null],
    ['Size S', null],
    ['Riding boots', null],
    ['A bad line', null],
    ['', null],
    ['!?', null],
  ])('find %j to mean %j', { tags: ['@PRODUCT-43'] }, (title, meaning) => {
    expect(readGlosses().find(title)).toBe(meaning);
  });

  it('let a search for the meaning find the name, but not the reverse', { tags: ['@PRODUCT-43'] }, () => {
    const synonyms = parseSynonyms(readGlosses().synonyms);
    expect(searchTerms(['sesame', 'seeds'], synonyms)).toMatchObject([{ names: ['sesame seeds', 'ridi'] }]);
    expect(searchTerms(['ridi'], synonyms)).toMatchObject([{ names: ['ridi'] }]);
    expect(searchTerms(['jar', 'pot'], synonyms)).toMatchObject([{ names: ['jar pot', 'kas'] }]);
  });

  it('of the shop explain many products, each in a few words', async () => {
    const shipped = parseGlosses(await readFile(glossesFile, 'utf8'));
    const found = (await readMarket()).products
      .map(({ title }) => shipped.find(title))
      .filter((gloss) => gloss !== null);
    expect(found.length).toBeGreaterThan(120);
    for (const gloss of found) expect(gloss.length).toBeLessThanOrEqual(50);
  });
});

describe('the pairings', () => {
  const findPairing = (title: string) =>
    parsePairings('okra soup: okra, palm oil\negusi soup: egusi, ugu, palm oil, soup pot\nugu stew: ugu, fish\n').find(
      title,
    );

  it.each([
    ['Ground egusi', 'egusi soup', ['ugu', 'palm oil', 'soup pot']],
    // Palm oil has several uses; the one in which it is most important is chosen.
    ['Red palm oil', 'okra soup', ['okra']],
    ['Fresh ugu', 'ugu stew', ['fish']],
    ['Green enamel soup pot', 'egusi soup', ['egusi', 'ugu', 'palm oil']],
  ])('find for %j: %s', { tags: ['@PRODUCT-44'] }, (title, use, items) => {
    expect(findPairing(title)).toEqual({ use, items });
  });

  it('find nothing for other products', () => {
    expect(findPairing('Djembe')).toBeUndefined();
  });

  it('of the shop name only things that it sells', async () => {
    const { products } = await readMarket();
    const file = await readFile(pairingsFile, 'utf8');
    const shipped = parsePairings(file);
    const used = products.flatMap(({ title, keywords }) => [title, ...keywords].map((name) => shipped.find(name)?.use));
    const uses = file.split('\n').flatMap((line) => (/^[a-z]/.test(line) ? [line.split(':')[0]] : []));
    for (const use of uses) expect(used).toContain(use);
  });
});
