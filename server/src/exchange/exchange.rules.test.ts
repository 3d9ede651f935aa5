import { kobo } from '@sokuwa/contract/money.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { columnsOf, csvLine, joinList, Row, splitList } from './cells.rules.ts';
import type { TableFormat } from './format.ts';
import { recognise, TABLES } from './formats.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import { jsonLine, readJsonLine } from './own.rules.ts';
import { type ProductOut, parsePrice, saleKobo, splitPrice, tidyLine, tidyText, type Unit } from './record.rules.ts';

const NOW = new Date('2026-12-01T12:00:00Z');

/** What a file of these lines comes to. */
const read = (lines: readonly (readonly string[])[]): Unit & { format: TableFormat } => {
  const [header = [], ...rest] = lines;
  const columns = columnsOf(header);
  const format = recognise(columns);
  if (typeof format === 'string') throw new Error(format);
  const reader = format.reader(NOW);
  const units = [...rest.map((cells, n) => reader.take(new Row(n + 2, columns, cells))), reader.end()];
  return {
    format,
    records: units.flatMap((unit) => unit?.records ?? []),
    refusals: units.flatMap((unit) => unit?.refusals ?? []),
  };
};
/** A file of one line, written as what it says. */
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
const line = anyText.map((text) => tidyLine(text.replaceAll('\ufffd', '')));
const someLine = line.filter((text) => text !== '');
const orNull = (texts: fc.Arbitrary<string>) =>
  fc.option(
    texts.filter((text) => text !== ''),
    { nil: null },
  );
const lines = fc.array(anyText, { maxLength: 5 }).map((texts) => tidyText(texts.join('\n').replaceAll('\ufffd', '')));

const product: fc.Arbitrary<ProductOut> = fc.record({
  handle: someLine,
  sku: orNull(line),
  merchant: fc.stringMatching(/^[a-z]{1,8}$/),
  title: someLine,
  description: lines,
  category: fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?$/),
  categoryPath: fc.tuple(someLine, someLine, someLine),
  price_kobo: fc.integer({ min: 1, max: 1_000_000_000_000 }).map(kobo),
  discount_percent: fc.integer({ min: 0, max: 99 }),
  weight_grams: fc.integer({ min: 1, max: 100_000_000 }),
  stock: fc.integer({ min: 0, max: 100_000_000 }),
  brand: orNull(line),
  origin: someLine,
  warranty: orNull(line),
  keywords: fc.array(someLine, { maxLength: 4 }),
  listed_at: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
  pictures: fc.array(fc.record({ source: someLine, alt: someLine }), { maxLength: 4 }),
});

/** A product of the shop as a file that says all of it comes back. */
const asRead = ({ category: _, categoryPath: __, merchant: ___, ...product }: ProductOut) => product;

