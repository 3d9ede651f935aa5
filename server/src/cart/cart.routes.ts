import { addToCart } from '@sokuwa/contract/cart/cart.endpoints.ts';
import * as schemas from '@sokuwa/contract/cart/cart.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { presentCart } from './cart.present.ts';
import { selectCartProduct } from './cart.sql.ts';

export const cartRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  serve(app, addToCart, { body: schemas.addToCart, answer: schemas.cart }, async ({ body, request }) => {
    // No account exists yet, so no token can be one of ours.
    if (request.headers.authorization !== undefined) return refuse('token_invalid');
    const row = await selectCartProduct(db, body.product_id);
    if (!row) return refuse('not_found');
    if (row.stock < body.quantity) return refuse('out_of_stock');
    return presentCart([{ row, quantity: body.quantity }]);
  });
};
