import { kobo } from '@sokuwa/contract/money.ts';
import { describe, expect, it, test } from 'vitest';
import type { Seller, StoredProduct } from '../catalog/index.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { ABSENT_FIELDS } from '../testing/product-files.ts';
import {
  type Defaults,
  type FoundPictures,
  handleKey,
  type Plan,
  planBatch,
  productKey,
  type ResolvedRecord,
  resolveRecord,
  skuKey,
} from './plan.rules.ts';
import type { ProductRecord } from './record.rules.ts';

const seller: Seller = { id: 7 as MerchantId, place: 'Abuja', own_brand: true };
const subItem = { id: 31, category_id: 3 };
const listedAt = '2026-10-01T08:00:00.000Z';

/** The record of a file that has only the required columns. */
const createRecord = (change: Partial<ProductRecord> = {}): ProductRecord => ({
  line: 2,
  handle: 'puna-yam',
  ...ABSENT_FIELDS,
  title: 'Puna yam',
  description: 'Firm.',
  categories: ['Tubers'],
  price_kobo: kobo(150_000),
  discount_percent: 10,
  ...change,
});
const front = { key: 'products/front', alt: 'Front' };
const createStored = (change: Partial<StoredProduct> = {}): StoredProduct => ({
  id: 41 as ProductId,
  slug: 'puna-yam',
  sku: 'YAM-1',
  title: 'Puna yam',
  merchant_id: seller.id,
  sub_item_id: subItem.id,
  category_id: subItem.category_id,
  brand: 'Benue Farms',
  own_brand: false,
  origin: 'Benue',
  description: 'Firm.',
  warranty: 'One week',
  keywords: ['yam', 'tuber'],
  weight_grams: 2500,
  price_kobo: kobo(150_000),
  discount_percent: 10,
  stock: 8,
  perishable: true,
  listed_at: listedAt,
  pictures: [front],
  ...change,
});
const defaults: Defaults = {
  weight_grams: undefined,
  stock: undefined,
  set_stock: false,
  listed_at: new Date('2026-11-23T02:00:00Z'),
};

type Situation = {
  stored?: readonly StoredProduct[];
  held?: number;
  seen?: ReadonlyMap<string, number>;
  found?: FoundPictures | string;
  defaults?: Partial<Defaults>;
  sellers?: readonly Seller[];
};
const plan = (records: readonly ProductRecord[], situation: Situation = {}): Plan =>
  planBatch(
    records.map((record, n): ResolvedRecord => ({ record, seller: situation.sellers?.[n] ?? seller, subItem })),
    situation.stored ?? [],
    new Map([[41 as ProductId, situation.held ?? 0]]),
    situation.seen ?? new Map(),
    () => situation.found,
    { ...defaults, ...situation.defaults },
  );
const complete = { weight_grams: 2500, stock: 8 };

describe('the merchant and the category of a record', () => {
  const sellers = new Map([
    ['benue', seller],
    ['lagos', { ...seller, id: 8 as MerchantId }],
  ]);
  const tubers = { ...subItem, slug: 'tubers', path: ['Food', 'Fresh', 'Tubers'] };
  const findCategory = (names: readonly string[]) => (names.includes('Tubers') ? tubers : undefined);

  it('are those that the file names, or the default merchant', () => {
    const named = createRecord({ merchant: 'lagos' });
    expect(resolveRecord(named, sellers, findCategory, 'benue')).toEqual({
      record: named,
      seller: { ...seller, id: 8 },
      subItem: tubers,
    });
    const unnamed = createRecord();
    expect(resolveRecord(unnamed, sellers, findCategory, 'benue')).toEqual({
      record: unnamed,
      seller,
      subItem: tubers,
    });
  });

  it('of a record without a category: the category is that of the mapping for unmapped names', () => {
    const record = createRecord({ categories: [] });
    const findAny = (names: readonly string[]) => (names.length === 0 ? tubers : undefined);
    expect(resolveRecord(record, sellers, findAny, 'benue')).toEqual({ record, seller, subItem: tubers });
  });

  it.each([
    [{}, undefined, 'The merchant is missing: set a default with --merchant.'],
    [{ merchant: 'kano' }, 'benue', 'There is no merchant "kano".'],
    [{ categories: [] }, 'benue', 'The category is missing.'],
    [
      { categories: ['Food', 'Roots > Yams'] },
      'benue',
      'The shop has no category for "Food", "Roots > Yams": add a line to the category mapping.',
    ],
  ])('are refused for %j with the default merchant %s', (change, merchant, reason) => {
    expect(resolveRecord(createRecord(change), sellers, findCategory, merchant)).toEqual({
      line: 2,
      handle: 'puna-yam',
      reason,
    });
  });
});

