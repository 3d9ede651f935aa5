import { PRODUCT_TEXT_LENGTHS, slugify } from '@sokuwa/contract/catalog/product.rules.ts';
import type { ImportField, LineProblem } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import {
  type AddedProduct,
  type ChangedProduct,
  contentOf,
  findMissing,
  type HiddenProduct,
  type ImportTargets,
} from '../catalog/index.ts';
import type { ProductId } from '../platform/ids.ts';
import type { ImportedLine, LineValues } from './merchant-line.rules.ts';
import type { FoundPictures } from './plan.rules.ts';
import type { SourcePicture } from './record.rules.ts';

/** What is done with a line. */
export type LineOutcome =
  | { result: 'refused'; problems: LineProblem[] }
  | { result: 'unchanged'; productId: ProductId; problems: LineProblem[] }
  | { result: 'changed'; productId: ProductId; problems: LineProblem[] }
  /** `added`: its place in the plan. */
  | { result: 'created'; added: number; problems: LineProblem[] };

/** Pictures that are fetched later, and then replace those of the product. */
type LaterPictures = {
  product: ProductId | { added: number };
  wanted: readonly SourcePicture[];
  before: readonly { key: string; alt: string }[];
};

export type MerchantPlan = {
  added: AddedProduct[];
  changed: ChangedProduct[];
  outcomes: { line: number; outcome: LineOutcome }[];
  later: LaterPictures[];
};

/** The handle by which a line looks for its product; a new product gets it. Null if the line has nothing to make one from. */
export const handleOf = ({ handle, title, sku }: LineValues): string | null => {
  if (handle !== undefined) return handle;
  if (title === undefined) return null;
  // With the SKU, because variants of a product can have one title.
  return slugify(sku ? `${title} ${sku}` : title).slice(0, PRODUCT_TEXT_LENGTHS.handle) || null;
};

const FIELD_OF: Record<string, ImportField> = { sub_item_id: 'category' };

const listMissing = (...input: Parameters<typeof findMissing>): LineProblem[] =>
  Object.entries(findMissing(...input) ?? {}).flatMap(([name, messages]) =>
    messages.map((message) => ({
      field: FIELD_OF[name] ?? (name as ImportField),
      message: `${message} A product in the shop needs it.`,
    })),
  );

/** The content with the values of the line. */
const mergeValues = (
  content: HiddenProduct,
  { sub_item, handle: _, state: __, pictures: ___, stock: ____, ...values }: LineValues,
): HiddenProduct => ({
  ...content,
  ...values,
  ...(sub_item !== undefined && { sub_item_id: sub_item?.id ?? null, category_id: sub_item?.category_id ?? null }),
});

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Plans what a part of a merchant's file changes, in the order of its lines (MERCHANT-81).
 * @param lines without problems
 * @param targets the merchant's products with one of the handles and SKUs
 * @param held units of these in unpaid orders: the stock of a file includes them, the stored one does not
 * @param seen the lines of earlier parts, by product
 * @param findPictures the stored pictures of a line, and why others are missing; undefined without such a column
 */
