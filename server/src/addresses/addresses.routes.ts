import * as calls from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import * as schemas from '@sokuwa/contract/addresses/addresses.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentAddress } from './addresses.present.ts';
import * as service from './addresses.service.ts';
import { selectAddresses } from './addresses.sql.ts';

export const addressRoutes = (
  app: FastifyInstance,
  { db, accountChanges, geo }: Pick<ShopParts, 'db' | 'accountChanges' | 'geo'>,
): void => {
  const response = schemas.address;
  serve(app, calls.listAddresses, { response: z.array(response) }, async ({ accountId }) =>
    (await selectAddresses(db, accountId)).map(presentAddress),
  );
  serve(app, calls.addAddress, { body: schemas.newAddress, response }, async ({ accountId, body }) => {
    const result = await service.addAddress(accountChanges, geo, accountId, body);
    return isRefused(result) ? result : presentAddress(result);
  });
  serve(app, calls.chooseAddress, { body: schemas.chooseAddress, response }, async ({ accountId, body }) => {
    const result = await service.chooseAddress(accountChanges, accountId, body.shipping_address_id);
    return isRefused(result) ? result : presentAddress(result);
  });
  serve(
    app,
    calls.editAddress,
    { params: schemas.addressParams, body: schemas.addressFields, response },
    async ({ accountId, params, body }) => {
      const result = await service.editAddress(accountChanges, geo, accountId, params.id, body);
      return isRefused(result) ? result : presentAddress(result);
    },
  );
  serve(
    app,
    calls.deleteAddress,
    { params: schemas.addressParams, response: z.array(response) },
    async ({ accountId, params }) => {
      const result = await service.deleteAddress(accountChanges, accountId, params.id);
      return isRefused(result) ? result : result.map(presentAddress);
    },
  );
};
