import { DEFAULT_HOME } from '@sokuwa/contract/home/home.content.ts';
import type { Banner, HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import { expect, it } from 'vitest';
import {
  countChanges,
  describeUnit,
  findHomeConflicts,
  findMissing,
  mergeHome,
  nameConflict,
  readLocalDraft,
  toParagraphs,
} from './home.values.ts';

const base = DEFAULT_HOME;
const withFields = (content: HomeContent, id: string, fields: Partial<Banner>): HomeContent => ({
  ...content,
  banners: content.banners.map((banner) => (banner.id === id ? { ...banner, ...fields } : banner)),
});
const withHeadline = (content: HomeContent, id: string, headline: string): HomeContent =>
  withFields(content, id, { headline });
const reversed: HomeContent = { ...base, banners: base.banners.toReversed() };

it('changes are counted by item, and an order once', () => {
  expect(countChanges(base, base)).toBe(0);
  expect(countChanges(withHeadline(reversed, 'fabrics', 'New'), base)).toBe(2);
});

it('what only one has changed needs no choice', () => {
  const mine = withHeadline(base, 'fabrics', 'Mine');
  const theirs = withHeadline(reversed, 'deals', 'Theirs');
  expect(findHomeConflicts(mine, theirs, base)).toEqual([]);
  expect(mergeHome(mine, theirs, base, [])).toEqual(
    withHeadline(withHeadline(reversed, 'deals', 'Theirs'), 'fabrics', 'Mine'),
  );
});

it('what both have changed is chosen', () => {
  const mine = withHeadline(base, 'fabrics', 'Mine');
  const theirs = withHeadline(base, 'fabrics', 'Theirs');
  expect(findHomeConflicts(mine, theirs, base)).toEqual(['banners fabrics']);
  expect(mergeHome(mine, theirs, base, [])).toEqual(mine);
  expect(mergeHome(mine, theirs, base, ['banners fabrics'])).toEqual(theirs);
  expect(nameConflict(mine, 'banners fabrics')).toBe('Banner “Mine”');
  expect(nameConflict(mine, 'banners order')).toBe('Order of the banners');
  expect(describeUnit(theirs, [mine, base], 'banners fabrics')).toBe('Headline: Theirs');
  const white = withFields(base, 'fabrics', { background: 'dark', colour: '#000000' });
  expect(describeUnit(white, [withFields(base, 'fabrics', { background: 'light' }), base], 'banners fabrics')).toBe(
    'Text on it: White text, for a dark picture · Colour above the picture: #000000',
  );
  expect(describeUnit(base, [mine], 'banners order')).toMatch(/^Ankara by the yard, Hot deals/);
});

it('a part with other items is chosen as a whole', () => {
  const others: HomeContent = {
    ...base,
    banners: base.banners.map((banner) => ({ ...banner, id: `new-${banner.id}` })),
  };
  const mine = withHeadline(base, 'fabrics', 'Mine');
  expect(findHomeConflicts(mine, others, base)).toEqual(['banners']);
  expect(mergeHome(mine, others, base, ['banners'])).toEqual(others);
  expect(nameConflict(mine, 'banners')).toBe('All banners');
});

it('empty texts are found', () => {
  expect(findMissing(base)).toEqual([]);
  expect(findMissing(withHeadline(base, 'deals', ' '))).toEqual([{ part: 'banners', index: 1, field: 'headline' }]);
});

it('a draft of the device is read only in its present shape', () => {
  const draft = { revision: 3, base, content: reversed };
  expect(readLocalDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  for (const stored of [undefined, 'x', {}, { ...draft, content: { ...base, tiles: [] } }])
    expect(readLocalDraft(stored)).toBeUndefined();
});

it('empty lines divide paragraphs', () => {
  expect(toParagraphs('One\nline\n\n \nTwo ')).toEqual(['One\nline', 'Two']);
  expect(toParagraphs(' ')).toEqual(['']);
});
