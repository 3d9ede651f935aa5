import { describe, expect, it, test } from 'vitest';
import { ABSENT_FIELDS, readProduct, readTable } from '../testing/product-files.ts';

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
    const { records, refusals } = readTable([header, ...[first, ...others].map(row)]);
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
    const { records, refusals } = readTable([header, row({ ...first, 'Option1 value': '', ...change })]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 2, handle: 'adire-shirt', reason }]);
  });

  it('refuses a text that is much too long', () => {
    expect(readProduct({ ...simple, Vendor: 'x'.repeat(50_000) }).refusals).toMatchObject([
      { reason: 'The brand is 50000 characters long; the maximum is 200.' },
    ]);
  });

  it('has an undefined stock when Shopify does not track it', () => {
    const readStocks = (cells: Record<string, string>) =>
      readProduct({ ...simple, ...cells }).records.map(({ stock }) => stock);
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
    expect(readProduct(simple).records).toMatchObject([{ ...ABSENT_FIELDS, categories: [], description: '' }]);
    const empty = { Vendor: '', Tags: '', 'Product image URL': ' ' };
    expect(readProduct({ ...simple, ...empty }).records).toMatchObject([{ brand: null, keywords: [], pictures: [] }]);
  });

  it('has the price before discount in the column of the compare-at price, if both are there', () => {
    const priceOf = (cells: Record<string, string>) => {
      const [found] = readProduct({ ...simple, ...cells }).records;
      return [found?.price_kobo, found?.discount_percent];
    };
    expect(priceOf({ Price: '75', 'Compare-at price': '100' })).toEqual([10_000, 25]);
    expect(priceOf({ Price: '75', 'Compare-at price': ' ' })).toEqual([7500, 0]);
    expect(priceOf({ Price: '75', 'Compare-at price': '75' })).toEqual([7500, 0]);
    for (const Price of ['', ' '])
      expect(readProduct({ ...simple, Price, 'Compare-at price': '100' }).refusals).toMatchObject([
        { reason: 'The price is missing.' },
      ]);
    const percent = 'Discount percent (product.metafields.sokuwa.discount_percent)';
    expect(priceOf({ Price: '0.01', 'Compare-at price': '0.03', [percent]: '40' })).toEqual([3, 40]);
    expect(priceOf({ Price: '75', [percent]: '40' })).toEqual([7500, 0]);
  });

  it('has the shop’s own category before those of Shopify, and the other fields of the shop', () => {
    const own = (title: string, key: string) => `${title} (product.metafields.sokuwa.${key})`;
    const { records } = readProduct({
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
    const { records, refusals } = readTable([
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
    // The first line is always a product.
    expect(readProduct({ ...simple, Price: '' }).refusals).toMatchObject([{ reason: 'The price is missing.' }]);
    for (const cells of [
      { SKU: 'AD-2', Price: '' },
      { 'Option1 value': 'Large', Price: '' },
    ])
      expect(readTable([header, row(first), more(cells)]).refusals).toMatchObject([
        { line: 3, reason: 'The price is missing.' },
      ]);
  });

  it('has all its options in handle and title', () => {
    const options = { 'Option1 value': 'Small', 'Option2 value': 'Sky blue', 'Option3 value': 'Cotton' };
    expect(readProduct({ ...simple, 'URL handle': ' shirt ', Title: ' Shirt ', ...options }).records).toMatchObject([
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
    const { records } = readTable([
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
    const { records } = readTable([
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
    expect(readProduct({ ...simple, 'Variant image URL': 'x.jpg' }).records[0]?.pictures).toEqual([
      { source: 'x.jpg', alt: 'Shirt' },
    ]);
  });

  it('is one product for consecutive lines with the same handle; a line without a handle is a separate product', () => {
    const line = (handle: string, price: string) => row({ Title: `T${price}`, 'URL handle': handle, Price: price });
    const { records } = readTable([
      header,
      line(' a ', '1'),
      line('a', '2'),
      line(' a ', '2'),
      line('b', '3'),
      line('', '4'),
      line('', '5'),
      line('a', '6'),
    ]);
    expect(records.map(({ line: number, handle, title }) => [number, handle, title])).toEqual([
      [2, 'a', 'T1'],
      [3, 'a', 'T1'],
      [4, 'a', 'T1'],
      [5, 'b', 'T3'],
      [6, 't4', 'T4'],
      [7, 't5', 'T5'],
      [8, 'a', 'T6'],
    ]);
  });

  it('has at most 2,500 lines; further ones are ignored, with one row in the report', () => {
    const picture = row({ 'URL handle': 'adire-shirt' });
    const lines = (count: number) => [header, row(first), ...Array.from({ length: count - 1 }, () => picture)];
    expect(readTable(lines(2500)).refusals).toEqual([]);
    const { records, refusals } = readTable([...lines(2502), row({ ...first, 'URL handle': 'next' })]);
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
    const { records, refusals } = readTable([
      header,
      row(first),
      row({ 'URL handle': 'adire-shirt', SKU: '=1', Price: '5' }),
    ]);
    expect(records).toEqual([]);
    expect(refusals).toEqual([{ line: 3, handle: 'adire-shirt', reason: 'A cell is a formula: "SKU".' }]);
  });

  it('is sold if its status is active, in upper or lower case, or not given', () => {
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
      expect(readProduct({ ...simple, ...cells }).records, JSON.stringify(cells)).toHaveLength(1);
    for (const cells of [
      { 'Published on online store': ' no ' },
      { 'Published on online store': '0' },
      { 'Gift card': ' yes ' },
      { 'Gift card': '1' },
    ])
      expect(readProduct({ ...simple, ...cells }).refusals, JSON.stringify(cells)).toHaveLength(1);
  });

  it('has no product if the file has only its header', () => {
    expect(readTable([header])).toMatchObject({ records: [], refusals: [] });
  });

  it('gets a handle from the title when it has none', () => {
    const { records } = readTable([
      header,
      row({ ...first, 'URL handle': '', 'Option1 value': 'Default Title', Title: 'Ọjà Àdìrẹ! N°5' }),
    ]);
    expect(records[0]).toMatchObject({ handle: 'oja-adire-n-5', title: 'Ọjà Àdìrẹ! N°5' });
  });
});
