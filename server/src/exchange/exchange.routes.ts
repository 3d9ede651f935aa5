import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import * as importCalls from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import * as schemas from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CsvFile } from '../platform/csv-file.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';

/** Loaded when it is needed first: few requests do, and it reads CSV. */
const loadImports = () => import('./product-imports.service.ts');

/** The products of a merchant as a file (MERCHANT-74), and imports of such files (MERCHANT-80 to MERCHANT-83). */
export const exchangeRoutes = (app: FastifyInstance, shop: Pick<ShopParts, 'db' | 'publicUrl'>): void => {
  const { db } = shop;
  serve(app, calls.downloadProducts, { response: csvText }, async ({ merchantId }) => {
    const { exportOwnProducts } = await import('./merchant-export.service.ts');
    return new CsvFile(exportOwnProducts(shop, merchantId));
  });
  const params = z.object({ importId: idParam });
  const response = schemas.productImportDetail;
  serve(app, importCalls.listProductImports, { response: schemas.productImportList }, async ({ merchantId }) =>
    (await loadImports()).listImports(db, merchantId),
  );
  const form = schemas.productFileForm;
  serve(
    app,
    importCalls.uploadProductFile,
    { body: form, form, upload: 'productFile', response },
    async ({ merchantId, body }) => (await loadImports()).uploadFile(db, merchantId, body.file),
  );
  serve(app, importCalls.getProductImport, { params, response }, async ({ merchantId, params: { importId } }) =>
    (await loadImports()).readImport(db, merchantId, importId),
  );
  serve(
    app,
    importCalls.startProductImport,
    { params, body: schemas.importStart, response },
    async ({ merchantId, params: { importId }, body }) =>
      (await loadImports()).startImport(db, merchantId, importId, body),
  );
  serve(app, importCalls.cancelProductImport, { params, response }, async ({ merchantId, params: { importId } }) =>
    (await loadImports()).cancelImport(db, merchantId, importId),
  );
  serve(
    app,
    importCalls.downloadImportReport,
    { params, response: csvText },
    async ({ merchantId, params: { importId } }) => {
      const report = await (await loadImports()).readReport(db, merchantId, importId);
      return isRefused(report) ? report : new CsvFile(report);
    },
  );
};
