import type { Market, MarketPicture, MarketProduct } from '@sokuwa/catalog/market.ts';
import type { NewProduct } from '../../../server/src/catalog/products.sql.ts';
import { createRandom, type Random } from './random.ts';

/** A generated product, in the columns of the tables product and product_picture. */
export type GeneratedProduct = Omit<NewProduct, 'sku'> & { id: number; picture: string; alt: string };
export type Places = ReadonlyMap<string, { subItemId: number; categoryId: number }>;

/** An average. A market has at least the merchants of the demo market. */
const PRODUCTS_PER_MERCHANT = 500;
const WORDS_PER_DESCRIPTION = 40;
/** Number of invented names, in a market of any size. */
const NAME_COUNT = 100_000;
const SEED = 20_261_120;
const FIRST_DAY = Date.UTC(2019, 0, 1);
const LAST_DAY = Date.UTC(2026, 10, 1);

const SYLLABLES = 'ba da fe gi ko la ma ne ni pa ra sa te ti wa za chi ndo kwa sha nga mbe olu ade ife oro'.split(' ');
const KINDS = [
  'small',
  'large',
  'family size',
  'twin pack',
  'set of three',
  'gift box',
  'first choice',
  'plain',
  'market lot',
];

/**
 * An invented name of at least three syllables. Some names are far more frequent than others, as in real data, so that the
 * number of distinct words grows more slowly than the market.
 */
const inventName = (random: Random): string => {
  let number = Math.floor(NAME_COUNT * random.next() ** 8);
  let name = '';
  for (let part = 0; part < 3 || number > 0; part++) {
    name += SYLLABLES[number % SYLLABLES.length] ?? '';
    number = Math.floor(number / SYLLABLES.length);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const countWords = (text: string): number => text.split(/\s+/).length;

/** A description of about forty words, from sentences of products of the same kind. */
const inventDescription = (pool: readonly string[], random: Random): string => {
  const picked: string[] = [];
  for (let words = 0; words < WORDS_PER_DESCRIPTION - 6; ) {
    const sentence = random.pick(pool);
    picked.push(sentence);
    words += countWords(sentence);
  }
  return picked.join(' ');
};

const groupBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

/** Returns the number of merchants in a market of this many products. */
export const countMerchants = (market: Market, products: number): number =>
  Math.max(market.merchants.length, Math.ceil(products / PRODUCTS_PER_MERCHANT));

/**
 * Generates products from those of the demo market: each is a variation with its own name, size, price and description.
 * A product depends on its id only, not on the products generated before it.
 */
export const createProductGenerator = (
  market: Market,
  pictures: readonly MarketPicture[],
  places: Places,
  total: number,
) => {
  const pools = new Map(
    [...groupBy(market.products, (product) => product.subItem)].map(([subItem, products]) => [
      subItem,
      products.flatMap((product) => splitSentences(product.description)),
    ]),
  );
  const picturesOf = new Map(
    pictures.map(({ product, file, alt }) => [
      product,
      { key: `products/${file.replace(/\.webp$/, '-1a2b3c4d')}`, alt },
    ]),
  );
  const merchants = countMerchants(market, total);
  const generate = (id: number, model: MarketProduct, random: Random): GeneratedProduct => {
    const place = places.get(model.subItem);
    if (!place) throw new Error(`catalog: ${model.slug} names an unknown sub-item`);
    const name = inventName(random);
    const merchant = random.integerBelow(merchants);
    const ownBrand = market.merchants[merchant]?.ownBrand ?? merchant % 40 === 0;
    const priceNaira = Math.max(50, Math.round((model.priceNaira * (0.5 + 1.5 * random.next())) / 50) * 50);
    return {
      id,
      slug: `item-${String(id).padStart(8, '0')}`,
      title: `${model.title}, ${name} ${random.pick(KINDS)}`,
      merchant_id: (merchant + 1) as GeneratedProduct['merchant_id'],
      sub_item_id: place.subItemId,
      category_id: place.categoryId,
      brand: random.next() < 0.5 ? model.brand : inventName(random),
      own_brand: ownBrand,
      origin: model.origin,
      description: inventDescription(pools.get(model.subItem) ?? [], random),
      warranty: model.warranty,
      keywords: [...model.keywords, name.toLowerCase()],
      weight_grams: Math.round(model.weightKg * 1000),
      price_kobo: priceNaira * 100,
      discount_percent: random.next() < 0.25 ? 5 + 5 * random.integerBelow(10) : 0,
      stock: random.next() < 0.04 ? 0 : 1 + random.integerBelow(240),
      perishable: model.perishable ?? false,
      listed_at: new Date(FIRST_DAY + ((LAST_DAY - FIRST_DAY) * id) / total).toISOString(),
      picture: picturesOf.get(model.slug)?.key ?? 'products/none',
      alt: model.alt,
    };
  };
  /** Products with ids from `first` to `end`, without `end`. */
  return (first: number, end: number): GeneratedProduct[] =>
    Array.from({ length: end - first }, (_, n) => {
      const random = createRandom(SEED + first + n);
      return generate(first + n, random.pick(market.products), random);
    });
};
