import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { expect, it } from 'vitest';
import {
  addEdits,
  countReplaced,
  type Drafts,
  dropSaved,
  NO_DRAFTS,
  setFailures,
  toBase,
  toChange,
  toChanges,
  undoEdits,
} from './drafts.rules.ts';

const garri = { id: 7, price: 4200, stock: 1200, version: 'v1' } as OwnProduct;
const yam = { id: 8, price: 900, stock: 3, version: 'y1' } as OwnProduct;
const base = toBase(garri);
const sold = { ...garri, stock: 1190, version: 'v2' };
const draftsOf = (edits: Drafts['edits']): Drafts => ({ edits, failures: {} });

it('a change is made from the product as it was when it was typed', { tags: ['@MERCHANT-75'] }, () => {
  expect(toChange(sold, { stock: '1,208', base })).toEqual({ id: 7, version: 'v1', stock: 1208, stock_from: 1200 });
  expect(toChange(sold, { price: '4,200', base })).toBeUndefined();
  expect(toChange(sold, { stock: 'many', base })).toBe('Write the stock as a whole number.');
  expect(toChange(sold, { price: '0', base })).toBe('Write the price in naira, such as 2,500.');
});

it('what is typed is added to a row, from the product as it was at the first character', {
  tags: ['@MERCHANT-75'],
}, () => {
  const first = addEdits(NO_DRAFTS, { 7: { price: '4', base } });
  const second = addEdits(first, { 7: { stock: '9', base: toBase(sold) }, 8: { stock: '1', base: toBase(yam) } });
  expect(second.edits).toEqual({ 7: { price: '4', stock: '9', base }, 8: { stock: '1', base: toBase(yam) } });
});

it('edits that replace typed values are counted, and can be taken back without what was typed after them', {
  tags: ['@MERCHANT-75'],
}, () => {
  const before = draftsOf({ 7: { price: '4000', base } });
  const added = { 7: { price: '5000', base }, 8: { price: '1000', base: toBase(yam) } };
  expect(countReplaced(before, added)).toBe(1);
  expect(countReplaced(before, { 7: { stock: '1', base } })).toBe(0);
  const now = addEdits(addEdits(before, added), { 9: { stock: '2', base } });
  expect(undoEdits(now, added, before).edits).toEqual({ 7: { price: '4000', base }, 9: { stock: '2', base } });
});

it('after a conflict the edit is one of the product as it is now', { tags: ['@MERCHANT-75'] }, () => {
  const conflicted = setFailures(draftsOf({ 7: { stock: '1208', base } }), { 7: 'Somebody else' }, [sold]);
  expect(conflicted.failures).toEqual({ 7: 'Somebody else' });
  expect(toChanges(conflicted, [sold]).changes).toEqual([{ id: 7, version: 'v2', stock: 1208, stock_from: 1190 }]);
  expect(setFailures(NO_DRAFTS, {}, [sold])).toEqual(NO_DRAFTS);
});

it('saved edits are dropped; what was typed while they were saved stays, as a change of what is saved', {
  tags: ['@MERCHANT-75'],
}, () => {
  const sent = draftsOf({ 7: { stock: '1208', base }, 8: { stock: '5', base: toBase(yam) } });
  const typedSince = addEdits(sent, { 7: { stock: '1209', base } });
  const saved = [
    { ...garri, stock: 1208, version: 'v3' },
    { ...yam, stock: 5, version: 'y2' },
  ];
  expect(dropSaved(typedSince, sent.edits, saved).edits).toEqual({
    7: { stock: '1209', base: { stock: 1208, version: 'v3' } },
  });
  expect(dropSaved(sent, sent.edits, [])).toEqual(sent);
});

it('the drafts of the rows that are shown are sent if all of them are valid', { tags: ['@MERCHANT-75'] }, () => {
  const drafts = draftsOf({ 7: { stock: 'x', base }, 8: { stock: '5', base: toBase(yam) }, 9: { stock: '1', base } });
  expect(toChanges(drafts, [garri, yam])).toEqual({
    changes: [{ id: 8, version: 'y1', stock: 5, stock_from: 3 }],
    failures: { 7: 'Write the stock as a whole number.' },
  });
});