describe('a round trip', () => {
  test.each(TABLES.map((format) => [format.name, format] as const))(
    '%s: what is written is read as it was',
    (_, format) => {
      fc.assert(
        fc.property(fc.uniqueArray(product, { maxLength: 4, selector: ({ handle }) => handle }), (products) => {
          const written = [format.header, ...products.flatMap(format.rows)].map(csvLine).join('');
          const cells: string[][] = parse(written, { relax_column_count: true });
          const back = read(cells);
          expect(back.refusals).toEqual([]);
          expect(back.format.name).toBe(format.name);
          expect(back.records).toMatchObject(products.map(asRead));
          expect(back.records.map(({ categories }) => categories[0])).toEqual(products.map(({ category }) => category));
          if (format.name === 'csv')
            expect(back.records.map(({ merchant }) => merchant)).toEqual(products.map(({ merchant }) => merchant));
        }),
        { numRuns: 300 },
      );
    },
  );

  test('json: what is written is read as it was', () => {
    fc.assert(
      fc.property(product, (one) => {
        const { records, refusals } = readJsonLine(1, jsonLine(one));
        expect(refusals).toEqual([]);
        expect(records).toMatchObject([{ ...asRead(one), merchant: one.merchant, categories: [one.category] }]);
      }),
      { numRuns: 300 },
    );
  });

  test('of lists in a cell', () => {
    fc.assert(
      fc.property(fc.array(someLine), (texts) => {
        expect(splitList(joinList(texts))).toEqual(texts);
      }),
    );
  });

  test('of text as HTML', () => {
    fc.assert(
      fc.property(lines, (text) => {
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
    '%j is none',
    (text) => expect(parsePrice(text)).toBeNull(),
  );

  test('two of them keep what is paid to the kobo, and never show more off than there was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e12 }), (before, paid) => {
        const found = splitPrice(kobo(before), kobo(paid));
        expect(saleKobo(found.price_kobo, found.discount_percent)).toBe(paid);
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
  ])('%j reads %j', (html, text) => expect(htmlToText(html)).toBe(text));
});

describe('formats', () => {
  it('are known by their columns, and say which are missing', () => {
    expect(recognise(columnsOf(['Title', 'URL handle', 'Price']))).toMatchObject({ name: 'shopify' });
    expect(recognise(columnsOf(['Handle', 'Title', 'Body (HTML)', 'Variant Price']))).toMatchObject({
      name: 'shopify-legacy',
    });
    expect(recognise(columnsOf(['ID', 'Type', 'Name', 'Regular price']))).toMatchObject({ name: 'woocommerce' });
    expect(recognise(columnsOf(['HANDLE', ' title ', 'price', 'category']))).toMatchObject({ name: 'csv' });
    expect(recognise(columnsOf(['Title', 'URL handle']))).toBe(
      'This looks like a Shopify product file, but has no column "Price".',
    );
    expect(recognise(columnsOf(['a', 'b']))).toMatch(/^The first line names no columns of a product file/);
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

  it('makes a product of each variant, with what they have in common', () => {
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
    [{ Title: '=HYPERLINK("http://x","y")' }, 'A formula stands in "Title".'],
    [{ Tags: "+cmd|' /C calc'!A0" }, 'A formula stands in "Tags".'],
    [{ Price: 'ask us' }, 'The sale price "ask us" is not an amount such as 12450.50.'],
    [{ Price: '', 'Compare-at price': '' }, 'The price is missing.'],
    [{ Price: '0', 'Compare-at price': '' }, 'The price is nothing.'],
    [{ 'Inventory quantity': 'lots' }, 'The stock "lots" is not a whole number from -100000000 to 100000000.'],
    [{ 'Weight value (grams)': 'heavy' }, 'The weight "heavy" is not a weight of 1 gram to 100 tonnes.'],
    [{ Title: '' }, 'The title is missing.'],
    [{ Title: 'caf\ufffd' }, 'The title holds bytes that are not UTF-8: save the file as UTF-8.'],
    [{ Vendor: 'x'.repeat(50_000) }, 'The brand is 50000 characters long, of 200 at most.'],
  ])('refuses %j', (change, reason) => {
    const { records, refusals } = read([header, row({ ...first, 'Option1 value': '', ...change })]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 2, handle: 'adire-shirt', reason }]);
  });

  it('takes a product without tracked stock as one that says nothing of it', () => {
    const { records } = read([header, row({ ...first, 'Inventory tracker': '', 'Inventory quantity': '0' })]);
    expect(records[0]?.stock).toBeUndefined();
  });

  it('makes a handle of the title where there is none', () => {
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

  it('is read', () => {
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
  ])('%s', (column, weight, grams) => {
    const { 'Weight (kg)': _, ...rest } = simple;
    expect(readOne({ ...rest, [column]: weight }).records[0]?.weight_grams).toBe(grams);
  });

  it('has sales that hold for a time', () => {
    const sale = { ...simple, 'Sale price': '1200' };
    const percent = (more: Record<string, string>) => readOne({ ...sale, ...more }).records[0]?.discount_percent;
    expect(percent({})).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-12-01' })).toBe(20);
    expect(percent({ 'Date sale price ends': '2026-11-30' })).toBe(0);
    expect(percent({ 'Date sale price starts': '2026-12-02' })).toBe(0);
  });

  it('makes products of variations, and nothing of what they are variations of', () => {
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
      { line: 5, handle: 'woo-4', reason: 'It is a variation of "id:99", which does not stand before it.' },
    ]);
  });

  test.each([
    [{ Published: '-1' }, 'It is not published.'],
    [{ Type: 'grouped' }, 'It is a group of products, not one.'],
    [{ Type: 'external' }, 'It is sold elsewhere.'],
    [{ Type: 'simple, virtual' }, 'It is nothing that can be sent.'],
    [{ Name: '=1+1' }, 'A formula stands in "Name".'],
  ])('refuses %j', (change, reason) => {
    expect(readOne({ ...simple, ...change }).refusals).toEqual([{ line: 2, handle: 'yam-1', reason }]);
  });
});

describe('the shop’s own JSON', () => {
  const good = { handle: 'a', title: 'A', category: 'yam', price: 12.5 };
  it('needs little, and takes numbers as such', () => {
    expect(readJsonLine(3, JSON.stringify(good)).records).toMatchObject([
      { line: 3, price_kobo: 1250, stock: undefined },
    ]);
  });
  test.each([
    ['{', 'The line is not JSON: one object stands on each line.'],
    ['[]', 'The line holds no object.'],
    [JSON.stringify({ ...good, price: {} }), '"price" is neither text nor number.'],
    [JSON.stringify({ ...good, keywords: 'x' }), '"keywords" is not a list of texts.'],
    [
      JSON.stringify({ ...good, pictures: [{}] }),
      '"pictures" is not a list of addresses, or of objects with source and alt.',
    ],
    [JSON.stringify({ ...good, stock: 1.5 }), 'The stock "1.5" is not a whole number from -100000000 to 100000000.'],
    [
      JSON.stringify({ ...good, listed_at: 'soon' }),
      'The day of listing "soon" is not a day or time such as 2026-12-24T08:00:00Z.',
    ],
    [
      `{"handle":"a","title":"\\ud800","category":"c","price":1}`,
      'The title holds bytes that are not UTF-8: save the file as UTF-8.',
    ],
  ])('refuses %s', (text, reason) => {
    expect(readJsonLine(1, text)).toMatchObject({ records: [], refusals: [{ line: 1, reason }] });
  });
});
