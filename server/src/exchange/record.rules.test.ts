import { computeSaleKobo } from '@sokuwa/contract/catalog/product.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { describe, expect, it, test } from 'vitest';
import { ABSENT_FIELDS } from '../testing/product-files.ts';
import {
  checkProduct,
  derivePrice,
  formatPrice,
  type ProductRecord,
  parsePrice,
  perishableOf,
  type RawProduct,
  type Refusal,
  toUnit,
} from './record.rules.ts';

/** A product of a file that has only the required columns. */
const createRaw = (change: Partial<RawProduct> = {}): RawProduct => ({
  line: 3,
  handle: 'puna-yam',
  sku: undefined,
  merchant: undefined,
  title: 'Puna yam',
  description: '',
  categories: ['Tubers'],
  price: '1500',
  salePrice: undefined,
  discountPercent: undefined,
  weight: undefined,
  stock: undefined,
  perishable: undefined,
  brand: undefined,
  origin: undefined,
  warranty: undefined,
  keywords: undefined,
  listedAt: undefined,
  pictures: undefined,
  ...change,
});
const check = (change: Partial<RawProduct>): ProductRecord | Refusal => checkProduct(createRaw(change));
/** Returns the reason why the product is refused; undefined if it is not. */
const refusalOf = (change: Partial<RawProduct>): string | undefined => {
  const checked = check(change);
  return 'reason' in checked ? checked.reason : undefined;
};

describe('a price', () => {
  test.each([
    ['12,345,678.9', 1_234_567_890],
    ['1,234,567,890', 123_456_789_000],
    ['₦5', 500],
    ['NGN  7.05', 705],
    ['99999999999', 9_999_999_999_900],
    ['0.01', 1],
    ['5.10', 510],
  ])('%s is %d kobo', (text, amount) => {
    expect(parsePrice(text)).toBe(amount);
  });

  test.each(['5 ', 'x5', '5x', '5.', '.5', '1,23', '1234,567', '5.001', '5.1.2', 'NG 5', '1,234,567,890,123'])(
    '%j is refused',
    (text) => {
      expect(parsePrice(text)).toBeNull();
    },
  );

  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [100, '1.00'],
    [123_456, '1234.56'],
  ])('of %d kobo is written %s', (amount, text) => {
    expect(formatPrice(kobo(amount))).toBe(text);
  });

  test.each([
    [1000, 25, 750],
    [999, 10, 899],
    [1, 99, 0],
    [1000, 0, 1000],
  ])('of %d kobo less %d % is %d', (price, percent, sale) => {
    expect(computeSaleKobo(kobo(price), percent)).toBe(sale);
  });

  test.each([
    [1000, 750, undefined, { price_kobo: 1000, discount_percent: 25 }],
    [101, 99, undefined, { price_kobo: 101, discount_percent: 1 }],
    [1000, 745, undefined, { price_kobo: 994, discount_percent: 25 }],
    [1000, 1000, undefined, { price_kobo: 1000, discount_percent: 0 }],
    [1000, 1200, undefined, { price_kobo: 1200, discount_percent: 0 }],
    [100_000, 1, undefined, { price_kobo: 100, discount_percent: 99 }],
    // The percentage of the file is used only if it results in the sale price: both 40 % and 34 % off 3 kobo are 1
    // kobo.
    [3, 1, 40, { price_kobo: 3, discount_percent: 40 }],
    [3, 1, 34, { price_kobo: 3, discount_percent: 34 }],
    [1000, 745, 24, { price_kobo: 994, discount_percent: 25 }],
    [1000, 1000, 0, { price_kobo: 1000, discount_percent: 0 }],
  ])('before discount of %d and after it of %d, with the percentage %s, is %j', (full, sale, percent, found) => {
    expect(derivePrice(kobo(full), kobo(sale), percent)).toEqual(found);
  });
});

