import * as calls from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { CsvFile } from '../platform/csv-file.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';

/** The products of a merchant as a file (MERCHANT-74). */
export const exchangeRoutes = (app: FastifyInstance, shop: Pick<ShopParts, 'db' | 'publicUrl'>): void => {
  serve(app, calls.downloadProducts, { response: csvText }, async ({ merchantId }) => {
    const { exportOwnProducts } = await import('./merchant-export.service.ts');
    return new CsvFile(exportOwnProducts(shop, merchantId));
  });
};