describe('a new product', () => {
  it('has the values of the file', () => {
    const values = {
      sku: 'YAM-9',
      brand: 'Farm',
      origin: 'Jos',
      warranty: 'None',
      keywords: ['root'],
      weight_grams: 900,
      stock: 3,
      perishable: true,
    };
    const record = createRecord({ ...values, listed_at: new Date('2026-01-02T03:04:05Z') });
    expect(plan([record], { defaults: { weight_grams: 1, stock: 1, set_stock: true }, held: 2 })).toEqual({
      added: [
        {
          product: {
            ...values,
            slug: 'puna-yam',
            title: 'Puna yam',
            merchant_id: 7,
            sub_item_id: 31,
            category_id: 3,
            own_brand: true,
            description: 'Firm.',
            price_kobo: 150_000,
            discount_percent: 10,
            listed_at: '2026-01-02T03:04:05.000Z',
          },
          pictures: [],
        },
      ],
      changed: [],
      unchanged: 0,
      refusals: [],
      notes: [],
      incomplete: [],
      seen: new Map([
        ['7 handle puna-yam', 2],
        ['7 sku YAM-9', 2],
      ]),
    });
  });

  it('has default values for what the file does not have', () => {
    const [added] = plan([createRecord()], { defaults: { weight_grams: 800, stock: 5 } }).added;
    expect(added?.product).toMatchObject({
      sku: null,
      brand: null,
      origin: 'Abuja',
      warranty: null,
      keywords: [],
      weight_grams: 800,
      stock: 5,
      listed_at: '2026-11-23T02:00:00.000Z',
    });
  });

  it('is refused without a weight or a stock, and a later line with the same product is refused too', () => {
    const { refusals, added, seen } = plan([
      createRecord({ stock: 1 }),
      createRecord({ line: 3, handle: 'kaftan', weight_grams: 1 }),
      createRecord({ line: 4, ...complete }),
    ]);
    expect(added).toEqual([]);
    expect(refusals).toEqual([
      { line: 2, handle: 'puna-yam', reason: 'The weight is missing: set a default with --weight.' },
      { line: 3, handle: 'kaftan', reason: 'The stock is missing: set a default with --stock.' },
      { line: 4, handle: 'puna-yam', reason: 'It is the same product as on line 2.' },
    ]);
    expect([...seen.values()]).toEqual([2, 3]);
  });

  it('has a stock of zero if the file or the default says so', () => {
    const stocks = (stock: number | undefined, fallback: number) =>
      plan([createRecord({ weight_grams: 1, stock })], { defaults: { stock: fallback } }).added[0]?.product.stock;
    expect(stocks(0, 5)).toBe(0);
    expect(stocks(undefined, 0)).toBe(0);
  });
});

describe('a known product', () => {
  it('keeps the values that the file does not have, and is then unchanged', () => {
    const { unchanged, changed, added, notes, seen } = plan([createRecord()], {
      stored: [createStored()],
      defaults: { weight_grams: 1, stock: 1 },
    });
    expect({ unchanged, changed, added, notes }).toEqual({ unchanged: 1, changed: [], added: [], notes: [] });
    expect([...seen.keys()]).toEqual(['7 handle puna-yam', 'product 41']);
  });

  it.each<[Partial<ProductRecord>, Partial<StoredProduct>]>([
    [{ title: 'White yam' }, { title: 'White yam' }],
    [{ description: '' }, { description: '' }],
    [{ price_kobo: kobo(1) }, { price_kobo: kobo(1) }],
    [{ discount_percent: 0 }, { discount_percent: 0 }],
    [{ weight_grams: 900 }, { weight_grams: 900 }],
    [{ brand: null }, { brand: null }],
    [{ brand: 'Farm' }, { brand: 'Farm' }],
    [{ warranty: null }, { warranty: null }],
    [{ origin: 'Jos' }, { origin: 'Jos' }],
    [{ keywords: [] }, { keywords: [] }],
    [{ listed_at: new Date('2026-01-02T03:04:05Z') }, { listed_at: '2026-01-02T03:04:05.000Z' }],
  ])('takes %j from the file', (change, expected) => {
    const { pictures: _, ...stored } = createStored();
    expect(plan([createRecord(change)], { stored: [createStored()] })).toMatchObject({
      changed: [{ product: { ...stored, ...expected }, pictures: undefined }],
      unchanged: 0,
      added: [],
    });
  });

  it('is found by its SKU, which the file may move to another handle', () => {
    const record = createRecord({ handle: 'white-yam', sku: 'YAM-1' });
    const { changed, seen } = plan([record], { stored: [createStored()] });
    expect(changed).toMatchObject([{ product: { id: 41, slug: 'white-yam', sku: 'YAM-1' } }]);
    expect([...seen.keys()]).toEqual(['7 handle white-yam', '7 sku YAM-1', 'product 41']);
  });

  it('is found by its handle if no product has the SKU of the file, and loses its SKU to an empty cell', () => {
    const readSkuAfter = (sku: string | null) =>
      plan([createRecord({ sku })], { stored: [createStored()] }).changed.map(({ product }) => [
        product.id,
        product.sku,
      ]);
    expect(readSkuAfter('YAM-2')).toEqual([[41, 'YAM-2']]);
    expect(readSkuAfter(null)).toEqual([[41, null]]);
  });

  it('is not one of another merchant', () => {
    const other = { ...seller, id: 8 as MerchantId };
    const record = createRecord({ sku: 'YAM-1', ...complete });
    const { added, changed } = plan([record], { stored: [createStored()], sellers: [other] });
    expect(added.map(({ product }) => product.merchant_id)).toEqual([8]);
    expect(changed).toEqual([]);
  });

  it('without a SKU is found by its handle only', () => {
    const stored = [createStored({ sku: null })];
    expect(plan([createRecord({ sku: null })], { stored }).unchanged).toBe(1);
    for (const sku of [null, 'null'])
      expect(plan([createRecord({ handle: 'kaftan', sku, ...complete })], { stored }).added).toHaveLength(1);
  });

  it('is refused when SKU and handle are of two products', () => {
    const stored = [createStored(), createStored({ id: 42 as ProductId, slug: 'kaftan', sku: 'K-1' })];
    const { refusals, changed, seen } = plan([createRecord({ sku: 'K-1' })], { stored });
    expect(refusals).toEqual([
      {
        line: 2,
        handle: 'puna-yam',
        reason: 'The SKU belongs to the product "kaftan", the handle to another product.',
      },
    ]);
    expect(changed).toEqual([]);
    expect(seen.size).toBe(0);
    expect(plan([createRecord({ sku: 'YAM-1' })], { stored }).unchanged).toBe(1);
  });
});

