import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The demo market, as the files in `catalog/market` define it. */
export type Market = {
  merchants: MarketMerchant[];
  categories: MarketCategory[];
  products: MarketProduct[];
};
export type MarketMerchant = {
  slug: string;
  name: string;
  place: string;
  country: string;
  /** ISO date. */
  since: string;
  sells: string[];
  ownBrand?: boolean;
};
export type MarketCategory = {
  slug: string;
  name: string;
  subCategories: { slug: string; name: string; subItems: { slug: string; name: string }[] }[];
};
export type MarketProduct = {
  slug: string;
  title: string;
  subItem: string;
  merchant: string;
  brand: string | null;
  origin: string;
  /** Whole naira, before the discount. */
  priceNaira: number;
  discountPercent: number;
  weightKg: number;
  stock: number;
  /** Whether it spoils, so that it can be returned within a day only. Default: no. */
  perishable?: boolean;
  /** ISO date from which it is for sale. */
  listed: string;
  description: string;
  warranty: string | null;
  keywords: string[];
  alt: string;
};
/** A picture of a product: a file in `catalog/pictures/products`. */
export type MarketPicture = { product: string; file: string; alt: string };

/** Categories in the order in which the shop shows them. */
export const CATEGORY_SLUGS = ['food', 'arts', 'fashion', 'home', 'beauty'] as const;

const marketFolder = new URL('../market/', import.meta.url);
export const picturesFolder = fileURLToPath(new URL('../pictures/', import.meta.url));
export const glossesFile = fileURLToPath(new URL('../glosses.txt', import.meta.url));
export const pairingsFile = fileURLToPath(new URL('../pairings.txt', import.meta.url));
export const synonymsFile = fileURLToPath(new URL('../synonyms.txt', import.meta.url));

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(new URL(path, marketFolder), 'utf8')) as T;

/** Reads the whole demo market: merchants, category trees and products. */
export const readMarket = async (): Promise<Market> => {
  const merchants = await readJson<MarketMerchant[]>('merchants.json');
  const categories = await Promise.all(CATEGORY_SLUGS.map((slug) => readJson<MarketCategory>(`${slug}.json`)));
  const products: MarketProduct[] = [];
  for (const slug of CATEGORY_SLUGS) {
    for (const file of (await readdir(new URL(`${slug}/`, marketFolder))).sort()) {
      products.push(...(await readJson<MarketProduct[]>(`${slug}/${file}`)));
    }
  }
  return { merchants, categories, products };
};

/** Reads the pictures of all products. The first picture of a product is the one that lists show. */
export const readPictures = async (): Promise<MarketPicture[]> =>
  JSON.parse(await readFile(new URL('../pictures/manifest.json', import.meta.url), 'utf8')) as MarketPicture[];
