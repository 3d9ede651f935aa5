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

/** A product with every field, and one with only the required fields. */
const yam: ExportedProduct = {
  handle: 'puna-yam',
  sku: 'YAM-1',
  merchant: 'benue',
  title: 'Puna yam, large',
  description: 'Firm.\n\nWhite & "sweet".\nFresh.',
  category: 'yams',
  categoryPath: ['Food', 'Tubers', 'Yams'],
  price_kobo: kobo(150_050),
  discount_percent: 20,
  weight_grams: 2500,
  stock: 8,
  brand: 'Benue Farms',
  origin: 'Benue',
  warranty: 'One week',
  keywords: ['yam', 'root, white'],
  listed_at: new Date('2026-10-01T08:00:00Z'),
  pictures: [
    { source: 'https://cdn.test/1.jpg', alt: 'Front' },
    { source: 'https://cdn.test/2.jpg', alt: 'Cut, peeled' },
  ],
};
const plain: ExportedProduct = {
  ...yam,
  sku: null,
  description: '',
  discount_percent: 0,
  stock: 0,
  brand: null,
  warranty: null,
  keywords: [],
  pictures: [],
};
const formatNamed = (name: string): TableFormat => {
  const format = TABLES.find((one) => one.name === name);
  if (!format) throw new Error(`no format ${name}`);
  return format;
};
/** Formats a product as lines, each as cells by column, without empty cells. */
const writeLines = (name: string, product: ExportedProduct) => {
  const { header, formatRows } = formatNamed(name);
  return formatRows(product).map((cells) =>
    Object.fromEntries(header.map((column, n) => [column, cells[n] ?? '']).filter(([, cell]) => cell !== '')),
  );
};

