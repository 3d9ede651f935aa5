import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { picturesFolder, readMarket, readPictures } from './market.ts';

const market = await readMarket();
const pictures = await readPictures();
const { products, merchants, categories } = market;
const subItems = categories.flatMap((category) => category.subCategories.flatMap((sub) => sub.subItems));
const duplicates = (values: readonly string[]) => values.filter((value, n) => values.indexOf(value) !== n);
const wordCount = (text: string) => text.split(/\s+/).filter(Boolean).length;

describe('the demo market', () => {
  it('has enough products, merchants, countries and discounts', () => {
    expect(products.length).toBeGreaterThanOrEqual(360);
    expect(merchants.length).toBeGreaterThanOrEqual(28);
    expect(new Set(merchants.map((m) => m.country)).size).toBeGreaterThanOrEqual(10);
    expect(products.filter((p) => p.discountPercent > 0).length).toBeGreaterThanOrEqual(60);
    const ownBrands = new Set(merchants.filter((m) => m.ownBrand).map((m) => m.slug));
    expect(products.filter((p) => ownBrands.has(p.merchant)).length).toBeGreaterThanOrEqual(60);
  });

  it('fills 5 categories, each of at least 5 sub-categories of at least 3 sub-items', () => {
    expect(categories).toHaveLength(5);
    for (const category of categories) {
      expect(category.subCategories.length, category.slug).toBeGreaterThanOrEqual(5);
      for (const sub of category.subCategories) expect(sub.subItems.length, sub.slug).toBeGreaterThanOrEqual(3);
    }
    const filled = new Set(products.map((p) => p.subItem));
    expect(subItems.filter((item) => !filled.has(item.slug))).toEqual([]);
  });

  it('has unique slugs and titles, and no reference to something missing', () => {
    expect(duplicates(products.map((p) => p.slug))).toEqual([]);
    expect(duplicates(products.map((p) => p.title))).toEqual([]);
    expect(duplicates(subItems.map((item) => item.slug))).toEqual([]);
    const items = new Set(subItems.map((item) => item.slug));
    const sellers = new Map(merchants.map((m) => [m.slug, m]));
    expect(products.filter((p) => !items.has(p.subItem) || !sellers.has(p.merchant)).map((p) => p.slug)).toEqual([]);
    expect(merchants.filter((m) => !products.some((p) => p.merchant === m.slug)).map((m) => m.slug)).toEqual([]);
  });

  it.each(products.map((p) => [p.slug, p] as const))('%s has valid texts and numbers', (_, p) => {
    for (const text of [p.title, p.description, p.origin, p.alt]) expect(text).toBe(text.normalize('NFC'));
    expect(wordCount(p.description)).toBeGreaterThanOrEqual(40);
    expect(wordCount(p.description)).toBeLessThanOrEqual(120);
    expect(p.title.length).toBeLessThanOrEqual(60);
    expect(Number.isInteger(p.priceNaira) && p.priceNaira >= 300).toBe(true);
    expect(p.discountPercent).toBeLessThanOrEqual(60);
    expect(p.weightKg).toBeGreaterThan(0);
    expect(Number.isInteger(p.stock) && p.stock >= 0).toBe(true);
    expect(p.listed).toMatch(/^202[56]-\d\d-\d\d$/);
  });

  it('has stock from 0 to hundreds, and low stock on the first pages', () => {
    const newest = products.toSorted((a, b) => b.listed.localeCompare(a.listed)).slice(0, 100);
    expect(newest.filter((p) => p.stock >= 1 && p.stock <= 5).length).toBeGreaterThanOrEqual(5);
    expect(products.some((p) => p.stock === 0)).toBe(true);
    expect(products.some((p) => p.stock >= 300)).toBe(true);
  });

  it('has a picture of every product and three or more of a third of them, each listed once and with alt text', async () => {
    const pictureCounts = new Map<string, number>();
    for (const { product } of pictures) pictureCounts.set(product, (pictureCounts.get(product) ?? 0) + 1);
    expect(products.filter((p) => !pictureCounts.has(p.slug)).map((p) => p.slug)).toEqual([]);
    expect([...pictureCounts.values()].filter((n) => n >= 3).length).toBeGreaterThanOrEqual(products.length / 3);
    expect(duplicates(pictures.map((picture) => picture.file))).toEqual([]);
    expect(pictures.filter((picture) => picture.alt.length < 10)).toEqual([]);
    await Promise.all(pictures.map(({ file }) => access(join(picturesFolder, 'products', file))));
    const files = await readdir(join(picturesFolder, 'products'));
    expect(files.length).toBe(pictures.length);
  });

  it('is small enough to clone', async () => {
    let bytes = 0;
    for (const entry of await readdir(picturesFolder, { recursive: true })) {
      bytes += (await stat(join(picturesFolder, entry))).size;
    }
    expect(bytes).toBeLessThan(45_000_000);
  });
});
