import { category, idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ProductId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentCategories } from './catalog.present.ts';
import { selectCategories } from './categories.sql.ts';
import * as service from './merchant-product.service.ts';
import { askForReview } from './takedowns.service.ts';

/** Endpoints for merchants: their products (MERCHANT-50 to MERCHANT-57). */
export const merchantProductRoutes = (
  app: FastifyInstance,
  { db, media, apiUrl }: Pick<ShopParts, 'db' | 'media' | 'apiUrl'>,
): void => {
  const params = z.object({ productId: idParam.transform((id) => id as ProductId) });
  const response = schemas.ownProduct;
  serve(
    app,
    calls.listOwnProducts,
    { query: schemas.ownProductsQuery, response: schemas.ownProductPage },
    async ({ merchantId, query }) => {
      const page = await service.listOwnProducts(db, merchantId, query);
      return isRefused(page) ? page : linkPage(apiUrl + calls.listOwnProducts.path, query, page);
    },
  );
  serve(app, calls.countOwnProducts, { response: schemas.ownProductCounts }, ({ merchantId }) =>
    service.countOwnProducts(db, merchantId),
  );
  serve(app, calls.listProductCategories, { response: z.array(category) }, async () =>
    presentCategories(await selectCategories(db), { withHidden: true }),
  );
  serve(app, calls.getOwnProduct, { params, response }, ({ merchantId, params: { productId } }) =>
    service.readOwnProduct(db, merchantId, productId),
  );
  serve(app, calls.createProduct, { body: schemas.newProduct, response }, ({ merchantId, body }) =>
    service.createOwnProduct(db, merchantId, body),
  );
  serve(
    app,
    calls.changeProducts,
    { body: schemas.productChanges, response: schemas.productChangeResults },
    ({ merchantId, body }) => service.changeOwnProducts(db, merchantId, body),
  );
  serve(
    app,
    calls.duplicateProduct,
    { params, body: schemas.productCopy, response },
    ({ merchantId, params: { productId }, body }) => service.duplicateOwnProduct(db, merchantId, productId, body),
  );
  serve(
    app,
    calls.changeProduct,
    { params, body: schemas.productChange, response },
    ({ merchantId, params: { productId }, body }) => service.changeOwnProduct(db, merchantId, productId, body),
  );
  serve(
    app,
    calls.changeProductStock,
    { params, body: schemas.stockChange, response },
    ({ merchantId, params: { productId }, body }) => service.changeOwnStock(db, merchantId, productId, body),
  );
  serve(app, calls.askForReview, { params, response }, ({ merchantId, params: { productId } }) =>
    askForReview(db, merchantId, productId),
  );
  const form = schemas.productPictureForm;
  serve(
    app,
    calls.addProductPicture,
    { params, body: form, form, response },
    async ({ merchantId, params: { productId }, body }) =>
      service.addOwnPicture({ db, media }, merchantId, productId, await body.image.bytes()),
  );
  serve(
    app,
    calls.arrangeProductPictures,
    { params, body: schemas.pictureArrangement, response },
    ({ merchantId, params: { productId }, body }) => service.arrangeOwnPictures(db, merchantId, productId, body),
  );
};
