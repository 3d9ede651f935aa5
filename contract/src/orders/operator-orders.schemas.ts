import { z } from 'zod';
import { ADDRESS_LINE_MAX, CITY_MAX, NAME_MAX, POSTAL_CODE_MAX } from '../addresses/addresses.rules.ts';
import { idParam } from '../catalog/catalog.schemas.ts';
import { actReason, instant, optionalActReason, positiveAmount } from '../operators/acts.schemas.ts';
import { cursorText, line } from '../text.schemas.ts';
import { FULFILMENT_STATUSES } from './merchant-orders.rules.ts';
import { arrival, cancelledLines, newParcel } from './merchant-orders.schemas.ts';
import { PAYMENT_STATUSES, REFUND_METHODS } from './operator-payments.rules.ts';
import { ORDER_ID_PATTERN, ORDER_STATUSES, REFUND_TARGETS } from './orders.rules.ts';
import { order, orderIdParam } from './orders.schemas.ts';

export const REFUND_STATUSES = ['requested', 'accepted', 'stuck', 'done', 'wallet', 'by hand'] as const;

/** Microseconds since 1970 and the id of the last row of the page before. */
export const timeCursor = () => cursorText(/^\d{1,16}\.[\w.-]{1,80}$/);

/** An order, a payment, a fulfilment, a complete email address, or the beginning of a buyer's first or last name, or of both. */
export const orderSearch = line(200).refine((text) => text.length >= 2, 'Write at least two letters.');
const trueText = z.literal('true').transform(() => true);

export const operatorOrdersQuery = z
  .object({
    status: z.enum(ORDER_STATUSES).optional(),
    /** Placed at this time or later. */
    from: instant.optional(),
    /** Placed before this time. */
    to: instant.optional(),
    /** The id of a merchant: paid orders with its products. */
    merchant: idParam.optional(),
    /** Of the buyer's account, complete, in upper or lower case. */
    email: z.string().trim().max(254).optional(),
    order: orderIdParam.optional(),
    search: orderSearch.optional(),
    /** Only those of which a merchant should have shipped something. */
    late: trueText.optional(),
    cursor: timeCursor().optional(),
  })
  .refine(({ search, email, order }) => search === undefined || (email === undefined && order === undefined), {
    path: ['search'],
    message: 'Give words, an email address or an order.',
  });
export type OperatorOrdersQuery = {
  status?: (typeof ORDER_STATUSES)[number];
  from?: string;
  to?: string;
  merchant?: number;
  email?: string;
  order?: string;
  search?: string;
  late?: true;
  cursor?: string;
};

export const orderSummary = z.object({
  id: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  updated_at: z.string(),
  /** Naira. */
  total: z.number(),
  /** Null when the account is deleted. */
  buyer: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  /** The ids of the merchants of a paid order. */
  merchants: z.array(z.number().int()),
});
export type OrderSummary = z.infer<typeof orderSummary>;
export const orderSummaries = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first; with `late`, oldest first. */
  results: z.array(orderSummary),
});
export type OrderSummaries = z.infer<typeof orderSummaries>;

