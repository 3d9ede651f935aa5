import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { ImportStart, ProductImportDetail, ProductImportList } from './product-imports.schemas.ts';

type Params = { importId: number };

/** Imports are deleted after 30 days. */
export const listProductImports = endpoint<{ response: ProductImportList }>()({
  method: 'GET',
  path: '/merchant/product-imports/',
  auth: 'merchant',
  area: 'products',
  summary: "A merchant's last 20 imports of product files, newest first",
  refusals: [...signedInRefusals],
});

/**
 * Multipart/form-data with one file `file`, of at most 5 MB and 20,000 products: CSV in UTF-8, with the names of its columns in the first line.
 * Nothing is imported before the start. A file that waits for its start is replaced. `import_file_invalid` says in `errors.file` what is wrong.
 */
export const uploadProductFile = endpoint<{ body: FormData; response: ProductImportDetail }>()({
  method: 'POST',
  path: '/merchant/product-imports/',
  auth: 'merchant',
  area: 'products',
  summary: 'Upload a product file',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'merchant_suspended',
    'import_running',
    'import_file_invalid',
    'import_file_too_large',
    'too_busy',
  ],
});

/** Another merchant's import is `not_found`. */
export const getProductImport = endpoint<{ params: Params; response: ProductImportDetail }>()({
  method: 'GET',
  path: '/merchant/product-imports/{importId}/',
  auth: 'merchant',
  area: 'products',
  summary: 'The progress of an import',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/**
 * The body names the columns; the import goes on in the background. Known products are found by SKU, else by handle; columns that are not named
 * leave their values. Safe to repeat.
 */
export const startProductImport = endpoint<{ params: Params; body: ImportStart; response: ProductImportDetail }>()({
  method: 'POST',
  path: '/merchant/product-imports/{importId}/start/',
  auth: 'merchant',
  area: 'products',
  summary: 'Import an uploaded product file',
  refusals: [
    ...apiWriteRefusals,
    ...bodyRefusals,
    'not_found',
    'merchant_suspended',
    'import_running',
    'import_not_waiting',
  ],
});

/** What was imported before stays. Safe to repeat; a finished import stays as it is. */
export const cancelProductImport = endpoint<{ params: Params; response: ProductImportDetail }>()({
  method: 'POST',
  path: '/merchant/product-imports/{importId}/cancel/',
  auth: 'merchant',
  area: 'products',
  summary: 'Stop an import',
  refusals: [...apiWriteRefusals, 'invalid_input', 'not_found'],
});

/** Each refused line with its number, the column, what is wrong and its cells. Cells that a spreadsheet could run have an apostrophe before them. */
export const downloadImportReport = endpoint<{ params: Params; response: string }>()({
  method: 'GET',
  path: '/merchant/product-imports/{importId}/report.csv',
  auth: 'merchant',
  area: 'products',
  summary: 'The refused lines of an import, and those with a remark, as CSV',
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
  download: 'import-report.csv',
});