describe('a product of a file', () => {
  it('has undefined for each column that the file lacks', () => {
    expect(check({})).toStrictEqual({
      line: 3,
      handle: 'puna-yam',
      ...ABSENT_FIELDS,
      title: 'Puna yam',
      description: '',
      categories: ['Tubers'],
      price_kobo: 150_000,
      discount_percent: 0,
    });
  });

  it('has null for an empty cell of an optional field, and undefined, which keeps the stored value, for others', () => {
    const empty = { sku: '', merchant: ' ', brand: '  ', origin: '', warranty: '\n', stock: ' ', listedAt: ' ' };
    expect(check({ ...empty, discountPercent: ' ', salePrice: ' ' })).toMatchObject({
      sku: null,
      merchant: undefined,
      brand: null,
      origin: undefined,
      warranty: null,
      stock: undefined,
      listed_at: undefined,
      discount_percent: 0,
    });
  });

  it('has texts without surplus white space, and lists without empty entries', () => {
    expect(
      check({
        handle: ' puna  yam ',
        title: 'Puna\nyam',
        description: ' one \r\n two ',
        categories: ['', ' Food  > Yam ', ' '],
        keywords: [' yam ', '', 'root  crop'],
        brand: ' Benue  Farms ',
        pictures: [
          { source: ' https://cdn.test/1.jpg ', alt: ' Front  side ' },
          { source: '  ', alt: 'none' },
          { source: '2.jpg', alt: '' },
        ],
      }),
    ).toMatchObject({
      handle: 'puna yam',
      title: 'Puna yam',
      description: 'one\ntwo',
      categories: ['Food > Yam'],
      keywords: ['yam', 'root crop'],
      brand: 'Benue Farms',
      pictures: [
        { source: 'https://cdn.test/1.jpg', alt: 'Front side' },
        { source: '2.jpg', alt: 'Puna yam' },
      ],
    });
  });

  it.each<[string, number, (text: string) => Partial<RawProduct>]>([
    ['The handle', 200, (handle) => ({ handle })],
    ['The SKU', 100, (sku) => ({ sku })],
    ['The merchant', 200, (merchant) => ({ merchant })],
    ['The title', 200, (title) => ({ title })],
    ['The description', 20_000, (description) => ({ description })],
    ['The category', 500, (name) => ({ categories: [name] })],
    ['The brand', 200, (brand) => ({ brand })],
    ['The origin', 200, (origin) => ({ origin })],
    ['The warranty', 1000, (warranty) => ({ warranty })],
    ['A keyword', 200, (word) => ({ keywords: [word] })],
    ['The URL or path of a picture', 2000, (source) => ({ pictures: [{ source, alt: '' }] })],
    ['The alternative text of a picture', 1000, (alt) => ({ pictures: [{ source: 'x', alt }] })],
  ])(
    'is refused with the name and the lengths of a text that is too long: %s of more than %d characters',
    (name, max, change) => {
      expect(refusalOf(change('x'.repeat(max)))).toBeUndefined();
      expect(refusalOf(change(`${'x'.repeat(max)}   `))).toBeUndefined();
      expect(refusalOf(change('x'.repeat(max + 1)))).toBe(
        `${name} is ${max + 1} characters long; the maximum is ${max}.`,
      );
      // White space is not counted, but a text of 20 times the maximum is refused unread.
      expect(refusalOf(change(`x${' '.repeat(20 * max - 1)}`))).toBeUndefined();
      expect(refusalOf(change(`x${' '.repeat(20 * max)}`))).toBe(
        `${name} is ${20 * max + 1} characters long; the maximum is ${max}.`,
      );
      for (const text of ['a\ufffdb', 'a\ud800b'])
        expect(refusalOf(change(text))).toBe(`${name} contains bytes that are not UTF-8: save the file as UTF-8.`);
    },
  );

  it('has a handle and a title', () => {
    expect(refusalOf({ handle: ' ', title: '\u0000' })).toBe('The handle is missing. The title is missing.');
    expect(refusalOf({ title: 'x'.repeat(201) })).toBe('The title is 201 characters long; the maximum is 200.');
  });

  it.each([
    [{ price: '' }, 'The price is missing.'],
    [{ price: ' ', salePrice: '5' }, 'The price is missing.'],
    [{ price: 'ask' }, 'The price "ask" is not an amount such as 12450.50.'],
    [{ price: 'x'.repeat(50) }, `The price "${'x'.repeat(40)}" is not an amount such as 12450.50.`],
    [{ price: '10000000000.01' }, 'The price is more than ₦10,000,000,000.'],
    [{ salePrice: '10000000000.01' }, 'The sale price is more than ₦10,000,000,000.'],
    [{ salePrice: 'ask' }, 'The sale price "ask" is not an amount such as 12450.50.'],
    [{ price: '0' }, 'The price is zero.'],
    [{ price: '0', salePrice: '0' }, 'The price is zero.'],
    [{ discountPercent: '100' }, 'The discount "100" is not a whole number from 0 to 99.'],
    [{ discountPercent: '-1' }, 'The discount "-1" is not a whole number from 0 to 99.'],
  ])('is refused with %j', (change, reason) => {
    expect(refusalOf(change)).toBe(reason);
  });

  it.each([
    [{ price: '10000000000' }, { price_kobo: 1_000_000_000_000, discount_percent: 0 }],
    [
      { price: ' 1500.5 ', discountPercent: ' 99 ' },
      { price_kobo: 150_050, discount_percent: 99 },
    ],
    [
      { price: '1500', salePrice: ' 1200 ' },
      { price_kobo: 150_000, discount_percent: 20 },
    ],
    [
      { price: '100', salePrice: '74.99', discountPercent: '26' },
      { price_kobo: 9999, discount_percent: 25 },
    ],
  ])('with %j has the price %j', (change, price) => {
    expect(check(change)).toMatchObject(price);
  });

  it.each([
    ['5', 5],
    [' 7.00 ', 7],
    ['0', 0],
    ['-3', 0],
    ['-100000000', 0],
    ['100000000', 100_000_000],
  ])('with the stock %j has %d pieces', (stock, pieces) => {
    expect(check({ stock })).toMatchObject({ stock: pieces });
  });

  it.each(['100000001', '-100000001', '5.5', '1e3', 'x5', '5x', '+5', '1234567890123', '5.'])(
    'with the stock %j is refused',
    (stock) => {
      expect(refusalOf({ stock })).toBe(`The stock "${stock}" is not a whole number from -100000000 to 100000000.`);
    },
  );

  it('is refused with the first 40 characters of a value that is no number, weight or time', () => {
    const long = '9'.repeat(60);
    const start = '9'.repeat(40);
    expect(refusalOf({ stock: long })).toContain(`"${start}"`);
    expect(refusalOf({ weight: { text: long, gramsPerUnit: 1 } })).toContain(`"${start}"`);
    expect(refusalOf({ listedAt: long })).toContain(`"${start}"`);
  });

  it.each([
    ['2.5', 1000, 2500],
    ['1', 1, 1],
    ['0.5', 1, 1],
    ['100000', 1000, 100_000_000],
    [' 12 ', 1, 12],
    ['1.0005', 1000, 1001],
    ['', 1000, undefined],
    ['0', 1000, undefined],
    ['0.000', 1000, undefined],
    ['.00', 1000, undefined],
    ['000', 1000, undefined],
  ])('with the weight %j of units of %d grams weighs %s grams', (text, gramsPerUnit, grams) => {
    expect(check({ weight: { text, gramsPerUnit } })).toMatchObject({ weight_grams: grams });
  });

  it.each(['100000001', '0.4', '-1', '1kg', 'x1', '1.', '1234567890', '1e3'])(
    'with the weight %j is refused',
    (text) => {
      expect(refusalOf({ weight: { text, gramsPerUnit: 1 } })).toBe(
        `The weight "${text}" is not a weight of 1 gram to 100 tonnes.`,
      );
    },
  );

  it.each([
    ['2026-12-24', '2026-12-24T00:00:00.000Z'],
    [' 2026-12-24T08:00Z ', '2026-12-24T08:00:00.000Z'],
    ['2026-12-24T08:00:30+01:00', '2026-12-24T07:00:30.000Z'],
    ['2026-12-24T08:00:30.5-01:30', '2026-12-24T09:30:30.500Z'],
    ['2026-12-24T08:00:30.125Z', '2026-12-24T08:00:30.125Z'],
  ])('listed at %j is listed at %s', (listedAt, time) => {
    expect(check({ listedAt })).toMatchObject({ listed_at: new Date(time) });
  });

  it.each([
    '24.12.2026',
    '2026-12',
    '2026-13-01',
    '2026-12-24T08:00',
    '2026-12-24 08:00Z',
    '2026-12-24T08:00:30.1234Z',
    '2026-12-24T25:00Z',
    'x2026-12-24',
    '2026-12-24x',
    '12026-12-24',
  ])('listed at %j is refused', (listedAt) => {
    expect(refusalOf({ listedAt })).toBe(
      `The listing date "${listedAt}" is not a date or time such as 2026-12-24T08:00:00Z.`,
    );
  });

  it('has at most 100 pictures and 250 keywords', () => {
    const pictures = (count: number) => Array.from({ length: count }, (_, n) => ({ source: `${n}.jpg`, alt: '' }));
    const keywords = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);
    expect(refusalOf({ pictures: pictures(100), keywords: keywords(250) })).toBeUndefined();
    expect(refusalOf({ pictures: pictures(101), keywords: keywords(251) })).toBe(
      'There are more than 100 pictures. There are more than 250 keywords.',
    );
  });

  it('without the text of a picture has its title there', () => {
    const checked = check({ title: 'Puna   yam ', pictures: [{ source: 'x', alt: ' ' }] });
    expect(checked).toMatchObject({ pictures: [{ alt: 'Puna yam' }] });
  });

  it('is refused with all its errors, and with its handle if that is valid', () => {
    expect(check({ handle: ' yam ', title: '', price: 'x' })).toEqual({
      line: 3,
      handle: 'yam',
      reason: 'The title is missing. The price "x" is not an amount such as 12450.50.',
    });
    for (const handle of ['x'.repeat(201), 'x'.repeat(5000), 'a\ufffdb'])
      expect(check({ handle })).toMatchObject({ line: 3, handle: '' });
  });
});