describe('an export', () => {
  const metafields = {
    'Category (product.metafields.sokuwa.category)': 'yams',
    'Origin (product.metafields.sokuwa.origin)': 'Benue',
    'Discount percent (product.metafields.sokuwa.discount_percent)': '20',
    'Listed at (product.metafields.sokuwa.listed_at)': '2026-10-01T08:00:00.000Z',
  };
  const warranty = { 'Warranty (product.metafields.sokuwa.warranty)': 'One week' };
  const html = '<p>Firm.</p><p>White &amp; &quot;sweet&quot;.<br>Fresh.</p>';

  it('for Shopify has the columns of its product file, and a line more for each further picture', () => {
    const common = {
      Title: 'Puna yam, large',
      'URL handle': 'puna-yam',
      Type: 'Yams',
      'Published on online store': 'TRUE',
      Status: 'active',
      'Option1 name': 'Title',
      'Option1 value': 'Default Title',
      'Inventory tracker': 'shopify',
      'Weight value (grams)': '2500',
      'Gift card': 'FALSE',
      ...metafields,
    };
    expect(writeLines('shopify', yam)).toEqual([
      {
        ...common,
        ...warranty,
        Description: html,
        Vendor: 'Benue Farms',
        Tags: 'yam, root\\, white',
        SKU: 'YAM-1',
        Price: '1200.40',
        'Compare-at price': '1500.50',
        'Inventory quantity': '8',
        'Product image URL': 'https://cdn.test/1.jpg',
        'Image position': '1',
        'Image alt text': 'Front',
      },
      {
        'URL handle': 'puna-yam',
        'Product image URL': 'https://cdn.test/2.jpg',
        'Image position': '2',
        'Image alt text': 'Cut, peeled',
      },
    ]);
    expect(writeLines('shopify', plain)).toEqual([
      {
        ...common,
        Price: '1500.50',
        'Inventory quantity': '0',
        'Discount percent (product.metafields.sokuwa.discount_percent)': '0',
      },
    ]);
    expect(formatNamed('shopify').header).toEqual([
      ...['URL handle', 'Title', 'Description', 'Vendor', 'Product category', 'Type', 'Tags'],
      ...['Published on online store', 'Status', 'SKU', 'Price', 'Compare-at price', 'Inventory tracker'],
      ...['Inventory quantity', 'Weight value (grams)', 'Product image URL', 'Image position', 'Image alt text'],
      ...['Variant image URL', 'Gift card', 'Option1 name', 'Option1 value', 'Option2 name', 'Option2 value'],
      ...['Option3 name', 'Option3 value', 'Category (product.metafields.sokuwa.category)'],
      'Origin (product.metafields.sokuwa.origin)',
      'Warranty (product.metafields.sokuwa.warranty)',
      'Discount percent (product.metafields.sokuwa.discount_percent)',
      'Listed at (product.metafields.sokuwa.listed_at)',
    ]);
  });

  it('for Shopify before 2025 has the columns of that time', () => {
    expect(writeLines('shopify-legacy', yam)).toEqual([
      {
        ...metafields,
        ...warranty,
        Handle: 'puna-yam',
        Title: 'Puna yam, large',
        'Body (HTML)': html,
        Vendor: 'Benue Farms',
        Type: 'Yams',
        Tags: 'yam, root\\, white',
        Published: 'TRUE',
        Status: 'active',
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': 'YAM-1',
        'Variant Price': '1200.40',
        'Variant Compare At Price': '1500.50',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '8',
        'Variant Grams': '2500',
        'Image Src': 'https://cdn.test/1.jpg',
        'Image Position': '1',
        'Image Alt Text': 'Front',
        'Gift Card': 'FALSE',
      },
      {
        Handle: 'puna-yam',
        'Image Src': 'https://cdn.test/2.jpg',
        'Image Position': '2',
        'Image Alt Text': 'Cut, peeled',
      },
    ]);
    const { header } = formatNamed('shopify-legacy');
    for (const column of ['Product Category', 'Variant Image', 'Option2 Name', 'Option2 Value', 'Option3 Value'])
      expect(header).toContain(column);
  });

  it('for WooCommerce has the columns of its product file', () => {
    const common = {
      Type: 'simple',
      Name: 'Puna yam, large',
      Published: '1',
      'Visibility in catalog': 'visible',
      'Weight (kg)': '2.5',
      'Regular price': '1500.50',
      Categories: 'Food > Tubers > Yams',
      'Meta: sokuwa_handle': 'puna-yam',
      'Meta: sokuwa_category': 'yams',
      'Meta: sokuwa_origin': 'Benue',
      'Meta: sokuwa_listed_at': '2026-10-01T08:00:00.000Z',
    };
    expect(writeLines('woocommerce', yam)).toEqual([
      {
        ...common,
        SKU: 'YAM-1',
        Description: html,
        'In stock?': '1',
        Stock: '8',
        'Sale price': '1200.40',
        Tags: 'yam, root\\, white',
        Images: 'https://cdn.test/1.jpg, https://cdn.test/2.jpg',
        Brands: 'Benue Farms',
        'Meta: sokuwa_warranty': 'One week',
        'Meta: sokuwa_discount_percent': '20',
        'Meta: sokuwa_image_texts': 'Front, Cut\\, peeled',
      },
    ]);
    expect(writeLines('woocommerce', plain)).toEqual([
      { ...common, 'In stock?': '0', Stock: '0', 'Meta: sokuwa_discount_percent': '0' },
    ]);
    expect(formatNamed('woocommerce').header.slice(0, 20)).toEqual([
      ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Short description', 'Description'],
      ...['Date sale price starts', 'Date sale price ends', 'In stock?', 'Stock', 'Weight (kg)', 'Sale price'],
      ...['Regular price', 'Categories', 'Tags', 'Images', 'Parent', 'Brands'],
    ]);
  });

  it('in the shop’s own CSV has every field in a column', () => {
    const common = {
      handle: 'puna-yam',
      merchant: 'benue',
      title: 'Puna yam, large',
      category: 'yams',
      origin: 'Benue',
      weight_grams: '2500',
      price: '1500.50',
      listed_at: '2026-10-01T08:00:00.000Z',
    };
    expect(writeLines('csv', yam)).toEqual([
      {
        ...common,
        sku: 'YAM-1',
        brand: 'Benue Farms',
        description: 'Firm.\n\nWhite & "sweet".\nFresh.',
        warranty: 'One week',
        keywords: 'yam, root\\, white',
        discount_percent: '20',
        stock: '8',
        pictures: 'https://cdn.test/1.jpg, https://cdn.test/2.jpg',
        picture_texts: 'Front, Cut\\, peeled',
      },
    ]);
    expect(writeLines('csv', plain)).toEqual([{ ...common, discount_percent: '0', stock: '0' }]);
  });

  it('in the shop’s own JSON has an object on one line', () => {
    const { categoryPath: _, price_kobo: __, ...fields } = yam;
    const line = formatJsonLine(yam);
    expect(JSON.parse(line)).toEqual({ ...fields, price: 1500.5, listed_at: '2026-10-01T08:00:00.000Z' });
    expect(line.indexOf('\n')).toBe(line.length - 1);
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
    for (const column of ['Variant Price', 'Vendor', 'Image Src'])
      expect(detectFormat(indexColumns(['Handle', 'Title', 'Variant Price', column]))).toMatchObject({
        name: 'shopify-legacy',
      });
    for (const column of ['Body (HTML)', 'Vendor', 'Image Src'])
      expect(detectFormat(indexColumns(['Handle', 'Title', column]))).toBe(
        'The file matches an older Shopify product file, but has no column "Variant Price".',
      );
    expect(detectFormat(indexColumns(['Handle', 'Vendor', 'Price', 'Category']))).toBe(
      'The file matches the shop’s own CSV, but has no column "title".',
    );
    expect(detectFormat(indexColumns(['Name', 'Regular price']))).toBe(
      'The file matches a WooCommerce product file, but has no column "Type".',
    );
    for (const columns of [
      ['Handle', 'Title'],
      ['handle', 'title', 'price'],
      ['handle', 'title', 'category'],
      ['title', 'price', 'category'],
      ['Type', 'Name'],
      ['Type', 'Regular price'],
      ['URL handle', 'Price'],
      ['Title', 'Vendor'],
    ])
      expect(detectFormat(indexColumns(columns))).toBe(
        'The columns of the first line match no product file: a Shopify product file has Title, URL handle, Price; ' +
          'an older Shopify product file has Title, Handle, Variant Price; ' +
          'a WooCommerce product file has Type, Name, Regular price; ' +
          'the shop’s own CSV has handle, title, price, category.',
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
  const simple = { Title: 'Shirt', 'URL handle': 'shirt', Price: '75' };
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
  ])('refuses %j', (change, reason) => {
    const { records, refusals } = read([header, row({ ...first, 'Option1 value': '', ...change })]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 2, handle: 'adire-shirt', reason }]);
  });

  it('refuses a text that is much too long', () => {
    expect(readOne({ ...simple, Vendor: 'x'.repeat(50_000) }).refusals).toMatchObject([
      { reason: 'The brand is 50000 characters long; the maximum is 200.' },
    ]);
  });

  it('has an undefined stock when Shopify does not track it', () => {
    const readStocks = (cells: Record<string, string>) =>
      readOne({ ...simple, ...cells }).records.map(({ stock }) => stock);
    expect(readStocks({ 'Inventory tracker': '', 'Inventory quantity': '0' })).toEqual([undefined]);
    expect(readStocks({ 'Inventory tracker': ' ', 'Inventory quantity': ' 0 ' })).toEqual([undefined]);
    expect(readStocks({ 'Inventory tracker': ' ', 'Inventory quantity': ' ' })).toEqual([undefined]);
    expect(readStocks({ 'Inventory tracker': '', 'Inventory quantity': '10' })).toEqual([10]);
    expect(readStocks({ 'Inventory tracker': 'shopify', 'Inventory quantity': '0' })).toEqual([0]);
    // A file without the tracker column does not say whether the stock is tracked.
    expect(readStocks({ 'Inventory quantity': '0' })).toEqual([0]);
    expect(readStocks({})).toEqual([undefined]);
  });

  it('leaves unchanged what the file has no column for', () => {
    expect(readOne(simple).records).toMatchObject([
      {
        sku: undefined,
        brand: undefined,
        origin: undefined,
        warranty: undefined,
        keywords: undefined,
        listed_at: undefined,
        pictures: undefined,
        weight_grams: undefined,
        categories: [],
        description: '',
        merchant: undefined,
      },
    ]);
    const empty = { Vendor: '', Tags: '', 'Product image URL': ' ' };
    expect(readOne({ ...simple, ...empty }).records).toMatchObject([{ brand: null, keywords: [], pictures: [] }]);
  });

  it('has the price before discount in the column of the compare-at price, if both are there', () => {
    const priceOf = (cells: Record<string, string>) => {
      const [found] = readOne({ ...simple, ...cells }).records;
      return [found?.price_kobo, found?.discount_percent];
    };
    expect(priceOf({ Price: '75', 'Compare-at price': '100' })).toEqual([10_000, 25]);
    expect(priceOf({ Price: '75', 'Compare-at price': ' ' })).toEqual([7500, 0]);
    expect(priceOf({ Price: '75', 'Compare-at price': '75' })).toEqual([7500, 0]);
    for (const Price of ['', ' '])
      expect(readOne({ ...simple, Price, 'Compare-at price': '100' }).refusals).toMatchObject([
        { reason: 'The price is missing.' },
      ]);
    const percent = 'Discount percent (product.metafields.sokuwa.discount_percent)';
    expect(priceOf({ Price: '0.01', 'Compare-at price': '0.03', [percent]: '40' })).toEqual([3, 40]);
    expect(priceOf({ Price: '75', [percent]: '40' })).toEqual([7500, 0]);
  });

  it('has the shop’s own category before those of Shopify, and the other fields of the shop', () => {
    const own = (title: string, key: string) => `${title} (product.metafields.sokuwa.${key})`;
    const { records } = readOne({
      ...simple,
      [own('Category', 'category')]: 'shirts-men',
      'Product category': 'Apparel',
      Type: 'Shirts',
      [own('Origin', 'origin')]: 'Ogun',
      [own('Warranty', 'warranty')]: 'None',
      [own('Listed at', 'listed_at')]: '2026-01-02',
    });
    expect(records).toMatchObject([
      {
        categories: ['shirts-men', 'Apparel', 'Shirts'],
        origin: 'Ogun',
        warranty: 'None',
        listed_at: new Date('2026-01-02'),
      },
    ]);
  });

  it('is a product for each line with a SKU, a price or an option, and none for a line with a picture only', () => {
    const more = (cells: Record<string, string>) => row({ 'URL handle': 'adire-shirt', Price: '5', ...cells });
    const { records, refusals } = read([
      header,
      row({ ...first, 'Option1 value': '' }),
      more({ SKU: 'AD-2', 'Option1 value': ' Dark  blue ' }),
      more({ SKU: 'AD-3', 'Option1 value': 'Default Title' }),
      row({ 'URL handle': 'adire-shirt', SKU: ' ', 'Product image URL': 'https://cdn.test/9.jpg' }),
    ]);
    expect(records.map(({ line, handle, title }) => [line, handle, title])).toEqual([
      [2, 'adire-shirt', 'Adire shirt'],
      [3, 'adire-shirt-dark-blue', 'Adire shirt (Dark blue)'],
      [4, 'adire-shirt', 'Adire shirt'],
    ]);
    expect(refusals).toEqual([]);
    // The first line is a product in any case.
    expect(readOne({ ...simple, Price: '' }).refusals).toMatchObject([{ reason: 'The price is missing.' }]);
    for (const cells of [
      { SKU: 'AD-2', Price: '' },
      { 'Option1 value': 'Large', Price: '' },
    ])
      expect(read([header, row(first), more(cells)]).refusals).toMatchObject([
        { line: 3, reason: 'The price is missing.' },
      ]);
  });

  it('has all its options in handle and title', () => {
    const options = { 'Option1 value': 'Small', 'Option2 value': 'Sky blue', 'Option3 value': 'Cotton' };
    expect(readOne({ ...simple, 'URL handle': ' shirt ', Title: ' Shirt ', ...options }).records).toMatchObject([
      { handle: 'shirt-small-sky-blue-cotton', title: 'Shirt (Small, Sky blue, Cotton)' },
    ]);
  });

  it('has its pictures by position, else in the order of the lines', () => {
    const picture = (source: string, position: string, alt = '') =>
      row({
        'URL handle': 'adire-shirt',
        'Product image URL': source,
        'Image position': position,
        'Image alt text': alt,
      });
    const withoutPicture = { ...first, 'Product image URL': '', 'Image position': '', 'Image alt text': '' };
    const { records } = read([
      header,
      row(withoutPicture),
      picture('d', '9', 'last'),
      picture('b', ''),
      picture('c', 'x'),
      picture('a', '1'),
    ]);
    expect(records[0]?.pictures?.map(({ source }) => source)).toEqual(['a', 'b', 'c', 'd']);
    expect(records[0]?.pictures?.at(-1)?.alt).toBe('last');
  });

  it('begins with the picture of the variant, with its text where the product has the same picture', () => {
    const { records } = read([
      header,
      row({
        ...first,
        'Product image URL': ' https://cdn.test/2.jpg ',
        'Variant image URL': ' https://cdn.test/2.jpg ',
      }),
      row({ 'URL handle': 'adire-shirt', 'Product image URL': 'https://cdn.test/1.jpg', 'Image position': '1' }),
    ]);
    expect(records[0]?.pictures).toEqual([
      { source: 'https://cdn.test/2.jpg', alt: 'Back' },
      { source: 'https://cdn.test/1.jpg', alt: 'Adire shirt (Small)' },
    ]);
    expect(readOne({ ...simple, 'Variant image URL': 'x.jpg' }).records[0]?.pictures).toEqual([
      { source: 'x.jpg', alt: 'Shirt' },
    ]);
  });

  it('is one product as long as the handle is the same; a line without a handle is a product of its own', () => {
    const line = (handle: string, price: string) => row({ Title: `T${price}`, 'URL handle': handle, Price: price });
    const { records } = read([
      header,
      line(' a ', '1'),
      line('a', '2'),
      line('b', '3'),
      line('', '4'),
      line('', '5'),
      line('a', '6'),
    ]);
    expect(records.map(({ line: number, handle, title }) => [number, handle, title])).toEqual([
      [2, 'a', 'T1'],
      [3, 'a', 'T1'],
      [4, 'b', 'T3'],
      [5, 't4', 'T4'],
      [6, 't5', 'T5'],
      [7, 'a', 'T6'],
    ]);
  });

  it('has at most 2,500 lines, of which the next ones are ignored with one row of the report', () => {
    const picture = row({ 'URL handle': 'adire-shirt' });
    const lines = (count: number) => [header, row(first), ...Array.from({ length: count - 1 }, () => picture)];
    expect(read(lines(2500)).refusals).toEqual([]);
    const { records, refusals } = read([...lines(2502), row({ ...first, 'URL handle': 'next' })]);
    expect(records.map(({ handle }) => handle)).toEqual(['adire-shirt-small', 'next-small']);
    expect(refusals).toEqual([
      {
        line: 2502,
        handle: 'adire-shirt',
        reason: 'The product has more than 2500 lines; this line and the next ones of the product are ignored.',
      },
    ]);
  });

  it('is refused as a whole when one of its lines has a formula', () => {
    const { records, refusals } = read([
      header,
      row(first),
      row({ 'URL handle': 'adire-shirt', SKU: '=1', Price: '5' }),
    ]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 3, handle: 'adire-shirt', reason: 'A cell is a formula: "SKU".' }]);
  });

  it('is sold when its status is active in any case, or not given', () => {
    for (const cells of [
      { Status: ' ACTIVE ' },
      { Status: ' ' },
      { 'Published on online store': 'yes' },
      { 'Published on online store': 'notable' },
      { 'Published on online store': '10' },
      { 'Gift card': '10' },
      { 'Gift card': 'FALSE' },
      { 'Gift card': 'untrue' },
    ])
      expect(readOne({ ...simple, ...cells }).records, JSON.stringify(cells)).toHaveLength(1);
    for (const cells of [
      { 'Published on online store': ' no ' },
      { 'Published on online store': '0' },
      { 'Gift card': ' yes ' },
      { 'Gift card': '1' },
    ])
      expect(readOne({ ...simple, ...cells }).refusals, JSON.stringify(cells)).toHaveLength(1);
  });

  it('without a line is nothing', () => {
    expect(read([header])).toMatchObject({ records: [], refusals: [] });
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
    const { records } = read([
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
    expect(readOne(required).records).toMatchObject([
      {
        handle: 'puna-yam',
        sku: undefined,
        brand: undefined,
        origin: undefined,
        warranty: undefined,
        keywords: undefined,
        listed_at: undefined,
        pictures: undefined,
        weight_grams: undefined,
        stock: undefined,
        merchant: undefined,
        categories: [],
        description: '',
      },
    ]);
    expect(readOne({ ...required, Brands: '', Tags: '', Images: '', SKU: '' }).records).toMatchObject([
      { brand: null, keywords: [], pictures: [], sku: null },
    ]);
  });

  it('has the handle that the shop exported, or one from its SKU, its number or its name', () => {
    const handleOf = (cells: Record<string, string>) => readOne({ ...simple, ...cells }).records[0]?.handle;
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
    expect(readOne({ ...simple, ...meta, 'Regular price': '0.03', 'Sale price': '0.01' }).records).toMatchObject([
      {
        categories: ['yams', 'Food > Tubers', 'Fresh'],
        origin: 'Benue',
        warranty: 'None',
        listed_at: new Date('2026-01-02'),
        price_kobo: 3,
        discount_percent: 40,
      },
    ]);
    expect(readOne({ ...simple, ...meta, 'Sale price': ' ' }).records[0]?.discount_percent).toBe(0);
  });

  it('has the description before the short one, with the line breaks of WordPress', () => {
    const descriptionOf = (long: string, short: string) =>
      readOne({ ...simple, Description: long, 'Short description': short }).records[0]?.description;
    expect(descriptionOf('Long', 'short')).toBe('Long');
    expect(descriptionOf(' ', 'short')).toBe('short');
    expect(descriptionOf('<p></p>', 'short')).toBe('short');
    expect(descriptionOf('one\\ntwo\r\nthree\nfour', '')).toBe('one\ntwo\nthree\nfour');
    // WooCommerce doubles a backslash before the letter n.
    expect(descriptionOf('C:\\\\new', '')).toBe('C:\\new');
  });

  it('has the stock, or only whether it is in stock', () => {
    const readStocks = (Stock: string, inStock: string) =>
      readOne({ ...simple, Stock, 'In stock?': inStock }).records.map(({ stock }) => stock);
    expect(readStocks(' 5 ', '0')).toEqual([5]);
    expect(readStocks('-2', '1')).toEqual([0]);
    expect(readStocks('', ' 0 ')).toEqual([0]);
    expect(readStocks('parent', '0')).toEqual([0]);
    expect(readStocks('parent', '1')).toEqual([undefined]);
    expect(readStocks('', '1')).toEqual([undefined]);
    expect(readOne({ ...simple, Stock: 'many' }).refusals).toMatchObject([
      { reason: 'The stock "many" is not a whole number from -100000000 to 100000000.' },
    ]);
  });

  it('has the weight of the first column that has one', () => {
    const { 'Weight (kg)': _, ...rest } = simple;
    expect(readOne({ ...rest, 'Weight (kg)': ' ', 'Weight (g)': '12' }).records[0]?.weight_grams).toBe(12);
    expect(readOne(rest).records).toMatchObject([{ weight_grams: undefined }]);
  });

  it('has its sale price from the beginning of its period until the end, to the second', () => {
    const percentOf = (starts: string, ends: string) =>
      readOne({
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
    expect(percentOf(' ', ' ')).toBe(20);
  });

  it('is found as the parent of a variation by its number or SKU, if it is on an earlier line', () => {
    const variation = (ID: string, Parent: string) =>
      row({ ID, Type: 'Variation', Name: `V${ID}`, 'Regular price': '9', Parent });
    const { records, refusals } = read([
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
    const { records, refusals } = read([
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
    expect(readOne({ ...simple, ...change })).toMatchObject({
      records: [],
      refusals: [{ line: 2, handle: 'yam-1', reason }],
    });
  });

  it('is sold when the file does not say whether it is published', () => {
    for (const Published of ['', ' ', ' 1 ']) expect(readOne({ ...simple, Published }).records).toHaveLength(1);
  });

  it('is refused with 200 characters of its handle at most', () => {
    const { refusals } = readOne({ ...simple, SKU: 'x'.repeat(250), Published: '0' });
    expect(refusals).toMatchObject([{ handle: 'x'.repeat(200) }]);
  });

  it('is remembered as a parent until 10,000 others followed', () => {
    const parent = (n: number) => row({ ...simple, Type: 'variable', ID: String(n), SKU: `S${n}` });
    const child = (parentName: string) =>
      row({ ID: '9', Type: 'variation', Name: 'V', 'Regular price': '9', Parent: parentName });
    const parents = Array.from({ length: 10_000 }, (_, n) => parent(n + 1));
    const found = (...lines: string[][]) => read([columns, ...lines]).records.length;
    expect(found(...parents, child('id:1'), child('S1'))).toBe(2);
    expect(found(...parents, parent(10_001), child('id:1'), child('S1'), child('id:2'), child('S2'))).toBe(2);
    // A product that occurs again counts as new.
    const repeated = [...parents.slice(0, 9999), parent(1), parent(10_000), parent(10_001)];
    expect(found(...repeated, child('id:1'), child('S1'), child('id:2'), child('S2'))).toBe(2);
    expect(found(...repeated, child('id:1'), child('S1'))).toBe(2);
  });
});

describe('the shop’s own CSV', () => {
  const required = { handle: 'yam', title: 'Yam', price: '12.5', category: 'yams' };

  it('leaves unchanged what the file has no column for', () => {
    expect(readOne(required)).toMatchObject({
      refusals: [],
      records: [
        {
          line: 2,
          handle: 'yam',
          title: 'Yam',
          price_kobo: 1250,
          categories: ['yams'],
          sku: undefined,
          merchant: undefined,
          description: '',
          weight_grams: undefined,
          stock: undefined,
          keywords: undefined,
          pictures: undefined,
        },
      ],
    });
    expect(readOne({ ...required, keywords: '', pictures: ' ', picture_texts: 'x' }).records).toMatchObject([
      { keywords: [], pictures: [] },
    ]);
  });

  it('has the texts of its pictures in a column of their own, in the same order', () => {
    const picturesOf = (cells: Record<string, string>) => readOne({ ...required, ...cells }).records[0]?.pictures;
    expect(picturesOf({ pictures: '1.jpg, 2.jpg', picture_texts: 'Front' })).toEqual([
      { source: '1.jpg', alt: 'Front' },
      { source: '2.jpg', alt: 'Yam' },
    ]);
    expect(picturesOf({ pictures: '1.jpg' })).toEqual([{ source: '1.jpg', alt: 'Yam' }]);
  });

  it('is refused with a formula in any cell', () => {
    expect(readOne({ ...required, stock: '=1' })).toMatchObject({
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

// At the end, because these take longest.
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
