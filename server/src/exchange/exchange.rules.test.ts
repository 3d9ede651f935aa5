import { kobo } from '@sokuwa/contract/money.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatCsvLine, indexColumns, joinList, Row, splitList } from './cells.rules.ts';
import type { TableFormat } from './format.ts';
import { detectFormat, TABLES } from './formats.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import { formatJsonLine, readJsonLine } from './own.rules.ts';
import {
  computeSaleKobo,
  derivePrice,
  type ExportedProduct,
  parsePrice,
  tidyLine,
  tidyText,
  type Unit,
} from './record.rules.ts';

const NOW = new Date('2026-12-01T12:00:00Z');

/** Reads a table as a product file. */
const read = (lines: readonly (readonly string[])[]): Unit & { format: TableFormat } => {
  const [header = [], ...rest] = lines;
  const columns = indexColumns(header);
  const format = detectFormat(columns);
  if (typeof format === 'string') throw new Error(format);
  const reader = format.createReader(NOW);
  const units = [...rest.map((cells, n) => reader.add(new Row(n + 2, columns, cells))), reader.finish()];
  return {
    format,
    records: units.flatMap((unit) => unit?.records ?? []),
    refusals: units.flatMap((unit) => unit?.refusals ?? []),
  };
};
/** Reads a table of one product. */
const readOne = (cells: Record<string, string>) => read([Object.keys(cells), Object.values(cells)]);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom("'", '"', '=', '+', '-', '@', ',', '\\', 'n', ' ', ';', '<', '&', '>', 'a', 'ọ'),
    maxLength: 12,
  }),
  fc.constantFrom(
    '=1+1',
    "'=x",
    '+cmd|x',
    '@SUM(A1)',
    '<b>bold</b>',
    '&amp;',
    '\\n',
    '\\\\n',
    'a\\, b',
    '- item',
    'TRUE',
    '0',
  ),
);
const anyLine = anyText.map((text) => tidyLine(text.replaceAll('\ufffd', '')));
const nonEmptyLine = anyLine.filter((text) => text !== '');
const orNull = (texts: fc.Arbitrary<string>) =>
  fc.option(
    texts.filter((text) => text !== ''),
    { nil: null },
  );
const anyLines = fc
  .array(anyText, { maxLength: 5 })
  .map((texts) => tidyText(texts.join('\n').replaceAll('\ufffd', '')));

const anyProduct: fc.Arbitrary<ExportedProduct> = fc.record({
  handle: nonEmptyLine,
  sku: orNull(anyLine),
  merchant: fc.stringMatching(/^[a-z]{1,8}$/),
  title: nonEmptyLine,
  description: anyLines,
  category: fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/),
  categoryPath: fc.tuple(nonEmptyLine, nonEmptyLine, nonEmptyLine),
  price_kobo: fc.integer({ min: 1, max: 1_000_000_000_000 }).map(kobo),
  discount_percent: fc.integer({ min: 0, max: 99 }),
  weight_grams: fc.integer({ min: 1, max: 100_000_000 }),
  stock: fc.integer({ min: 0, max: 100_000_000 }),
  brand: orNull(anyLine),
  origin: nonEmptyLine,
  warranty: orNull(anyLine),
  keywords: fc.array(nonEmptyLine, { maxLength: 4 }),
  listed_at: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
  pictures: fc.array(fc.record({ source: nonEmptyLine, alt: nonEmptyLine }), { maxLength: 4 }),
});

/** The fields that every format preserves. */
const preservedFields = ({ category: _, categoryPath: __, merchant: ___, ...product }: ExportedProduct) => product;

