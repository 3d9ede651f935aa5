import { describe, expect, it, test } from 'vitest';
import { ABSENT_FIELDS, readProduct, readTable } from '../testing/product-files.ts';

describe('WooCommerce', () => {
  const simple = {
    ID: '7',
    Type: 'simple',
    SKU: 'YAM-1',
    Name: 'Puna yam',
    Published: '1',
    Description: 'Firm.\\n\\nWhite.',
    'In stock?': '1',
    Stock: '5',
    'Weight (kg)': '2.5',
    'Sale price': '',
    'Regular price': '1500',
    Categories: 'Food > Tubers, Fresh',
    Tags: 'yam',
    Images: 'https://cdn.test/a.jpg, https://cdn.test/b\\,c.jpg',
    Parent: '',
  };
  const columns = Object.keys(simple);
  const row = (cells: Record<string, string>) => columns.map((column) => cells[column] ?? '');

  it('becomes a product', () => {
    expect(readProduct(simple).records).toMatchObject([
      {
        handle: 'yam-1',
        sku: 'YAM-1',
        title: 'Puna yam',
        description: 'Firm.\n\nWhite.',
        weight_grams: 2500,
        price_kobo: 150_000,
        discount_percent: 0,
        stock: 5,
        categories: ['Food > Tubers', 'Fresh'],
        keywords: ['yam'],
        brand: undefined,
        pictures: [{ source: 'https://cdn.test/a.jpg' }, { source: 'https://cdn.test/b,c.jpg' }],
      },
    ]);
  });

  test.each([
    ['Weight (lbs)', '2', 907],
    ['Weight (g)', '12', 12],
    ['Weight (oz)', '1', 28],
  ])('converts %s %s to %d grams', (column, weight, grams) => {
    const { 'Weight (kg)': _, ...rest } = simple;
    expect(readProduct({ ...rest, [column]: weight }).records[0]?.weight_grams).toBe(grams);
  });

  it('has a discount only within the period of the sale price', () => {
    const sale = { ...simple, 'Sale price': '1200' };
    const percent = (more: Record<string, string>) => readProduct({ ...sale, ...more }).records[0]?.discount_percent;
    expect(percent({})).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-12-01' })).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-11-30' })).toBe(0);
    expect(percent({ 'Date sale price starts': '2026-12-02' })).toBe(0);
  });

  it('becomes one product per variation, without the parent product', () => {
    const { records, refusals } = readTable([
      columns,
      row({ ...simple, Type: 'variable', ID: '1', SKU: 'TEE', Name: 'Tee', 'Regular price': '', Stock: '' }),
      row({
        ID: '2',
        Type: 'variation',
        Name: 'Tee - Red',
        SKU: 'TEE-R',
        'Regular price': '900',
        Stock: '3',
        Parent: 'TEE',
      }),
      row({
        ID: '3',
        Type: 'variation',
        Name: 'Tee - Blue',
        'Regular price': '950',
        Stock: '0',
        Parent: 'id:1',
        'Weight (kg)': '1',
      }),
      row({ ID: '4', Type: 'variation', Name: 'Lost', 'Regular price': '950', Stock: '0', Parent: 'id:99' }),
    ]);
    expect(records).toMatchObject([
      {
        handle: 'tee-r',
        title: 'Tee - Red',
        weight_grams: 2500,
        categories: ['Food > Tubers', 'Fresh'],
        description: 'Firm.\n\nWhite.',
      },
      { handle: 'woo-3', sku: null, weight_grams: 1000, stock: 0 },
    ]);
    expect(refusals).toEqual([
      { line: 5, handle: 'woo-4', reason: 'It is a variation of "id:99", which is not on an earlier line.' },
    ]);
  });

  it('has the description and the values of its lines, and inherits what a variation lacks', () => {
    const parent = {
      ...simple,
      Type: 'variable',
      ID: '1',
      SKU: 'TEE',
      Description: '',
      'Short description': 'Soft\nand light.',
      Tags: 'tee, cotton',
      Brands: 'Aba Wear',
      Images: 'a.jpg, b.jpg',
      'Weight (kg)': '0.2',
    };
    const red = { ID: '2', Type: 'variation', Name: 'Tee, red', 'Regular price': '9', Parent: ' TEE ' };
    const header = [...Object.keys(parent), 'Meta: sokuwa_image_texts'];
    const lines = [
      parent,
      { ...red, Tags: ' ', Brands: ' ' },
      { ...red, ID: '3', Images: 'c.jpg, b.jpg', Tags: 'red', Brands: 'Own' },
    ];
    const texts = { 'Meta: sokuwa_image_texts': 'Front, Back' };
    const { records } = readTable([
      header,
      ...lines
        .map((line): Record<string, string> => ({ ...line, ...texts }))
        .map((line) => header.map((column) => line[column] ?? '')),
    ]);
    expect(records).toMatchObject([
      {
        line: 3,
        handle: 'woo-2',
        description: 'Soft\nand light.',
        categories: ['Food > Tubers', 'Fresh'],
        keywords: ['tee', 'cotton'],
        brand: 'Aba Wear',
        weight_grams: 200,
        pictures: [
          { source: 'a.jpg', alt: 'Front' },
          { source: 'b.jpg', alt: 'Back' },
        ],
      },
      {
        handle: 'woo-3',
        keywords: ['red'],
        brand: 'Own',
        pictures: [
          { source: 'c.jpg', alt: 'Front' },
          { source: 'b.jpg', alt: 'Back' },
          { source: 'a.jpg', alt: 'Tee, red' },
        ],
      },
    ]);
  });

  it('leaves unchanged what the file has no column for', () => {
    const required = { Type: 'simple', Name: 'Puna Yam', 'Regular price': '1500' };
    expect(readProduct(required).records).toMatchObject([
      { ...ABSENT_FIELDS, handle: 'puna-yam', categories: [], description: '' },
    ]);
    expect(readProduct({ ...required, Brands: '', Tags: '', Images: '', SKU: '' }).records).toMatchObject([
      { brand: null, keywords: [], pictures: [], sku: null },
    ]);
  });

  it('has the handle that the shop exported, or one from its SKU, its number or its name', () => {
    const handleOf = (cells: Record<string, string>) => readProduct({ ...simple, ...cells }).records[0]?.handle;
    expect(handleOf({ 'Meta: sokuwa_handle': 'Puna Yam' })).toBe('Puna Yam');
    expect(handleOf({ 'Meta: sokuwa_handle': ' ', SKU: ' Y 1 ' })).toBe('y-1');
    expect(handleOf({ SKU: ' ' })).toBe('woo-7');
    expect(handleOf({ SKU: '', ID: ' ' })).toBe('puna-yam');
  });

  it('has the fields that the shop exported', () => {
    const meta = {
      'Meta: sokuwa_category': 'yams',
      'Meta: sokuwa_origin': 'Benue',
      'Meta: sokuwa_warranty': 'None',
      'Meta: sokuwa_listed_at': '2026-01-02',
      'Meta: sokuwa_discount_percent': '40',
    };
    expect(readProduct({ ...simple, ...meta, 'Regular price': '0.03', 'Sale price': '0.01' }).records).toMatchObject([
      {
        categories: ['yams', 'Food > Tubers', 'Fresh'],
        origin: 'Benue',
        warranty: 'None',
        listed_at: new Date('2026-01-02'),
        price_kobo: 3,
        discount_percent: 40,
      },
    ]);
    expect(readProduct({ ...simple, ...meta, 'Sale price': ' ' }).records[0]?.discount_percent).toBe(0);
  });

  it('has the description before the short one, with the line breaks of WordPress', () => {
    const descriptionOf = (long: string, short: string) =>
      readProduct({ ...simple, Description: long, 'Short description': short }).records[0]?.description;
    expect(descriptionOf('Long', 'short')).toBe('Long');
    expect(descriptionOf(' ', 'short')).toBe('short');
    expect(descriptionOf('<p></p>', 'short')).toBe('short');
    expect(descriptionOf('one\\ntwo\r\nthree\nfour', '')).toBe('one\ntwo\nthree\nfour');
    // WooCommerce doubles a backslash before the letter n.
    expect(descriptionOf('C:\\\\new', '')).toBe('C:\\new');
  });

  it('has the stock, or only whether it is in stock', () => {
    const readStocks = (Stock: string, inStock: string) =>
      readProduct({ ...simple, Stock, 'In stock?': inStock }).records.map(({ stock }) => stock);
    expect(readStocks(' 5 ', '0')).toEqual([5]);
    expect(readStocks('-2', '1')).toEqual([0]);
    expect(readStocks('', ' 0 ')).toEqual([0]);
    expect(readStocks('parent', '0')).toEqual([0]);
    expect(readStocks('about 5', '0')).toEqual([0]);
    expect(readStocks('parent', '1')).toEqual([undefined]);
    expect(readStocks('', '1')).toEqual([undefined]);
    expect(readProduct({ ...simple, Stock: 'many' }).refusals).toMatchObject([
      { reason: 'The stock "many" is not a whole number from -100000000 to 100000000.' },
    ]);
  });

  it('has the weight of the first column that has one', () => {
    const { 'Weight (kg)': _, ...rest } = simple;
    expect(readProduct({ ...rest, 'Weight (kg)': ' ', 'Weight (g)': '12' }).records[0]?.weight_grams).toBe(12);
    expect(readProduct(rest).records).toMatchObject([{ weight_grams: undefined }]);
  });

  it('has its sale price from the beginning of its period until the end, to the second', () => {
    const percentOf = (starts: string, ends: string) =>
      readProduct({
        ...simple,
        'Sale price': ' 1200 ',
        'Date sale price starts': starts,
        'Date sale price ends': ends,
      }).records[0]?.discount_percent;
    expect(percentOf('2026-12-01T12:00:00Z', '')).toBe(20);
    expect(percentOf('2026-12-01T12:00:01Z', '')).toBe(0);
    expect(percentOf('', '2026-12-01T12:00:01Z')).toBe(20);
    expect(percentOf('', '2026-12-01T12:00:00Z')).toBe(0);
    expect(percentOf(' 2026-12-01 ', ' 2026-12-01 ')).toBe(20);
    // Only an end without a time includes the whole day, also when the time is written before the date.
    expect(percentOf('', '10:00 UTC 2026-12-01')).toBe(0);
    expect(percentOf(' ', ' ')).toBe(20);
  });

  it('is found as the parent of a variation by its number or SKU, if it is on an earlier line', () => {
    const variation = (ID: string, Parent: string) =>
      row({ ID, Type: 'Variation', Name: `V${ID}`, 'Regular price': '9', Parent });
    const { records, refusals } = readTable([
      columns,
      variation('4', 'TEE'),
      row({ ...simple, Type: ' Variable ', ID: ' 1 ', SKU: ' TEE ' }),
      variation('5', 'id:1'),
      variation('6', 'TEE'),
      variation('7', ''),
      row({ ...simple, Type: 'variable', ID: '', SKU: '' }),
      variation('8', ''),
      variation('9', 'id:'),
      variation('10', 'x'.repeat(150)),
    ]);
    expect(records.map(({ handle }) => handle)).toEqual(['woo-5', 'woo-6']);
    const missing = (parent: string) => `It is a variation of "${parent}", which is not on an earlier line.`;
    expect(refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [2, missing('TEE')],
      [6, missing('')],
      [8, missing('')],
      [9, missing('id:')],
      [10, missing('x'.repeat(100))],
    ]);
  });

  it('that is hidden hides its variations', () => {
    const { records, refusals } = readTable([
      columns,
      row({ ...simple, Type: 'variable', ID: '1', SKU: 'TEE', Published: '0' }),
      row({ ID: '2', Type: 'variation', Name: 'Red', 'Regular price': '9', Published: '1', Parent: 'TEE' }),
    ]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 3, handle: 'woo-2', reason: 'It is not published.' }]);
  });

  test.each([
    [{ Published: '-1' }, 'It is not published.'],
    [{ Published: ' 0 ' }, 'It is not published.'],
    [{ Type: 'simple, downloadable' }, 'It is virtual or downloadable.'],
    [{ Type: 'Grouped' }, 'It is a grouped product.'],
    [{ Type: 'grouped' }, 'It is a grouped product.'],
    [{ Type: 'external' }, 'It is an external product.'],
    [{ Type: 'simple, virtual' }, 'It is virtual or downloadable.'],
    [{ Name: '=1+1' }, 'A cell is a formula: "Name".'],
  ])('refuses %j', (change, reason) => {
    expect(readProduct({ ...simple, ...change })).toMatchObject({
      records: [],
      refusals: [{ line: 2, handle: 'yam-1', reason }],
    });
  });

  it('is sold when the file does not say whether it is published', () => {
    for (const Published of ['', ' ', ' 1 ']) expect(readProduct({ ...simple, Published }).records).toHaveLength(1);
  });

  it('is refused with 200 characters of its handle at most', () => {
    const { refusals } = readProduct({ ...simple, SKU: 'x'.repeat(250), Published: '0' });
    expect(refusals).toMatchObject([{ handle: 'x'.repeat(200) }]);
  });

  it('is remembered as a parent until 10,000 others followed', () => {
    const parent = (n: number) => row({ ...simple, Type: 'variable', ID: String(n), SKU: `S${n}` });
    const child = (parentName: string) =>
      row({ ID: '9', Type: 'variation', Name: 'V', 'Regular price': '9', Parent: parentName });
    const parents = Array.from({ length: 10_000 }, (_, n) => parent(n + 1));
    const found = (...lines: string[][]) => readTable([columns, ...lines]).records.length;
    expect(found(...parents, child('id:1'), child('S1'))).toBe(2);
    expect(found(...parents, parent(10_001), child('id:1'), child('S1'), child('id:2'), child('S2'))).toBe(2);
    // A product that occurs again counts as new.
    const repeated = [...parents.slice(0, 9999), parent(1), parent(10_000), parent(10_001)];
    expect(found(...repeated, child('id:1'), child('S1'), child('id:2'), child('S2'))).toBe(2);
    expect(found(...repeated, child('id:1'), child('S1'))).toBe(2);
  });
});
