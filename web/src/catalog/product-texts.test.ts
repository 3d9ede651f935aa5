import { expect, it } from 'vitest';
import { discountPercent, formatOldPrice, formatWeight, getInitials, splitParagraphs } from './product-texts.ts';

it('returns an old price only for a discount', { tags: ['@PRODUCT-20'] }, () => {
  expect(formatOldPrice({ discount_percentage: '15%', price: 12_450.5 })).toBe('₦12,450.50');
  expect(formatOldPrice({ discount_percentage: '0%', price: 12_450 })).toBeUndefined();
  expect(discountPercent({ discount_percentage: '' })).toBe(0);
});

it('formats weights in kilograms', () => {
  expect(formatWeight(0.92)).toBe('0.92 kg');
});

it.each([
  ['Òkè-Ajé Provisions', 'ÒP'],
  ['Ẹ̀bùn', 'Ẹ̀'],
  ['  ', ''],
  ['the Old Spice Road', 'TO'],
])('returns the initials of %s', (name, letters) => {
  expect(getInitials(name).normalize('NFC')).toBe(letters.normalize('NFC'));
});

it('splits a text at blank lines', () => {
  expect(splitParagraphs('One.\nStill one.\n\n  \nTwo.\n')).toEqual(['One.\nStill one.', 'Two.']);
});
