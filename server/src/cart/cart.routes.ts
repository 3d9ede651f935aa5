import * as calls from '@sokuwa/contract/cart/cart.endpoints.ts';
import * as schemas from '@sokuwa/contract/cart/cart.schemas.ts';
import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ProductId } from '../platform/ids.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { presentCart } from './cart.present.ts';
import * as service from './cart.service.ts';
import { type CartLineRow, selectCart } from './cart.sql.ts';

/** Converts cart lines to the response; passes a refusal through. */
const present = <R extends Refused>(result: CartLineRow[] | R): schemas.Cart | R =>
  Array.isArray(result) ? presentCart(result) : result;

export const cartRoutes = (app: FastifyInstance, carts: service.Carts): void => {
  const { db, unpaidOrders } = carts;
  const response = schemas.cart;
  const params = z.object({ productId: idParam.transform((id) => id as ProductId) });
  serve(app, calls.getCart, { response }, async ({ accountId }) =>
    presentCart(await selectCart(db, accountId, unpaidOrders)),
  );
  serve(app, calls.addToCart, { body: schemas.addToCart, response }, async ({ accountId, body }) =>
    accountId === undefined
      ? present(await service.addForGuest(db, body.product_id as ProductId, body.quantity))
      : present(await service.addToCart(carts, accountId, body.product_id as ProductId, body.quantity)),
  );
  serve(
    app,
    calls.setCartQuantity,
    { params, body: schemas.setQuantity, response },
    async ({ accountId, params: { productId }, body: { quantity } }) =>
      present(await service.setQuantity(carts, accountId, productId, quantity)),
  );
  serve(app, calls.removeFromCart, { params, response }, async ({ accountId, params: { productId } }) =>
    present(await service.removeLine(carts, accountId, productId)),
  );
  serve(app, calls.clearCart, { response }, async ({ accountId }) =>
    present(await service.clearCart(carts, accountId)),
  );
  serve(
    app,
    calls.saveBulkItems,
    { body: schemas.saveBulkItems, response: schemas.mergedCart },
    async ({ accountId, body }) => {
      const result = await service.saveBulkItems(
        carts,
        accountId,
        body.cart_items.map(({ product_id, quantity }) => ({ productId: product_id as ProductId, quantity })),
      );
      if (isRefused(result)) return result;
      const { lines, capped, dropped } = result;
      return { ...presentCart(lines), capped, dropped };
    },
  );
};