describe('export and import', () => {
  test.each(TABLES.map((format) => [format.name, format] as const))(
    'preserve products in the format %s',
    (_, format) => {
      fc.assert(
        fc.property(fc.uniqueArray(anyProduct, { maxLength: 4, selector: ({ handle }) => handle }), (products) => {
          const written = [format.header, ...products.flatMap(format.formatRows)].map(formatCsvLine).join('');
          const cells: string[][] = parse(written, { relax_column_count: true });
          const imported = read(cells);
          expect(imported.refusals).toEqual([]);
          expect(imported.format.name).toBe(format.name);
          expect(imported.records).toMatchObject(products.map(preservedFields));
          expect(imported.records.map(({ categories }) => categories[0])).toEqual(
            products.map(({ category }) => category),
          );
          if (format.name === 'csv')
            expect(imported.records.map(({ merchant }) => merchant)).toEqual(products.map(({ merchant }) => merchant));
        }),
        { numRuns: 300 },
      );
    },
  );

  test('preserve products in the format json', () => {
    fc.assert(
      fc.property(anyProduct, (one) => {
        const { records, refusals } = readJsonLine(1, formatJsonLine(one));
        expect(refusals).toEqual([]);
        expect(records).toMatchObject([
          { ...preservedFields(one), merchant: one.merchant, categories: [one.category] },
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test('preserve lists in a cell', () => {
    fc.assert(
      fc.property(fc.array(nonEmptyLine), (texts) => {
        expect(splitList(joinList(texts))).toEqual(texts);
      }),
    );
  });

  test('preserve text as HTML', () => {
    fc.assert(
      fc.property(anyLines, (text) => {
        expect(htmlToText(textToHtml(text))).toBe(text);
      }),
    );
  });
});

describe('prices', () => {
  test.each([
    ['12450', 1_245_000],
    ['12,450.50', 1_245_050],
    ['₦ 1,200', 120_000],
    ['NGN 5.5', 550],
    ['19.9900', 1999],
    ['0', 0],
  ])('%s is %d kobo', (text, amount) => expect(parsePrice(text)).toBe(amount));

  test.each(['', 'twelve', '12,50', '1.200,00', '-5', '1e3', '5.999', '$5', '1,2,3', '٣', '=5', '999999999999'])(
    '%j is not a price',
    (text) => expect(parsePrice(text)).toBeNull(),
  );

  test('are split into price and discount so that the sale price is exact and the discount not overstated', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e12 }), (before, paid) => {
        const found = derivePrice(kobo(before), kobo(paid));
        expect(computeSaleKobo(found.price_kobo, found.discount_percent)).toBe(paid);
        if (paid < before) expect(found.discount_percent).toBeLessThanOrEqual(((before - paid) * 100) / before);
        else expect(found.discount_percent).toBe(0);
      }),
    );
  });
});

describe('descriptions', () => {
  test.each([
    ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['<ul><li>A</li><li>B</li></ul>', '- A\n- B'],
    ['Rice &amp; beans, &#8358;500 <script>alert(1)</script><style>p{}</style>', 'Rice & beans, ₦500'],
    ['<p>unclosed <b>bold', 'unclosed bold'],
    ['plain\n  text', 'plain text'],
    ['<table><tr><td>Size</td><td>5</td></tr></table>', 'Size 5'],
    ['', ''],
  ])('%j becomes %j', (html, text) => expect(htmlToText(html)).toBe(text));
});

describe('formats', () => {
  it('are detected by their columns, with a message for missing columns', () => {
    expect(detectFormat(indexColumns(['Title', 'URL handle', 'Price']))).toMatchObject({ name: 'shopify' });
    expect(detectFormat(indexColumns(['Handle', 'Title', 'Body (HTML)', 'Variant Price']))).toMatchObject({
      name: 'shopify-legacy',
    });
    expect(detectFormat(indexColumns(['ID', 'Type', 'Name', 'Regular price']))).toMatchObject({ name: 'woocommerce' });
    expect(detectFormat(indexColumns(['HANDLE', ' title ', 'price', 'category']))).toMatchObject({ name: 'csv' });
    expect(detectFormat(indexColumns(['Title', 'URL handle']))).toBe(
      'The file matches a Shopify product file, but has no column "Price".',
    );
    expect(detectFormat(indexColumns(['a', 'b']))).toMatch(/^The columns of the first line match no product file/);
  });
});

describe('Shopify', () => {
  const header = [
    'Title',
    'URL handle',
    'Description',
    'Vendor',
    'Product category',
    'Type',
    'Tags',
    'Published on online store',
    'Status',
    'SKU',
    'Option1 name',
    'Option1 value',
    'Price',
    'Compare-at price',
    'Inventory tracker',
    'Inventory quantity',
    'Weight value (grams)',
    'Product image URL',
    'Image position',
    'Image alt text',
    'Variant image URL',
    'Gift card',
  ];
  const row = (cells: Record<string, string>) => header.map((column) => cells[column] ?? '');
  const first = {
    Title: 'Adire shirt',
    'URL handle': 'adire-shirt',
    Description: '<p>Hand <b>dyed</b>.</p>',
    Vendor: 'Abeokuta Dyers',
    'Product category': 'Apparel & Accessories > Clothing',
    Type: 'Shirts',
    Tags: 'indigo, cotton',
    'Published on online store': 'TRUE',
    Status: 'Active',
    SKU: 'AD-S',
    'Option1 name': 'Size',
    'Option1 value': 'Small',
    Price: '9000.00',
    'Compare-at price': '12000.00',
    'Inventory tracker': 'shopify',
    'Inventory quantity': '4',
    'Weight value (grams)': '250',
    'Product image URL': 'https://cdn.test/2.jpg',
    'Image position': '2',
    'Image alt text': 'Back',
  };
  const others = [
    {
      'URL handle': 'adire-shirt',
      SKU: 'AD-L',
      'Option1 value': 'Large',
      Price: '9500',
      'Inventory quantity': '-2',
      'Weight value (grams)': '300',
      'Product image URL': 'https://cdn.test/1.jpg',
      'Image position': '1',
      'Variant image URL': 'https://cdn.test/l.jpg',
    },
    { 'URL handle': 'adire-shirt', 'Product image URL': 'https://cdn.test/3.jpg', 'Image position': '3' },
  ];

  it('becomes one product per variant, each with the common fields', () => {
    const { records, refusals } = read([header, ...[first, ...others].map(row)]);
    expect(refusals).toEqual([]);
    expect(records).toMatchObject([
      {
        line: 2,
        handle: 'adire-shirt-small',
        title: 'Adire shirt (Small)',
        sku: 'AD-S',
        description: 'Hand dyed.',
        brand: 'Abeokuta Dyers',
        categories: ['Apparel & Accessories > Clothing', 'Shirts'],
        keywords: ['indigo', 'cotton'],
        price_kobo: 1_200_000,
        discount_percent: 25,
        stock: 4,
        weight_grams: 250,
        origin: undefined,
        pictures: [
          { source: 'https://cdn.test/1.jpg', alt: 'Adire shirt (Small)' },
          { source: 'https://cdn.test/2.jpg', alt: 'Back' },
          { source: 'https://cdn.test/3.jpg', alt: 'Adire shirt (Small)' },
        ],
      },
      {
        line: 3,
        handle: 'adire-shirt-large',
        sku: 'AD-L',
        price_kobo: 950_000,
        discount_percent: 0,
        stock: 0,
        weight_grams: 300,
      },
    ]);
    expect(records[1]?.pictures?.map(({ source }) => source)).toEqual(
      ['l', '1', '2', '3'].map((name) => `https://cdn.test/${name}.jpg`),
    );
  });

  test.each([
    [{ Status: 'draft' }, 'Its status is draft, not active.'],
    [{ 'Published on online store': 'FALSE' }, 'It is not published.'],
    [{ 'Gift card': 'TRUE' }, 'It is a gift card.'],
    [{ Title: '=HYPERLINK("http://x","y")' }, 'A cell is a formula: "Title".'],
    [{ Tags: "+cmd|' /C calc'!A0" }, 'A cell is a formula: "Tags".'],
    [{ Price: 'ask us' }, 'The sale price "ask us" is not an amount such as 12450.50.'],
    [{ Price: '', 'Compare-at price': '' }, 'The price is missing.'],
    [{ Price: '0', 'Compare-at price': '' }, 'The price is zero.'],
    [{ 'Inventory quantity': 'lots' }, 'The stock "lots" is not a whole number from -100000000 to 100000000.'],
    [{ 'Weight value (grams)': 'heavy' }, 'The weight "heavy" is not a weight of 1 gram to 100 tonnes.'],
    [{ Title: '' }, 'The title is missing.'],
    [{ Title: 'caf\ufffd' }, 'The title contains bytes that are not UTF-8: save the file as UTF-8.'],
    [{ Vendor: 'x'.repeat(50_000) }, 'The brand is 50000 characters long; the maximum is 200.'],
  ])('refuses %j', (change, reason) => {
    const { records, refusals } = read([header, row({ ...first, 'Option1 value': '', ...change })]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 2, handle: 'adire-shirt', reason }]);
  });

  it('has an undefined stock when Shopify does not track it', () => {
    const { records } = read([header, row({ ...first, 'Inventory tracker': '', 'Inventory quantity': '0' })]);
    expect(records[0]?.stock).toBeUndefined();
  });

  it('gets a handle from the title when it has none', () => {
    const { records } = read([
      header,
      row({ ...first, 'URL handle': '', 'Option1 value': 'Default Title', Title: 'Ọjà Àdìrẹ! N°5' }),
    ]);
    expect(records[0]).toMatchObject({ handle: 'oja-adire-n-5', title: 'Ọjà Àdìrẹ! N°5' });
  });
});

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
    expect(readOne(simple).records).toMatchObject([
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
    expect(readOne({ ...rest, [column]: weight }).records[0]?.weight_grams).toBe(grams);
  });

  it('has a discount only within the period of the sale price', () => {
    const sale = { ...simple, 'Sale price': '1200' };
    const percent = (more: Record<string, string>) => readOne({ ...sale, ...more }).records[0]?.discount_percent;
    expect(percent({})).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-12-01' })).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-11-30' })).toBe(0);
    expect(percent({ 'Date sale price starts': '2026-12-02' })).toBe(0);
  });

  it('becomes one product per variation, without the parent product', () => {
    const { records, refusals } = read([
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

  test.each([
    [{ Published: '-1' }, 'It is not published.'],
    [{ Type: 'grouped' }, 'It is a grouped product.'],
    [{ Type: 'external' }, 'It is an external product.'],
    [{ Type: 'simple, virtual' }, 'It is virtual or downloadable.'],
    [{ Name: '=1+1' }, 'A cell is a formula: "Name".'],
  ])('refuses %j', (change, reason) => {
    expect(readOne({ ...simple, ...change }).refusals).toEqual([{ line: 2, handle: 'yam-1', reason }]);
  });
});

describe('the shop’s own JSON', () => {
  const valid = { handle: 'a', title: 'A', category: 'yam', price: 12.5 };
  it('accepts a product with only the required fields, and numbers as JSON numbers', () => {
    expect(readJsonLine(3, JSON.stringify(valid)).records).toMatchObject([
      { line: 3, price_kobo: 1250, stock: undefined },
    ]);
  });
  test.each([
    ['{', 'The line is not JSON: each line must be one object.'],
    ['[]', 'The line is not a JSON object.'],
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
  ])('refuses %s', (text, reason) => {
    expect(readJsonLine(1, text)).toMatchObject({ records: [], refusals: [{ line: 1, reason }] });
  });
});
