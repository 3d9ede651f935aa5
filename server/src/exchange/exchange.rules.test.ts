import { computeSaleKobo, tidyLine, tidyText } from '@sokuwa/contract/catalog/product.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatCsvLine } from '../platform/csv.rules.ts';
import { readTable } from '../testing/product-files.ts';
import { indexColumns, joinList, splitList } from './cells.rules.ts';
import type { TableFormat } from './format.ts';
import { detectFormat, TABLES } from './formats.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import { formatJsonLine, readJsonLine } from './own.rules.ts';
import { derivePrice, type ExportedProduct, parsePrice } from './record.rules.ts';

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
  perishable: fc.boolean(),
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
  perishable: true,
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
    'Perishable (product.metafields.sokuwa.perishable)': 'yes',
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
      'Perishable (product.metafields.sokuwa.perishable)',
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
      'Meta: sokuwa_perishable': 'yes',
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
        perishable: 'yes',
        pictures: 'https://cdn.test/1.jpg, https://cdn.test/2.jpg',
        picture_texts: 'Front, Cut\\, peeled',
      },
    ]);
    expect(writeLines('csv', plain)).toEqual([{ ...common, discount_percent: '0', stock: '0', perishable: 'yes' }]);
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

// At the end, because these take longest.
describe('export and import', { timeout: 30_000 }, () => {
  test.each(TABLES.map((format) => [format.name, format] as const))(
    'preserve products in the format %s',
    (_, format) => {
      fc.assert(
        fc.property(fc.uniqueArray(anyProduct, { maxLength: 4, selector: ({ handle }) => handle }), (products) => {
          const written = [format.header, ...products.flatMap(format.formatRows)].map(formatCsvLine).join('');
          const cells: string[][] = parse(written, { relax_column_count: true });
          const imported = readTable(cells);
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
