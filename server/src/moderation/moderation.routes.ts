import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as duplicateCalls from '@sokuwa/contract/moderation/duplicates.endpoints.ts';
import * as duplicateSchemas from '@sokuwa/contract/moderation/duplicates.schemas.ts';
import { reportProduct } from '@sokuwa/contract/moderation/moderation.endpoints.ts';
import { productReport, productReported } from '@sokuwa/contract/moderation/moderation.schemas.ts';
import * as calls from '@sokuwa/contract/moderation/operator-moderation.endpoints.ts';
import * as schemas from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ActOptions, actLive } from '../platform/audit.ts';
import type { ProductId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as duplicates from './duplicates.service.ts';
import * as service from './moderation.service.ts';

const params = z.object({ productId: idParam.transform((id) => id as ProductId) });

/** Reports of shoppers. */
export const reportRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  serve(
    app,
    reportProduct,
    { params, body: productReport, response: productReported },
    ({ accountId, params: { productId }, body }) => service.reportProduct(shop, accountId, productId, body),
  );
};

/** What operators do with products that are reported. */
export const operatorModerationRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  const { db, apiUrl } = shop;
  const response = schemas.moderationCase;
  serve(
    app,
    calls.listModeration,
    { query: schemas.moderationQuery, response: schemas.moderationList },
    async ({ query }) => linkPage(apiUrl + calls.listModeration.path, query, await service.listWaiting(db, query)),
  );
  serve(app, calls.getModerationCase, { params, response }, ({ params: { productId } }) =>
    service.readCase(db, productId),
  );
  /** The handler of a decision, which responds with the product as it is then. */
  const decide =
    <C extends RefusalCode>(
      run: (
        shop: ShopParts,
        productId: ProductId,
        version: string,
        options: ActOptions,
      ) => Promise<{ title: string } | Refused<C>>,
    ) =>
    async ({
      actor,
      params: { productId },
      body: { version, reason },
    }: {
      actor: string;
      params: { productId: ProductId };
      body: { version: string; reason?: string | undefined };
    }) => {
      const done = await run(shop, productId, version, actLive(actor, reason));
      return isRefused(done) ? done : service.readCase(db, productId);
    };
  const decision = { params, body: schemas.moderationDecision, response };
  serve(app, calls.dismissReports, decision, decide(service.dismissReports));
  serve(app, calls.takeDownProduct, decision, decide(service.takeProductDown));
  serve(app, calls.keepProductDown, decision, decide(service.keepProductDown));
  serve(
    app,
    calls.putProductBack,
    { params, body: schemas.moderationRelease, response },
    decide(service.putProductBack),
  );
};

/** Products that are in a store twice. */
export const operatorDuplicateRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  const { db, apiUrl } = shop;
  const productId = idParam.transform((id) => id as ProductId);
  const pair = z.object({ keptId: productId, duplicateId: productId });
  const response = duplicateSchemas.mergePreview;
  serve(
    app,
    duplicateCalls.listDuplicates,
    { query: duplicateSchemas.duplicatesQuery, response: duplicateSchemas.duplicateGroups },
    async ({ query }) =>
      linkPage(apiUrl + duplicateCalls.listDuplicates.path, query, await duplicates.listDuplicates(db, query)),
  );
  serve(
    app,
    duplicateCalls.dismissDuplicates,
    { params, body: duplicateSchemas.notDuplicates, response: duplicateSchemas.duplicatesDismissed },
    ({ actor, params: { productId: id }, body: { version, reason } }) =>
      duplicates.dismissDuplicates(db, id, version, actLive(actor, reason)),
  );
  serve(app, duplicateCalls.previewMerge, { params: pair, response }, ({ params: { keptId, duplicateId } }) =>
    duplicates.previewMerge(db, keptId, duplicateId),
  );
  serve(
    app,
    duplicateCalls.mergeProducts,
    { params: pair, body: duplicateSchemas.productMerge, response },
    ({ actor, params: ids, body: { reason, ...merge } }) =>
      duplicates.mergeProducts(shop, ids, merge, actLive(actor, reason)),
  );
};
