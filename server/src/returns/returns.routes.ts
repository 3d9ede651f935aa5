import { orderIdParam } from '@sokuwa/contract/orders/orders.schemas.ts';
import * as merchantCalls from '@sokuwa/contract/returns/merchant-returns.endpoints.ts';
import * as operatorCalls from '@sokuwa/contract/returns/operator-returns.endpoints.ts';
import * as buyerCalls from '@sokuwa/contract/returns/returns.endpoints.ts';
import * as schemas from '@sokuwa/contract/returns/returns.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actLive } from '../platform/audit.ts';
import type { OrderId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { encodeUpload } from '../ports/media/encode-upload.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './returns.service.ts';

type ReturnParts = Pick<ShopParts, 'db' | 'accountChanges' | 'apiUrl'>;

/** Damage must be recognizable; a page shows pictures at up to 600 CSS pixels. */
const ENCODING = { side: 1200, fit: 'inside', quality: 75 } as const;

const params = schemas.returnParams;
const pictureParams = schemas.returnPictureParams;
const response = schemas.orderReturn;

/** Endpoints for buyers. */
export const buyerReturnRoutes = (app: FastifyInstance, { db, accountChanges }: ReturnParts): void => {
  const ofOrder = z.object({ id: orderIdParam.transform((id) => id as OrderId) });
  serve(
    app,
    buyerCalls.getReturns,
    { params: ofOrder, response: schemas.orderReturns },
    ({ accountId, params: { id } }) => service.readOrderReturns(db, accountId, id),
  );
  serve(
    app,
    buyerCalls.requestReturn,
    { params: ofOrder, body: schemas.newReturn, response },
    ({ accountId, params: { id }, body }) => service.requestReturn(accountChanges, accountId, id, body),
  );
  const form = schemas.returnPictureForm;
  serve(
    app,
    buyerCalls.uploadReturnPicture,
    { body: form, form, response: schemas.uploadedPicture },
    async ({ accountId, body }) => {
      const picture = await encodeUpload(Buffer.from(await body.image.arrayBuffer()), ENCODING);
      return isRefused(picture) ? picture : service.addPicture(db, accountId, picture);
    },
  );
  serve(
    app,
    buyerCalls.getReturnPicture,
    { params: pictureParams, response: schemas.returnPicture },
    ({ accountId, params }) => service.readPicture(db, { accountId }, params),
  );
  serve(
    app,
    buyerCalls.appealReturn,
    { params, body: schemas.returnAppeal, response },
    ({ accountId, params: { id }, body }) =>
      service.takeBuyerStep(accountChanges, accountId, id, { step: 'appeal', note: body.note }),
  );
  serve(app, buyerCalls.withdrawReturn, { params, response }, ({ accountId, params: { id } }) =>
    service.takeBuyerStep(accountChanges, accountId, id, { step: 'withdraw', note: '' }),
  );
};

/** Endpoints for merchants, with their API tokens. */
export const merchantReturnRoutes = (app: FastifyInstance, { db, apiUrl }: ReturnParts): void => {
  serve(
    app,
    merchantCalls.listMerchantReturns,
    { query: schemas.returnsQuery, response: schemas.returnPage },
    async ({ merchantId, query }) =>
      linkPage(
        apiUrl + merchantCalls.listMerchantReturns.path,
        query,
        await service.listReturns(db, { merchantId }, query),
      ),
  );
  serve(app, merchantCalls.getMerchantReturn, { params, response }, ({ merchantId, params: { id } }) =>
    service.readReturn(db, { merchantId }, id),
  );
  serve(
    app,
    merchantCalls.getMerchantReturnPicture,
    { params: pictureParams, response: schemas.returnPicture },
    ({ merchantId, params }) => service.readPicture(db, { merchantId }, params),
  );
  serve(
    app,
    merchantCalls.acceptReturn,
    { params, body: schemas.returnAcceptance, response },
    ({ merchantId, params: { id }, body }) => service.acceptReturn(db, merchantId, id, body.note),
  );
  serve(
    app,
    merchantCalls.declineReturn,
    { params, body: schemas.returnRefusal, response },
    ({ merchantId, params: { id }, body }) => service.declineReturn(db, merchantId, id, body.note),
  );
  serve(
    app,
    merchantCalls.receiveReturn,
    { params, body: schemas.returnReceipt, response },
    ({ merchantId, params: { id }, body }) => service.receiveReturn(db, merchantId, id, body),
  );
};

/** Endpoints for operators, with their API tokens. */
export const operatorReturnRoutes = (app: FastifyInstance, { db, apiUrl }: ReturnParts): void => {
  serve(
    app,
    operatorCalls.listOperatorReturns,
    { query: schemas.operatorReturnsQuery, response: schemas.returnPage },
    async ({ query }) =>
      linkPage(
        apiUrl + operatorCalls.listOperatorReturns.path,
        query,
        await service.listReturns(db, 'operator', query),
      ),
  );
  serve(app, operatorCalls.getOperatorReturn, { params, response }, ({ params: { id } }) =>
    service.readReturn(db, 'operator', id),
  );
  serve(
    app,
    operatorCalls.getOperatorReturnPicture,
    { params: pictureParams, response: schemas.returnPicture },
    ({ params }) => service.readPicture(db, 'operator', params),
  );
  serve(
    app,
    operatorCalls.decideReturn,
    { params, body: schemas.returnDecision, response },
    ({ actor, params: { id }, body }) => service.decideReturn(db, id, body, actLive(actor, body.reason)),
  );
};