describe('the lines of a file', () => {
  const first = createRecord({ sku: 'YAM-1', ...complete });

  test.each([
    ['handle', createRecord({ line: 3, ...complete })],
    ['SKU', createRecord({ line: 3, handle: 'white-yam', sku: 'YAM-1', ...complete })],
  ])('with the same %s are one product: the later one is refused', (_, second) => {
    const { added, refusals } = plan([first, second]);
    expect(added).toHaveLength(1);
    expect(refusals).toEqual([{ line: 3, handle: second.handle, reason: 'It is the same product as on line 2.' }]);
  });

  test('that find the same known product, one by SKU and one by handle, are one product', () => {
    const { refusals } = plan(
      [createRecord({ handle: 'new-handle', sku: 'YAM-1' }), createRecord({ line: 3, handle: 'third', sku: 'YAM-1' })],
      { stored: [createStored()] },
    );
    expect(refusals.map(({ line }) => line)).toEqual([3]);
  });

  test('that name a product by its handle and then by the SKU that it keeps are one product', () => {
    const second = createRecord({ line: 3, handle: 'white-yam', sku: 'YAM-1', ...complete });
    const { added, refusals } = plan([createRecord(), second], { stored: [createStored()] });
    expect(added).toEqual([]);
    expect(refusals).toEqual([{ line: 3, handle: 'white-yam', reason: 'It is the same product as on line 2.' }]);
  });

  test('are compared with those of earlier batches too', () => {
    for (const key of [handleKey(seller.id, 'puna-yam'), skuKey(seller.id, 'YAM-1'), productKey(41 as ProductId)])
      expect(plan([first], { stored: [createStored()], seen: new Map([[key, 1]]) }).refusals).toEqual([
        { line: 2, handle: 'puna-yam', reason: 'It is the same product as on line 1.' },
      ]);
  });

  test('of two merchants can have the same handle and SKU', () => {
    const sellers = [seller, { ...seller, id: 8 as MerchantId }];
    const { added, refusals } = plan([first, { ...first, line: 3 }], { sellers });
    expect(added.map(({ product }) => product.merchant_id)).toEqual([7, 8]);
    expect(refusals).toEqual([]);
  });

  test('can take over the handle and the SKU that an earlier line took from a product', () => {
    const { changed, added, refusals } = plan(
      [
        createRecord({ handle: 'white-yam', sku: 'YAM-1' }),
        createRecord({ line: 3, handle: 'puna-yam', sku: 'YAM-3', ...complete }),
      ],
      { stored: [createStored()] },
    );
    expect(refusals).toEqual([]);
    expect(changed.map(({ product }) => [product.id, product.slug])).toEqual([[41, 'white-yam']]);
    expect(added.map(({ product }) => [product.slug, product.sku])).toEqual([['puna-yam', 'YAM-3']]);

    const renamed = plan(
      [createRecord({ sku: 'YAM-2' }), createRecord({ line: 3, handle: 'kaftan', sku: 'YAM-1', ...complete })],
      { stored: [createStored()] },
    );
    expect(renamed.changed.map(({ product }) => [product.id, product.sku])).toEqual([[41, 'YAM-2']]);
    expect(renamed.added.map(({ product }) => [product.slug, product.sku])).toEqual([['kaftan', 'YAM-1']]);
  });
});

