import { parseNaira } from '@sokuwa/contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CartItems, computeSubtotal } from './cart.rules.ts';
import { readStoredCart, toStoredCart } from './stored-cart.ts';

const yam = {
  product_id: 7,
  title: 'Puna yam, three tubers',
  image: '/media/products/puna-yam-front/400.webp',
  quantity: 2,
  price: '12,450',
  total: '24,900',
  weight: 6,
};
const storedText = (...lines: unknown[]) => JSON.stringify({ cart: lines, subtotal: 0 });
const read = (...lines: unknown[]) => toStoredCart(readStoredCart(storedText(...lines)));

/** Checks the invariants of every cart. */
const expectValid = (items: CartItems) => {
  const { cart, subtotal: naira } = toStoredCart(items);
  const totals = cart.map((line): number => {
    const price: number | null = parseNaira(line.price);
    const total: number | null = parseNaira(line.total);
    expect(Number.isInteger(line.quantity) && line.quantity > 0).toBe(true);
    expect(price).not.toBeNull();
    expect(total).toBe((price ?? 0) * line.quantity);
    expect(line.title.trim()).not.toBe('');
    expect(line.weight).toBeGreaterThanOrEqual(0);
    expect(line.image === '' || line.image.startsWith('/media/')).toBe(true);
    return total ?? 0;
  });
  const sum = totals.reduce((a, b) => a + b, 0);
  expect(Number.isSafeInteger(sum)).toBe(true);
  expect(computeSubtotal(items)).toBe(sum);
  expect(naira).toBe(sum / 100);
  expect(new Set(cart.map((line) => line.product_id)).size).toBe(cart.length);
};

/** Nearly valid carts, so that lines are repaired and not only omitted. */
const malformedLine = fc.record(
  {
    product_id: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom('3', '', 0, -1, 1.5, 1e99, null, [], {})),
    title: fc.oneof(fc.string(), fc.jsonValue()),
    image: fc.oneof(
      fc.constantFrom(yam.image, 'javascript:alert(1)', '//evil.example/x.png', '/media/../x'),
      fc.jsonValue(),
    ),
    quantity: fc.oneof(fc.integer(), fc.double(), fc.constantFrom('4', 'many', -1, 0, 1e300), fc.jsonValue()),
    price: fc.oneof(
      fc.constantFrom('12,450', '₦99.50', '1e5', '-3', 'free', '99999999999999999999'),
      fc.double(),
      fc.jsonValue(),
    ),
    total: fc.jsonValue(),
    weight: fc.oneof(fc.double(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const malformedCart = fc.record({ cart: fc.array(malformedLine, { maxLength: 12 }), subtotal: fc.jsonValue() });

describe('the stored cart', () => {
  it('is read as a valid cart from any text', { tags: ['@CART-14'] }, () => {
    fc.assert(fc.property(fc.string(), (text) => expectValid(readStoredCart(text))));
    fc.assert(fc.property(fc.jsonValue(), (value) => expectValid(readStoredCart(JSON.stringify(value)))));
    fc.assert(
      fc.property(malformedCart, (value) => expectValid(readStoredCart(JSON.stringify(value)))),
      { numRuns: 500 },
    );
  });

  it('does not change when it is read again after a repair', () => {
    fc.assert(
      fc.property(malformedCart, (value) => {
        const repaired = toStoredCart(readStoredCart(JSON.stringify(value)));
        expect(toStoredCart(readStoredCart(JSON.stringify(repaired)))).toEqual(repaired);
      }),
    );
  });

  it('has exactly the format of the specification', {
    tags: ['@CART-6', '@CART-7', '@CART-9', '@CART-10', '@CART-11', '@CART-12', '@CART-13', '@SESSION-4'],
  }, () => {
    const text = JSON.stringify({
      cart: [yam, { ...yam, product_id: 8, quantity: 1, price: '99.50', total: '99.50' }],
      subtotal: 24_999.5,
    });
    expect(JSON.stringify(toStoredCart(readStoredCart(text)))).toBe(text);
    expect(toStoredCart([])).toEqual({ cart: [], subtotal: 0 });
  });

  it.each([
    ['no entry', null],
    ['an empty text', ''],
    ['invalid JSON', '{"cart":['],
    ['null', 'null'],
    ['an array', '[1,2]'],
    ['a number', '5'],
    ['a cart that is not an array', '{"cart":{"0":{}},"subtotal":0}'],
    ['five megabytes of junk', 'x'.repeat(5_000_000)],
    ['five megabytes of brackets', '['.repeat(5_000_000)],
  ])('is read as an empty cart from %s', (_, text) => {
    expect(readStoredCart(text)).toEqual([]);
  });

  it.each([
    ['a product id of another type', { product_id: [7] }],
    ['no product id', { product_id: undefined }],
    ['a price that is not an amount', { price: 'cheap' }],
    ['a negative price', { price: '-5' }],
    ['no price', { price: undefined }],
    ['a price above the maximum line total', { price: '999,999,999,999' }],
  ])('omits a line with %s, and keeps the others', (_, invalid) => {
    expect(
      read({ ...yam, ...invalid }, { ...yam, product_id: 9 }, null, 'line', [yam]).cart.map((line) => line.product_id),
    ).toEqual([9]);
  });

  it.each([
    ['a text quantity', { quantity: '3' }, { quantity: 3, total: '37,350' }],
    ['a fractional quantity', { quantity: 2.9 }, { quantity: 2, total: '24,900' }],
    ['a negative quantity', { quantity: -4 }, { quantity: 1, total: '12,450' }],
    ['a missing quantity', { quantity: null }, { quantity: 1, total: '12,450' }],
    ['a huge quantity', { quantity: 1e300 }, { quantity: 999_999, total: '12,449,987,550' }],
    ['a wrong total', { total: '1' }, { total: '24,900' }],
    ['a numeric price', { price: 12450.5 }, { price: '12,450.50', total: '24,901' }],
    ['a price with the naira sign', { price: '₦12450' }, { price: '12,450' }],
    [
      'HTML in the title, which stays text',
      { title: '<img src=x onerror=alert(1)>' },
      { title: '<img src=x onerror=alert(1)>' },
    ],
    ['a title that is not a string', { title: { toString: 'x' } }, { title: 'Product 7' }],
    ['a picture of another site', { image: 'https://evil.example/x.png' }, { image: '' }],
    ['a weight that is not a number', { weight: 'heavy' }, { weight: 0 }],
  ])('repairs %s', (_, invalid, repaired) => {
    expect(read({ ...yam, ...invalid }).cart).toEqual([{ ...yam, ...repaired }]);
  });

  it('merges lines of the same product', { tags: ['@CART-14'] }, () => {
    expect(read(yam, { ...yam, product_id: '7', quantity: 3, price: '1' })).toEqual({
      cart: [{ ...yam, quantity: 5, total: '62,250' }],
      subtotal: 62_250,
    });
  });
});
