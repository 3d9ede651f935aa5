import {
  IDENTIFYING_FIELDS,
  IMPORT_FIELDS,
  type ImportField,
} from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { ImportColumns, ProductImportDetail } from '@sokuwa/contract/exchange/product-imports.schemas.ts';

export const FIELD_NAMES: Record<ImportField, string> = {
  title: 'Title',
  handle: 'Handle, the name in addresses',
  sku: 'SKU, your own number',
  price: 'Price in naira',
  discount_percent: 'Discount in percent',
  stock: 'Stock',
  category: 'Category',
  weight_grams: 'Weight in grams',
  description: 'Description',
  pictures: 'Addresses of pictures',
  picture_texts: 'Texts of pictures',
  state: 'State: draft, live or paused',
  brand: 'Brand',
  origin: 'Origin',
  warranty: 'Warranty',
  keywords: 'Keywords',
  perishable: 'Perishable: yes or no',
  merchant: 'Store',
};

/** The field of each column of the file, in order; an empty text is none. */
export type ColumnFields = readonly (ImportField | '')[];

/** The fields that the server has guessed. */
export const toColumnFields = ({ header, columns }: ProductImportDetail): ColumnFields =>
  header.map((_, column) => IMPORT_FIELDS.find((field) => columns[field] === column) ?? '');

export const toColumns = (fields: ColumnFields): ImportColumns =>
  Object.fromEntries(fields.flatMap((field, column) => (field === '' ? [] : [[field, column]])));

/** What is wrong with the choice of a column; undefined if nothing is. */
export const describeDuplicate = (fields: ColumnFields, column: number): string | undefined =>
  fields[column] !== '' && fields.indexOf(fields[column] ?? '') !== column
    ? 'Another column is this already.'
    : undefined;

/** What keeps the import from starting; undefined if nothing does. */
export const describeIncomplete = (fields: ColumnFields): string | undefined => {
  if (!IDENTIFYING_FIELDS.some((field) => fields.includes(field)))
    return 'Choose which column is the title, the handle or the SKU.';
  return fields.some((_, column) => describeDuplicate(fields, column)) ? 'Choose each field once.' : undefined;
};

/** What a line of the file says of its product, for a preview: its name, and the other values in the order of the fields. */
export const previewLine = (
  fields: ColumnFields,
  cells: readonly string[],
): { name: string; values: { field: ImportField; value: string }[] } => {
  const values = IMPORT_FIELDS.flatMap((field) => {
    const value = cells[fields.indexOf(field)]?.trim();
    return value ? [{ field, value }] : [];
  });
  const name = values.find(({ field }) => IDENTIFYING_FIELDS.some((one) => one === field));
  return { name: name?.value ?? '', values: values.filter((one) => one !== name) };
};
