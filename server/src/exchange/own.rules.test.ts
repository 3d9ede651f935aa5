import { describe, expect, it, test } from 'vitest';
import { ABSENT_FIELDS, readProduct } from '../testing/product-files.ts';
import { readJsonLine } from './own.rules.ts';

describe('the shop’s own CSV', () => {
  const required = { handle: 'yam', title: 'Yam', price: '12.5', category: 'yams' };

  it('leaves unchanged what the file has no column for', () => {
    expect(readProduct(required)).toMatchObject({
      refusals: [],
      records: [
        {
          ...ABSENT_FIELDS,
          line: 2,
          handle: 'yam',
          title: 'Yam',
          price_kobo: 1250,
          categories: ['yams'],
          description: '',
        },
      ],
    });
    expect(readProduct({ ...required, keywords: '', pictures: ' ', picture_texts: 'x' }).records).toMatchObject([
      { keywords: [], pictures: [] },
    ]);
  });

  it('has the texts of its pictures in a column of their own, in the same order', () => {
    const picturesOf = (cells: Record<string, string>) => readProduct({ ...required, ...cells }).records[0]?.pictures;
    expect(picturesOf({ pictures: '1.jpg, 2.jpg', picture_texts: 'Front' })).toEqual([
      { source: '1.jpg', alt: 'Front' },
      { source: '2.jpg', alt: 'Yam' },
    ]);
    expect(picturesOf({ pictures: '1.jpg' })).toEqual([{ source: '1.jpg', alt: 'Yam' }]);
  });

  it('is refused with a formula in any cell', () => {
    expect(readProduct({ ...required, stock: '=1' })).toMatchObject({
      records: [],
      refusals: [{ line: 2, handle: 'yam', reason: 'A cell is a formula: "stock".' }],
    });
  });
});

describe('the shop’s own JSON', () => {
  const valid = { handle: 'a', title: 'A', category: 'yam', price: 12.5 };
  it('accepts a product with only the required fields, and numbers as JSON numbers', () => {
    expect(readJsonLine(3, JSON.stringify(valid)).records).toMatchObject([
      {
        line: 3,
        description: '',
        price_kobo: 1250,
        stock: undefined,
        weight_grams: undefined,
        keywords: undefined,
        pictures: undefined,
      },
    ]);
  });

  it('has its fields with the types of JSON, or as text', () => {
    const readFields = (fields: Record<string, unknown>) =>
      readJsonLine(1, JSON.stringify({ ...valid, ...fields })).records[0];
    expect(
      readFields({
        sku: 7,
        merchant: 'benue',
        description: 'Firm.',
        discount_percent: 20,
        weight_grams: 2500,
        stock: '8',
        brand: null,
        origin: 'Benue',
        warranty: 'None',
        keywords: ['a', 'b'],
        listed_at: '2026-01-02',
        pictures: ['1.jpg', { source: '2.jpg' }, { source: '3.jpg', alt: 'Back' }],
      }),
    ).toMatchObject({
      sku: '7',
      merchant: 'benue',
      description: 'Firm.',
      discount_percent: 20,
      weight_grams: 2500,
      stock: 8,
      brand: null,
      origin: 'Benue',
      warranty: 'None',
      keywords: ['a', 'b'],
      listed_at: new Date('2026-01-02'),
      pictures: [
        { source: '1.jpg', alt: 'A' },
        { source: '2.jpg', alt: 'A' },
        { source: '3.jpg', alt: 'Back' },
      ],
    });
    expect(readFields({ weight_grams: null, stock: null })).toMatchObject({
      weight_grams: undefined,
      stock: undefined,
    });
  });

  it('without a required field is refused with all that is missing', () => {
    expect(readJsonLine(4, '{}')).toEqual({
      records: [],
      refusals: [{ line: 4, handle: '', reason: 'The handle is missing. The title is missing. The price is missing.' }],
    });
    expect(readJsonLine(1, '{"handle":"a","title":"A","price":1}').records).toMatchObject([{ categories: [] }]);
  });

  it('is refused without a handle if the line or the handle cannot be read', () => {
    for (const text of ['{', '[]', JSON.stringify({ ...valid, handle: {} })])
      expect(readJsonLine(1, text).refusals).toMatchObject([{ line: 1, handle: '' }]);
  });

  it('is refused with all fields of the wrong type, and 200 characters of its handle', () => {
    expect(readJsonLine(1, JSON.stringify({ ...valid, handle: 'x'.repeat(250), stock: true, brand: ['x'] }))).toEqual({
      records: [],
      refusals: [
        {
          line: 1,
          handle: 'x'.repeat(200),
          reason: '"stock" is not a string or a number. "brand" is not a string or a number.',
        },
      ],
    });
  });
  test.each([
    ['{', 'The line is not JSON: each line must be one object.'],
    ['[]', 'The line is not a JSON object.'],
    ['null', 'The line is not a JSON object.'],
    ['"x"', 'The line is not a JSON object.'],
    [JSON.stringify({ ...valid, keywords: ['x', 1] }), '"keywords" is not a list of strings.'],
    ...[null, ['1.jpg', 2], [null], [{ source: 1 }], [{ source: '1.jpg', alt: 1 }], '1.jpg'].map((pictures) => [
      JSON.stringify({ ...valid, pictures }),
      '"pictures" is not a list of URLs, or of objects with source and alt.',
    ]),
    [JSON.stringify({ ...valid, price: {} }), '"price" is not a string or a number.'],
    [JSON.stringify({ ...valid, keywords: 'x' }), '"keywords" is not a list of strings.'],
    [
      JSON.stringify({ ...valid, pictures: [{}] }),
      '"pictures" is not a list of URLs, or of objects with source and alt.',
    ],
    [JSON.stringify({ ...valid, stock: 1.5 }), 'The stock "1.5" is not a whole number from -100000000 to 100000000.'],
    [
      JSON.stringify({ ...valid, listed_at: 'soon' }),
      'The listing date "soon" is not a date or time such as 2026-12-24T08:00:00Z.',
    ],
    [
      `{"handle":"a","title":"\\ud800","category":"c","price":1}`,
      'The title contains bytes that are not UTF-8: save the file as UTF-8.',
    ],
  ])('refuses %s', (text = '', reason) => {
    expect(readJsonLine(1, text)).toMatchObject({ records: [], refusals: [{ line: 1, reason }] });
  });
});
