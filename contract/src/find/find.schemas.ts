import { z } from 'zod';
import { ownProduct } from '../catalog/merchant-products.schemas.ts';
import { operatorMerchant } from '../catalog/operator-merchants.schemas.ts';
import { customerSummary } from '../operators/operators.schemas.ts';
import { merchantOrder } from '../orders/merchant-orders.schemas.ts';
import { orderSummary } from '../orders/operator-orders.schemas.ts';
import { operatorPayment } from '../orders/operator-payments.schemas.ts';
import { line } from '../text.schemas.ts';

const QUERY_MAX = 100;

export const findQuery = z.object({
  query: line(QUERY_MAX).refine((text) => text.length >= 2, 'Write at least two letters.'),
});
export type FindQuery = z.input<typeof findQuery>;

/** URL of a picture; empty without one. */
const image = z.string();

/** As the merchant's lists find them, newest first. */
export const foundByMerchant = z.object({
  orders: z.array(
    merchantOrder
      .pick({ id: true, order_id: true, status: true, ship_by: true, is_late: true, buyer_name: true })
      .extend({
        /** Of the address; null unless something is to be shipped. */
        city: z.string().nullable(),
        /** Of the first line. */
        title: z.string(),
        image,
        /** How many lines the merchant has in it, and how many pieces. */
        lines: z.number().int(),
        pieces: z.number().int(),
        /** Naira: the price of the merchant's pieces. */
        amount: z.number(),
      }),
  ),
  products: z
    .array(
      ownProduct
        .pick({ id: true, title: true, sku: true, stock: true, state: true, sale_price: true })
        .extend({ image }),
    )
    .nullable(),
  messages: z
    .array(
      z.object({
        id: z.string(),
        with_name: z.string(),
        subject: z.string(),
        /** The newest post, shortened. */
        text: z.string(),
        order_id: z.string().nullable(),
        /** ISO 8601, UTC. */
        last_at: z.string(),
        /** Whether the buyer wrote last and waits for an answer. */
        is_unanswered: z.boolean(),
      }),
    )
    .nullable(),
});
export type FoundByMerchant = z.infer<typeof foundByMerchant>;

export const foundByOperator = z.object({
  /** By the id of an order, or by its buyer's name or email address; newest first. */
  orders: z.array(orderSummary).nullable(),
  /** By reference or order, or by the buyer; newest first. */
  payments: z.array(operatorPayment).nullable(),
  /** By a complete email address or the beginning of a name. */
  customers: z.array(customerSummary).nullable(),
  /** By a part of the name. */
  merchants: z.array(operatorMerchant).nullable(),
  /** In the shop, as its search finds them. */
  products: z.array(z.object({ id: z.number().int(), title: z.string(), image, stock: z.number().int() })).nullable(),
});
export type FoundByOperator = z.infer<typeof foundByOperator>;
