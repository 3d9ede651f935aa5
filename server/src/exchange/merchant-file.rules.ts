import { IMPORT_FIELDS, type ImportField } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { ImportColumns } from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { indexColumns } from './cells.rules.ts';

/** Names of columns in files of other programs, without spaces and signs. The field's own name is one too. */
const OTHER_NAMES: Partial<Record<ImportField, readonly string[]>> = {
  title: ['name', 'product', 'productname', 'producttitle', 'itemname'],
  handle: ['slug', 'urlhandle', 'permalink'],
  sku: ['code', 'itemcode', 'productcode', 'articlenumber', 'variantsku', 'itemnumber'],
  price: ['regularprice', 'variantprice', 'unitprice', 'sellingprice', 'amount', 'pricenaira', 'pricengn'],
  discount_percent: ['discount', 'discountpercentage'],
  stock: ['quantity', 'qty', 'inventory', 'instock', 'variantinventoryqty', 'inventoryquantity', 'pieces'],
  category: ['categories', 'productcategory', 'type'],
  weight_grams: ['weight', 'variantgrams', 'grams', 'weightg', 'weightingrams'],
  description: ['bodyhtml', 'details', 'shortdescription', 'productdescription'],
  pictures: ['images', 'image', 'imagesrc', 'imageurl', 'picture', 'photos', 'photo', 'productimageurl'],
  picture_texts: ['imagealttext', 'alttext', 'imagealt'],
  state: ['status'],
  brand: ['vendor', 'brands', 'manufacturer'],
  origin: ['country', 'countryoforigin', 'madein'],
  keywords: ['tags', 'tag'],
};

const simplify = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Guesses by the names of the columns which field each of them is. The field's own name counts more than others. */
export const guessColumns = (header: readonly string[]): ImportColumns => {
  const byName = indexColumns(header.map(simplify));
  const guesses = IMPORT_FIELDS.flatMap((field) => {
    const names = [simplify(field), ...(OTHER_NAMES[field] ?? [])];
    const found = names.map((name) => byName.get(name)).find((column) => column !== undefined);
    return found === undefined ? [] : [[field, found] as const];
  });
  // No column is two fields.
  return Object.fromEntries(
    guesses.filter(([, column], n) => guesses.findIndex(([, other]) => other === column) === n),
  );
};