it('the products of a unit are checked one by one', () => {
  expect(toUnit([createRaw(), createRaw({ line: 4, title: '' })])).toMatchObject({
    records: [{ line: 3, title: 'Puna yam' }],
    refusals: [{ line: 4, handle: 'puna-yam', reason: 'The title is missing.' }],
  });
  expect(toUnit([])).toEqual({ records: [], refusals: [] });
});

describe('whether a product spoils', () => {
  it('is yes or no, in words or digits; an empty cell is unknown', { tags: ['@RETURN-10'] }, () => {
    for (const perishable of ['yes', 'TRUE', ' 1 ']) expect(check({ perishable })).toMatchObject({ perishable: true });
    for (const perishable of ['no', 'False', '0']) expect(check({ perishable })).toMatchObject({ perishable: false });
    for (const perishable of ['', ' ', undefined])
      expect(check({ perishable })).toMatchObject({ perishable: undefined });
    expect(refusalOf({ perishable: 'maybe' })).toBe('The column perishable "maybe" is not yes or no.');
  });

  it('is said by a tag in files of other shops, unless the column says otherwise', { tags: ['@RETURN-10'] }, () => {
    expect(perishableOf(undefined, ['yam', ' Perishable '])).toBe('yes');
    expect(perishableOf(' ', ['perishable'])).toBe('yes');
    expect(perishableOf('no', ['perishable'])).toBe('no');
    expect(perishableOf(undefined, ['yam'])).toBeUndefined();
    expect(perishableOf(undefined, undefined)).toBeUndefined();
  });
});
