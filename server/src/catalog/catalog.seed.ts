import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MarketPicture, picturesFolder, readMarket, readPictures } from '@sokuwa/catalog/market.ts';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { type CategoryTree, hasCategories, insertCategoryTree } from './categories.sql.ts';
import { insertMerchants } from './merchants.sql.ts';
import { insertPictures, insertProducts } from './products.sql.ts';

/** Rows per statement; PostgreSQL allows at most 65,535 parameters. */
const BATCH_ROWS = 500;
const COVER_COUNT = 12;

const storePicture = async (media: MediaStore, folder: string, file: string): Promise<string> => {
  const bytes = await readFile(join(picturesFolder, folder, file));
  // The hash changes the key with the picture, so the URL can be cached forever.
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const key = `${folder}/${file.replace(/\.webp$/, '')}-${hash}`;
  await media.put(key, bytes);
  return key;
};

const writeInBatches = async <T>(items: readonly T[], write: (chunk: T[]) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < items.length; start += BATCH_ROWS) await write(items.slice(start, start + BATCH_ROWS));
};

type SubItemIds = { id: number; categoryId: number };

/** Builds the category tree of the demo market, and a map from sub-item slugs to ids. */
const buildCategoryTree = (categories: Awaited<ReturnType<typeof readMarket>>['categories']) => {
  const tree: CategoryTree = { category: [], sub_category: [], sub_item: [] };
  const subItems = new Map<string, SubItemIds>();
  for (const [c, category] of categories.entries()) {
    const categoryId = c + 1;
    tree.category.push({ id: categoryId, parent: 0, slug: category.slug, name: category.name, position: c });
    for (const [s, sub] of category.subCategories.entries()) {
      // Ids encode the hierarchy: category 2, its third sub-category 203, first sub-item of that 20301.
      const subId = categoryId * 100 + s + 1;
      tree.sub_category.push({ id: subId, parent: categoryId, slug: sub.slug, name: sub.name, position: s });
      for (const [i, item] of sub.subItems.entries()) {
        const id = subId * 100 + i + 1;
        tree.sub_item.push({ id, parent: subId, slug: item.slug, name: item.name, position: i });
        subItems.set(item.slug, { id, categoryId });
      }
    }
  }
  return { tree, subItems };
};

/**
 * Seeds an empty shop with demo categories, merchants, products and pictures, in one transaction.
 * @returns the number of products written; 0 if the shop already has a catalogue
 */
export const seedMarket = async (db: Database, media: MediaStore): Promise<number> => {
  if (await hasCategories(db)) return 0;
  const [market, pictures] = await Promise.all([readMarket(), readPictures()]);
  const keys = new Map<MarketPicture, string>();
  for (const picture of pictures) keys.set(picture, await storePicture(media, 'products', picture.file));
  const covers: string[] = [];
  for (let n = 1; n <= COVER_COUNT; n++)
    covers.push(await storePicture(media, 'stores', `cover-${String(n).padStart(2, '0')}.webp`));

  return db.transaction().execute(async (trx) => {
    const { tree, subItems } = buildCategoryTree(market.categories);
    await insertCategoryTree(trx, tree);
    const merchants = await insertMerchants(
      trx,
      market.merchants.map((m, n) => ({
        slug: m.slug,
        name: m.name,
        place: m.place,
        country: m.country,
        since: m.since,
        own_brand: m.ownBrand ?? false,
        cover_key: covers[n % COVER_COUNT] ?? null,
        // A reserved domain: mails to it never leave the sandbox mailbox.
        email: `${m.slug}@sellers.example`,
      })),
    );
    const merchantBySlug = new Map(merchants.map((merchant) => [merchant.slug, merchant]));
    // Ids increase with the listing day, because "newest first" sorts by id.
    const products = market.products.toSorted(
      (a, b) => a.listed.localeCompare(b.listed) || a.slug.localeCompare(b.slug),
    );
    const ids = new Map<string, ProductId>();
    await writeInBatches(products, async (chunk) => {
      const rows = await insertProducts(
        trx,
        chunk.map((p) => {
          const subItem = subItems.get(p.subItem);
          const merchant = merchantBySlug.get(p.merchant);
          if (!subItem || !merchant) throw new Error(`catalog: ${p.slug} names an unknown sub-item or merchant`);
          return {
            slug: p.slug,
            sku: null,
            title: p.title,
            merchant_id: merchant.id,
            sub_item_id: subItem.id,
            category_id: subItem.categoryId,
            brand: p.brand,
            own_brand: merchant.own_brand,
            origin: p.origin,
            description: p.description,
            warranty: p.warranty,
            keywords: p.keywords,
            weight_grams: Math.round(p.weightKg * 1000),
            price_kobo: p.priceNaira * 100,
            discount_percent: p.discountPercent,
            stock: p.stock,
            perishable: p.perishable ?? false,
            listed_at: `${p.listed}T08:00:00Z`,
          };
        }),
      );
      for (const { id, slug } of rows) ids.set(slug, id);
    });
    const position = new Map<string, number>();
    const pictureRows = [...keys].flatMap(([{ product, alt }, key]) => {
      const productId = ids.get(product);
      const place = position.get(product) ?? 0;
      position.set(product, place + 1);
      return productId === undefined ? [] : [{ product_id: productId, position: place, key, alt }];
    });
    await writeInBatches(pictureRows, (chunk) => insertPictures(trx, chunk));
    return products.length;
  });
};

/** Banners and tiles of the home page. Every shop uses them, so their keys are fixed. */
export const storeShopPictures = async (
  media: MediaStore,
  pictures: readonly { folder: string; name: string }[],
): Promise<void> => {
  for (const { folder, name } of pictures) {
    await media.put(`${folder}/${name}`, await readFile(join(picturesFolder, folder, `${name}.webp`)));
  }
};
