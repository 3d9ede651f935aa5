import type { HiddenProduct, NewProduct } from './products.sql.ts';

type Sort = string;
/** Where a page of a list ends: the key of its last product, and its id. */
type PageEnd = { key: string; id: number };

/** A cursor, opaque to clients. */
export const formatCursor = (sort: Sort, { key, id }: PageEnd): string =>
  Buffer.from(`${sort} ${id} ${key}`).toString('base64url');

const isKey = (sort: Sort, key: string): boolean =>
  sort === 'title' ? !key.includes('\0') && !key.includes('\ufffd') : /^-?\d{1,16}$/.test(key);

/** @returns undefined if no response of this sort contained the cursor */
export const parseCursor = (cursor: string, sort: Sort): PageEnd | undefined => {
  const [, of, id, key] = /^([a-z]+) ([1-9]\d{0,8}) (.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return of === sort && key !== undefined && isKey(sort, key) ? { key, id: Number(id) } : undefined;
};

/** Whether a product has all values that the shop needs. */
export const isComplete = (product: HiddenProduct): product is NewProduct =>
  findMissing(product, undefined) === undefined;

const MISSING = {
  sub_item_id: 'Choose a category.',
  price: 'Write a price.',
  weight_grams: 'Write the weight.',
  pictures: 'Add a picture.',
};

/**
 * What a product is missing that the shop needs (MERCHANT-70).
 * @param pictures undefined if the shop needs none
 * @returns messages by field name; undefined if nothing is missing
 */
export const findMissing = (
  { sub_item_id, price_kobo, weight_grams }: Pick<HiddenProduct, 'sub_item_id' | 'price_kobo' | 'weight_grams'>,
  pictures: readonly unknown[] | undefined,
): Record<string, string[]> | undefined => {
  const names = [
    ...(sub_item_id === null ? (['sub_item_id'] as const) : []),
    ...(price_kobo === null ? (['price'] as const) : []),
    ...(weight_grams === null ? (['weight_grams'] as const) : []),
    ...(pictures?.length === 0 ? (['pictures'] as const) : []),
  ];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, [MISSING[name]]]));
};