export const operatorRefund = z.object({
  reference: z.string(),
  payment_reference: z.string(),
  order_id: z.string(),
  /** Naira. */
  amount: z.number(),
  /** Why the buyer gets it: 'cancelled', 'goodwill', … */
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  /** Why the provider has not made it. */
  refused_for: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type OperatorRefund = z.infer<typeof operatorRefund>;
export const operatorRefunds = z.object({ next: z.string().nullable(), results: z.array(operatorRefund) });
export type OperatorRefunds = z.infer<typeof operatorRefunds>;
export const operatorRefundsQuery = z.object({
  order: orderIdParam.optional(),
  /** Only those that are stuck, need the buyer's bank account, or have waited for long. */
  waiting: trueText.optional(),
  cursor: timeCursor().optional(),
});
export type OperatorRefundsQuery = { order?: string; waiting?: true; cursor?: string };

/** Everything about an order. */
export const operatorOrder = z.object({
  /** As the buyer sees it. */
  order,
  /** The buyer's account; null when it is deleted. */
  account_id: z.number().int().nullable(),
  /** The delivery address, field by field, as it is corrected; null when the account is deleted. */
  delivery_address: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      phone_number: z.string(),
      address_line1: z.string(),
      address_line2: z.string(),
      address_line3: z.string(),
      city: z.string(),
      postal_code: z.string(),
      region: z.string(),
      country: z.string(),
    })
    .nullable(),
  /** Of a paid order, by merchant. */
  fulfilments: z.array(
    z.object({
      id: z.string(),
      /** Null: the product was deleted before release 1.1, so its merchant is not known; the shop takes its place. */
      merchant_id: z.number().int().nullable(),
      status: z.enum(FULFILMENT_STATUSES),
      lines: z.array(
        z.object({
          position: z.number().int(),
          title: z.string(),
          quantity: z.number().int(),
          /** Neither shipped nor cancelled. */
          left: z.number().int(),
        }),
      ),
      parcels: z.array(
        z.object({
          id: z.number().int(),
          carrier: z.string(),
          tracking_number: z.string(),
          shipped_at: z.string(),
          delivered_at: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** All attempts to pay. */
  payments: z.array(
    z.object({
      reference: z.string(),
      provider: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      /** Naira that were due. */
      amount: z.number(),
      /** What arrived, in `paid_currency`; null if nothing did. */
      paid: z.number().nullable(),
      paid_currency: z.string().nullable(),
      held_for: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  refunds: z.array(operatorRefund),
  disputes: z.array(
    z.object({
      id: z.string(),
      payment_reference: z.string(),
      status: z.string(),
      resolution: z.string().nullable(),
      /** Naira; null for the whole payment. */
      amount: z.number().nullable(),
    }),
  ),
  /** What the books say about the order. Debits are positive. */
  ledger: z.array(
    z.object({
      at: z.string(),
      kind: z.string(),
      cause: z.string(),
      account: z.string(),
      merchant_id: z.number().int().nullable(),
      /** Naira. */
      amount: z.number(),
    }),
  ),
});
export type OperatorOrder = z.infer<typeof operatorOrder>;

const required = (max: number) => line(max).refine((text) => text !== '', 'This field is required.');
/** Without the country and its region, on which the price of the delivery depends. Omitted fields stay as they are. */
export const addressCorrection = z.object({
  first_name: required(NAME_MAX).optional(),
  last_name: required(NAME_MAX).optional(),
  phone_number: required(40).optional(),
  address_line1: required(ADDRESS_LINE_MAX).optional(),
  address_line2: line(ADDRESS_LINE_MAX).optional(),
  address_line3: line(ADDRESS_LINE_MAX).optional(),
  city: required(CITY_MAX).optional(),
  postal_code: required(POSTAL_CODE_MAX).optional(),
});
export type AddressCorrection = z.output<typeof addressCorrection>;
export const correctAddress = addressCorrection
  .extend(optionalActReason.shape)
  .refine(
    ({ reason: _, ...fields }) => Object.values(fields).some((value) => value !== undefined),
    'Give at least one field of the address.',
  );
export type CorrectAddress = z.input<typeof correctAddress>;

export const orderChanged = z.object({ order_id: z.string(), status: z.enum(ORDER_STATUSES) });
export type OrderChanged = z.infer<typeof orderChanged>;

export const fulfilmentIdParam = z
  .string()
  .toUpperCase()
  .regex(new RegExp(`^${ORDER_ID_PATTERN}-\\d{1,3}$`), 'Write a fulfilment id, such as 7F3KQ2M9XW4T-1.');
export const paymentReferenceParam = z
  .string()
  .toUpperCase()
  .regex(new RegExp(`^${ORDER_ID_PATTERN}-\\d{1,3}$`), 'Write the reference of a payment, such as 7F3KQ2M9XW4T-1.');
/** The reference of a payment, or of the refund of a part of it. */
export const refundReferenceParam = z
  .string()
  .toUpperCase()
  .regex(
    new RegExp(`^${ORDER_ID_PATTERN}-\\d{1,3}(\\.\\d{1,4})?$`),
    'Write a reference, such as 7F3KQ2M9XW4T-1 or 7F3KQ2M9XW4T-1.2.',
  );

export const operatorShip = newParcel.extend(optionalActReason.shape);
export type OperatorShip = z.input<typeof operatorShip>;
export const operatorDeliver = arrival.extend(optionalActReason.shape);
export type OperatorDeliver = z.input<typeof operatorDeliver>;
export const operatorCancelLines = cancelledLines.extend(actReason.shape);
export type OperatorCancelLines = z.input<typeof operatorCancelLines>;

export const newRefund = z
  .object({
    order_id: orderIdParam,
    /** Naira. */
    amount: positiveAmount,
    /** `original`: back to the payment, and to the wallet what the wallet has paid. */
    refund_to: z.enum(REFUND_TARGETS).default('original'),
  })
  .extend(actReason.shape);
export type NewRefund = z.input<typeof newRefund>;
export const refundCreated = z.object({
  order_id: z.string(),
  /** Naira. */
  amount: z.number(),
  refund_to: z.enum(REFUND_TARGETS),
});
export type RefundCreated = z.infer<typeof refundCreated>;

export const heldRow = z.object({
  /** Of the payment, or of its refund. */
  reference: z.string(),
  kind: z.enum(['payment', 'dispute', 'lost dispute', 'stuck', 'needs attention', 'waiting', 'failed']),
  order_id: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  reason: z.string(),
  since: z.string(),
  /** The deadline for responding to a dispute. */
  due_at: z.string().nullable(),
  /** Naira that were due. */
  amount: z.number(),
  /** What arrived, in `paid_currency`. */
  paid: z.number().nullable(),
  paid_currency: z.string().nullable(),
});
export type HeldPayment = z.infer<typeof heldRow>;

export const settleRefund = z
  .object({
    by: z.enum(REFUND_METHODS).default('provider'),
  })
  .extend(actReason.shape);
export type SettleRefund = z.input<typeof settleRefund>;
export const settledRefund = z.object({
  order_id: z.string(),
  /** In `currency`. */
  amount: z.number(),
  currency: z.string(),
});
export type SettledRefund = z.infer<typeof settledRefund>;
