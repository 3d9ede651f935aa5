import type { OwnProduct, ProductChange } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { formatNairaAmount, kobo, parseNaira } from '@sokuwa/contract/money.ts';

/** What the form of a product contains, as it is typed. */
export type ProductValues = {
  title: string;
  description: string;
  /** The id of a sub-item; empty: none yet. */
  sub_item_id: string;
  /** Naira. */
  price: string;
  discount_percent: string;
  /** With packing. */
  weight_kg: string;
  perishable: boolean;
  stock: string;
  sku: string;
  brand: string;
  origin: string;
  warranty: string;
  /** Separated by commas. */
  keywords: string;
};

export const EMPTY_VALUES: ProductValues = {
  title: '',
  description: '',
  sub_item_id: '',
  price: '',
  discount_percent: '0',
  weight_kg: '',
  perishable: false,
  stock: '0',
  sku: '',
  brand: '',
  origin: '',
  warranty: '',
  keywords: '',
};

export const toValues = (product: OwnProduct): ProductValues => ({
  title: product.title,
  description: product.description,
  sub_item_id: product.sub_item_id === null ? '' : String(product.sub_item_id),
  price: product.price === null ? '' : formatNairaAmount(kobo(Math.round(product.price * 100))),
  discount_percent: String(product.discount_percent),
  weight_kg: product.weight_grams === null ? '' : String(product.weight_grams / 1000),
  perishable: product.perishable,
  stock: String(product.stock),
  sku: product.sku ?? '',
  brand: product.brand ?? '',
  origin: product.origin,
  warranty: product.warranty ?? '',
  keywords: product.keywords.join(', '),
});

/** Naira of a price as it is typed; null if it is empty or no amount. */
export const toPrice = (text: string): number | null => {
  const amount = parseNaira(text);
  return amount === null ? null : amount / 100;
};
/** Grams of a weight in kilograms; null if it is empty or no number. */
export const toGrams = (text: string): number | null => {
  const grams = Math.round(Number(text.trim().replace(',', '.')) * 1000);
  return text.trim() === '' || !Number.isFinite(grams) ? null : grams;
};
/** A whole number as it is typed, with or without commas; NaN for anything else. */
export const toWholeNumber = (text: string): number =>
  /^\d[\d,]*$/.test(text.trim()) ? Number(text.replaceAll(',', '')) : Number.NaN;

type Fields = Omit<ProductChange, 'version' | 'state'>;
type CompleteFields = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> };

/** The fields as the API takes them, without the stock, which has a call of its own. */
export const toFields = (values: ProductValues): CompleteFields => ({
  title: values.title,
  description: values.description,
  sub_item_id: values.sub_item_id === '' ? null : Number(values.sub_item_id),
  price: toPrice(values.price),
  discount_percent: toWholeNumber(values.discount_percent || '0'),
  weight_grams: toGrams(values.weight_kg),
  perishable: values.perishable,
  sku: values.sku,
  brand: values.brand,
  origin: values.origin,
  warranty: values.warranty,
  keywords: values.keywords
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
});

/** The fields that differ from those of another state of the form. */
export const changedFields = (values: ProductValues, before: ProductValues): Partial<Fields> => {
  const [now, then] = [toFields(values), toFields(before)];
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name as keyof Fields])),
  );
};

/** The names of the fields, as people know them. */
export const FIELD_NAMES: Record<keyof ProductValues, string> = {
  title: 'Name',
  description: 'Description',
  sub_item_id: 'Category',
  price: 'Price',
  discount_percent: 'Discount',
  weight_kg: 'Weight',
  perishable: 'It spoils',
  stock: 'Stock',
  sku: 'Your code',
  brand: 'Brand',
  origin: 'Where it comes from',
  warranty: 'Warranty',
  keywords: 'Keywords',
};

/** The form's names of the API's fields that are called otherwise. */
export const toFormField = (name: string): keyof ProductValues | undefined => {
  if (name === 'weight_grams') return 'weight_kg';
  return name in EMPTY_VALUES ? (name as keyof ProductValues) : undefined;
};