describe('the stock of a known product', () => {
  const stockAfter = (stock: number | undefined, situation: Situation = {}) => {
    const { changed, notes } = plan([createRecord({ title: 'Yam', stock })], {
      stored: [createStored()],
      ...situation,
    });
    return { stock: changed[0]?.product.stock, notes: notes.map(({ line, reason }) => [line, reason]) };
  };

  it('stays as it is, because sales go on while a file is edited', () => {
    expect(stockAfter(3)).toEqual({ stock: 8, notes: [] });
    expect(stockAfter(undefined, { defaults: { stock: 3, set_stock: true } })).toEqual({ stock: 8, notes: [] });
  });

  it('is set on request, less what unpaid orders hold, with a note', () => {
    const setStock = { defaults: { set_stock: true } };
    expect(stockAfter(3, setStock)).toEqual({ stock: 3, notes: [[2, 'The stock was set to 3; it was 8.']] });
    expect(stockAfter(12, { ...setStock, held: 5 })).toEqual({
      stock: 7,
      notes: [[2, 'The stock was set to 12; it was 13.']],
    });
    expect(stockAfter(13, { ...setStock, held: 5 })).toEqual({ stock: 8, notes: [] });
    expect(stockAfter(5, { ...setStock, held: 5 })).toEqual({
      stock: 0,
      notes: [[2, 'The stock was set to 5; it was 13.']],
    });
  });

  it('is not set to less than unpaid orders hold', () => {
    expect(stockAfter(4, { defaults: { set_stock: true }, held: 5 })).toEqual({
      stock: 8,
      notes: [[2, 'The stock was not set to 4: unpaid orders hold 5.']],
    });
  });

  it('counts only what is held of this product', () => {
    const other = { stored: [createStored({ id: 42 as ProductId })], held: 5 };
    expect(stockAfter(3, { ...other, defaults: { set_stock: true } })).toEqual({
      stock: 3,
      notes: [[2, 'The stock was set to 3; it was 8.']],
    });
  });
});

describe('the pictures of a record', () => {
  const back = { key: 'products/back', alt: 'Back' };
  const wanted = [
    { source: 'https://cdn.test/front.jpg', alt: 'Front' },
    { source: 'https://cdn.test/back.jpg', alt: 'Back' },
  ];
  const incomplete: FoundPictures = { pictures: [back], missing: ['"front.jpg" is not reachable.'] };
  const note = { line: 2, handle: 'puna-yam', reason: '"front.jpg" is not reachable. It is fetched again later.' };

  it('replace those of the product if they differ', () => {
    const changes = (pictures: FoundPictures['pictures']) =>
      plan([createRecord()], { stored: [createStored()], found: { pictures, missing: [] } });
    expect(changes([front])).toMatchObject({ unchanged: 1, changed: [] });
    expect(changes([back])).toMatchObject({ unchanged: 0, changed: [{ product: { id: 41 }, pictures: [back] }] });
    expect(changes([])).toMatchObject({ unchanged: 0, changed: [{ pictures: [] }] });
  });

  it('that are not all available leave those of a known product, and are fetched later', () => {
    const {
      unchanged,
      changed,
      notes,
      incomplete: later,
    } = plan([createRecord({ pictures: wanted })], {
      stored: [createStored()],
      found: incomplete,
    });
    expect({ unchanged, changed, notes }).toEqual({ unchanged: 1, changed: [], notes: [note] });
    expect(later).toEqual([{ product: 41, wanted, before: [front] }]);
  });

  it('that are available are those of a new product, until the others are fetched', () => {
    const {
      added,
      notes,
      incomplete: later,
    } = plan([createRecord({ pictures: wanted, ...complete })], {
      found: incomplete,
    });
    expect(added.map(({ pictures }) => pictures)).toEqual([[back]]);
    expect(notes).toEqual([note]);
    expect(later).toEqual([{ product: '7 handle puna-yam', wanted, before: [back] }]);
  });

  it('that can never be available refuse the record', () => {
    const { refusals, added, notes } = plan([createRecord(complete)], {
      found: 'The picture "x" is not in the folder.',
    });
    expect(refusals).toEqual([{ line: 2, handle: 'puna-yam', reason: 'The picture "x" is not in the folder.' }]);
    expect({ added, notes }).toEqual({ added: [], notes: [] });
  });
});
