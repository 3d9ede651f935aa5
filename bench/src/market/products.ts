import type { Market, MarketPicture, MarketProduct } from '@sokuwa/catalog/market.ts';
import type { NewProduct } from '../../../server/src/catalog/products.sql.ts';
import { type Dice, dice } from './random.ts';

/** A generated product, in the columns of the tables product and product_picture. */
export type MadeProduct = Omit<NewProduct, 'sku'> & { id: number; picture: string; alt: string };
export type Places = ReadonlyMap<string, { subItemId: number; categoryId: number }>;

/** Products a merchant sells, on average; never fewer merchants than the demo market has. */
const PRODUCTS_A_MERCHANT = 500;
const WORDS_A_DESCRIPTION = 40;
/** Made-up names that a market of any size draws from. */
const NAMES = 100_000;
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
 * A made-up name of three or four syllables. Low numbers come up far more often than high ones, as names do, so that the
 * words of a market grow with it but ever more slowly.
 */
const madeName = (chance: Dice): string => {
  let number = Math.floor(NAMES * chance.next() ** 8);
  let name = '';
  for (let part = 0; part < 3 || number > 0; part++) {
    name += SYLLABLES[number % SYLLABLES.length] ?? '';
    number = Math.floor(number / SYLLABLES.length);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const sentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/);
const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Sentences of products of the same kind, until they hold about forty words. */
const describe = (pool: readonly string[], chance: Dice): string => {
  const said: string[] = [];
  for (let words = 0; words < WORDS_A_DESCRIPTION - 6; ) {
    const sentence = chance.pick(pool);
    said.push(sentence);
    words += wordsIn(sentence);
  }
  return said.join(' ');
};

const groupBy = <T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

/** How many merchants a market of this many products has. */
export const merchantCount = (market: Market, products: number): number =>
  Math.max(market.merchants.length, Math.ceil(products / PRODUCTS_A_MERCHANT));

/**
 * Makes products from the texts of the demo market: each is one of its products under a name, size, price and
 * description of its own. Product `id` is the same however many are made before it.
 */
export const productMaker = (market: Market, pictures: readonly MarketPicture[], places: Places, total: number) => {
  const pools = new Map(
    [...groupBy(market.products, (p) => p.subItem)].map(([k, of]) => [k, of.flatMap((p) => sentences(p.description))]),
  );
  const shown = new Map(
    pictures.map(({ product, file, alt }) => [
      product,
      { key: `products/${file.replace(/\.webp$/, '-1a2b3c4d')}`, alt },
    ]),
  );
  const merchants = merchantCount(market, total);
  const make = (id: number, model: MarketProduct, chance: Dice): MadeProduct => {
    const place = places.get(model.subItem);
    if (!place) throw new Error(`catalog: ${model.slug} names an unknown sub-item`);
    const name = madeName(chance);
    const merchant = chance.below(merchants);
    const ownBrand = market.merchants[merchant]?.ownBrand ?? merchant % 40 === 0;
    const priceNaira = Math.max(50, Math.round((model.priceNaira * (0.5 + 1.5 * chance.next())) / 50) * 50);
    return {
      id,
      slug: `item-${String(id).padStart(8, '0')}`,
      title: `${model.title}, ${name} ${chance.pick(KINDS)}`,
      merchant_id: (merchant + 1) as MadeProduct['merchant_id'],
      sub_item_id: place.subItemId,
      category_id: place.categoryId,
      brand: chance.next() < 0.5 ? model.brand : madeName(chance),
      own_brand: ownBrand,
      origin: model.origin,
      description: describe(pools.get(model.subItem) ?? [], chance),
      warranty: model.warranty,
      keywords: [...model.keywords, name.toLowerCase()],
      weight_grams: Math.round(model.weightKg * 1000),
      price_kobo: priceNaira * 100,
      discount_percent: chance.next() < 0.25 ? 5 + 5 * chance.below(10) : 0,
      stock: chance.next() < 0.04 ? 0 : 1 + chance.below(240),
      listed_at: new Date(FIRST_DAY + ((LAST_DAY - FIRST_DAY) * id) / total).toISOString(),
      picture: shown.get(model.slug)?.key ?? 'products/none',
      alt: model.alt,
    };
  };
  /** Products with ids from `first` up to but without `end`. */
  return (first: number, end: number): MadeProduct[] =>
    Array.from({ length: end - first }, (_, n) => {
      const chance = dice(SEED + first + n);
      return make(first + n, chance.pick(market.products), chance);
    });
};