export const planLines = (
  lines: readonly ImportedLine[],
  { seller, rows, obstructed }: Pick<ImportTargets, 'seller' | 'rows' | 'obstructed'>,
  {
    merchantId,
    held,
    seen,
    findPictures,
    setStock,
    now,
  }: {
    merchantId: HiddenProduct['merchant_id'];
    held: ReadonlyMap<ProductId, number>;
    seen: ReadonlyMap<ProductId, number>;
    findPictures: (line: ImportedLine) => FoundPictures | undefined;
    setStock: boolean;
    now: Date;
  },
): MerchantPlan => {
  const plan: MerchantPlan = { added: [], changed: [], outcomes: [], later: [] };
  const byHandle = new Map(rows.map((row) => [row.slug, row]));
  const bySku = new Map(rows.flatMap((row) => (row.sku === null ? [] : [[row.sku, row] as const])));
  /** The lines of this part, by the product's id, or by handle and SKU of a new one. */
  const used = new Map<string, number>();

  const planLine = (line: ImportedLine): LineOutcome => {
    const { values } = line;
    const refuseLine = (...problems: LineProblem[]): LineOutcome => ({ result: 'refused', problems });
    const handle = handleOf(values);
    const sku = values.sku ?? null;
    const withSku = sku === null ? undefined : bySku.get(sku);
    const withHandle = handle === null ? undefined : byHandle.get(handle);
    const row = withSku ?? withHandle;
    const keys = row
      ? [`product ${row.id}`]
      : [...(handle === null ? [] : [`handle ${handle}`]), ...(sku === null ? [] : [`sku ${sku}`])];
    if (row && sku !== null) keys.push(`sku ${sku}`);
    const earlier = keys.map((key) => used.get(key)).find(Boolean) ?? (row && seen.get(row.id));
    if (earlier !== undefined)
      return refuseLine({ field: null, message: `It is the same product as on line ${earlier}.` });
    if (withSku && values.handle !== undefined && withSku.slug !== values.handle)
      return refuseLine({
        field: 'sku',
        message: `The product with the handle "${withSku.slug}" has this SKU, and a handle does not change.`,
      });
    const found = findPictures(line);
    const title = values.title ?? row?.title ?? '';
    const withAlt = <P extends { alt: string }>(pictures: readonly P[]) =>
      pictures.map((picture) => ({ ...picture, alt: picture.alt || title }));
    const stored = found && withAlt(found.pictures);
    const remarks = (found?.missing ?? []).map(
      (reason): LineProblem => ({ field: 'pictures', message: `${reason} The shop tries it again later.` }),
    );
    const isIncomplete = remarks.length > 0;
    const wanted = withAlt(values.pictures ?? []);

    if (!row) {
      if (values.title === undefined)
        return refuseLine({ field: 'title', message: 'There is no such product yet, and a new one needs a title.' });
      if (handle === null)
        return refuseLine({ field: 'handle', message: 'No handle can be made from the title. Write one.' });
      const content = mergeValues(
        {
          merchant_id: merchantId,
          slug: handle,
          title: values.title,
          ...{ sku: null, brand: null, warranty: null, description: '', keywords: [], discount_percent: 0 },
          ...{ sub_item_id: null, category_id: null, price_kobo: null, weight_grams: null, perishable: false },
          ...{ origin: seller.place, own_brand: seller.own_brand, stock: values.stock ?? 0 },
          listed_at: now.toISOString(),
        },
        values,
      );
      const state = values.state ?? 'draft';
      const missing = state === 'live' ? listMissing(content, undefined) : [];
      if (missing.length > 0) return refuseLine(...missing);
      for (const key of keys) used.set(key, line.line);
      const added = plan.added.push({ product: content, state, pictures: stored ?? [] }) - 1;
      if (isIncomplete) plan.later.push({ product: { added }, wanted, before: stored ?? [] });
      return { result: 'created', added, problems: remarks };
    }

    const before = contentOf(row);
    const content = mergeValues(before, values);
    if (setStock && values.stock !== undefined) {
      const reserved = held.get(row.id) ?? 0;
      if (values.stock < reserved)
        return refuseLine({
          field: 'stock',
          message: `Unpaid orders reserve ${reserved} pieces. Write at least that.`,
        });
      content.stock = values.stock - reserved;
    }
    const state = values.state ?? row.state;
    // An incomplete set of pictures does not replace the present one.
    const pictures = stored && !isIncomplete && !isEqual(stored, row.pictures) ? stored : undefined;
    const isUnchanged = pictures === undefined && state === row.state && isEqual(content, before);
    if (row.merged_into !== null && !isUnchanged)
      return refuseLine({ field: 'handle', message: `It is merged into the product ${row.merged_into}.` });
    if (state === 'live') {
      if (row.taken_down_reason !== null)
        return refuseLine({ field: 'state', message: `The shop has taken it down: ${row.taken_down_reason}` });
      const missing = listMissing(content, row.state === 'live' ? undefined : (pictures ?? row.pictures));
      if (missing.length > 0) return refuseLine(...missing);
      if (row.is_hidden && obstructed.has(row.id))
        return refuseLine({ field: 'state', message: 'Another product in the shop has its handle or SKU.' });
    }
    for (const key of keys) used.set(key, line.line);
    if (row.sku !== null && row.sku !== content.sku) bySku.delete(row.sku);
    if (isIncomplete) plan.later.push({ product: row.id, wanted, before: row.pictures });
    if (isUnchanged) return { result: 'unchanged', productId: row.id, problems: remarks };
    plan.changed.push({ row, content, state, pictures });
    return { result: 'changed', productId: row.id, problems: remarks };
  };

  for (const line of lines) plan.outcomes.push({ line: line.line, outcome: planLine(line) });
  return plan;
};
