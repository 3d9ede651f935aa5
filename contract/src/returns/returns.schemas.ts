import { z } from 'zod';
import { actReason } from '../operators/acts.schemas.ts';
import { ORDER_ID_PATTERN, REFUND_TARGETS } from '../orders/orders.rules.ts';
import { piece, pieces } from '../orders/pieces.schemas.ts';
import { block, cursorText } from '../text.schemas.ts';
import {
  MAX_RETURN_PICTURES,
  RETURN_ACTORS,
  RETURN_NOTE_MAX,
  RETURN_REASONS,
  RETURN_STATUSES,
  RETURN_WAITING_REASONS,
} from './returns.rules.ts';

const sentence = (message: string) =>
  z
    .string(message)
    .pipe(block(RETURN_NOTE_MAX))
    .refine((text) => text !== '', message);

/** Such as 7F3KQ2M9XW4T-R1, also in lower case. */
const RETURN_ID = new RegExp(`^${ORDER_ID_PATTERN}-R[1-9]\\d{0,3}$`);
const returnId = z.string().toUpperCase().regex(RETURN_ID, 'Write the id of a return, such as 7F3KQ2M9XW4T-R1.');
export const returnParams = z.object({ id: returnId });
/** `n`: the number of the picture, from 1. */
export const returnPictureParams = z.object({
  id: returnId,
  n: z.string().regex(/^[1-9]$/, 'Write a number from 1.'),
});

export const newReturn = z.object({
  /** Pieces of lines, by their position in the order, from 0; all of one merchant. */
  lines: pieces(piece, 'Choose what you want to return.'),
  reason: z.enum(RETURN_REASONS, 'Choose a reason.'),
  /** The buyer's sentence. */
  note: sentence('Describe in a sentence what is the matter.'),
  /** Ids of uploaded pictures. */
  pictures: z
    .array(z.string().max(100))
    .max(MAX_RETURN_PICTURES, `Choose ${MAX_RETURN_PICTURES} pictures at most.`)
    .default([]),
  refund_to: z.enum(REFUND_TARGETS),
});
export type NewReturn = z.input<typeof newReturn>;

/** A sentence of the buyer. */
export const returnAppeal = z.object({ note: sentence('Write why you do not agree.') });
export type ReturnAppeal = z.input<typeof returnAppeal>;

/** The multipart form of a picture. */
export const returnPictureForm = z.object({ image: z.file() });
export const uploadedPicture = z.object({ id: z.string() });
export type UploadedPicture = z.infer<typeof uploadedPicture>;
/** `picture`: a WebP picture as a data URL. */
export const returnPicture = z.object({ picture: z.string() });
export type ReturnPicture = z.infer<typeof returnPicture>;

/** How many pieces can be returned now, and until when the first of them can be; null if there are none, or without an end. */
const window = z.object({ quantity: z.int(), until: z.string().nullable() });
/** A line of an order of which something has arrived, or should have. */
export const returnableLine = z.object({
  position: z.int(),
  product_name: z.string(),
  /** URL; empty if there is none. */
  product_image: z.string(),
  /** Null: the product was deleted before release 1.1, so its merchant is not known; the shop takes its place. */
  merchant_id: z.int().nullable(),
  merchant_name: z.string(),
  perishable: z.boolean(),
  /** Unused pieces of which the buyer has changed their mind. */
  unused: window,
  /** Pieces that are defective, damaged, wrong or not as described. */
  faulty: window,
  /** Pieces that can be reported as not received. Those that are under way can be until they arrive. */
  missing: window,
});
export type ReturnableLine = z.infer<typeof returnableLine>;

/** A step of a return, oldest first. */
const historyStep = z.object({
  status: z.enum(RETURN_STATUSES),
  by: z.enum(RETURN_ACTORS),
  /** The sentence of whoever took the step; empty without one. */
  note: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
});

export const orderReturn = z.object({
  /** Such as 7F3KQ2M9XW4T-R1. */
  id: z.string(),
  order_id: z.string(),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_REASONS),
  refund_to: z.enum(REFUND_TARGETS),
  merchant_id: z.int().nullable(),
  merchant_name: z.string(),
  lines: z.array(
    z.object({ position: z.int(), product_name: z.string(), product_image: z.string(), quantity: z.int() }),
  ),
  /** Naira that are refunded: expected until the receipt, then exact. */
  amount: z.number(),
  /** Naira of it that go to the payment method and to the wallet; null until the receipt. */
  refund: z.object({ to_payment: z.number(), to_wallet: z.number() }).nullable(),
  /** How many pictures there are. */
  pictures: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Until when the merchant decides, or confirms the receipt; an operator is asked then. Null in other states. */
  decide_by: z.string().nullable(),
  /** Until when the buyer can appeal; null if not. */
  appeal_by: z.string().nullable(),
  /** Whether the buyer can withdraw it now. */
  can_withdraw: z.boolean(),
  history: z.array(historyStep),
});
export type OrderReturn = z.infer<typeof orderReturn>;

/** `returnable` is empty until something has arrived, or should have. */
export const orderReturns = z.object({ returnable: z.array(returnableLine), returns: z.array(orderReturn) });
export type OrderReturns = z.infer<typeof orderReturns>;

export const returnsQuery = z.object({
  status: z.enum(RETURN_STATUSES).optional(),
  /** The id of the last return of the page before. */
  cursor: cursorText(RETURN_ID).optional(),
});
export type ReturnsQuery = z.infer<typeof returnsQuery>;
export const operatorReturnsQuery = returnsQuery.extend({
  /** Only those that wait for an operator for this reason. */
  waiting: z.enum(RETURN_WAITING_REASONS).optional(),
});
export type OperatorReturnsQuery = z.infer<typeof operatorReturnsQuery>;
/** Newest first; with `waiting`, the longest wait first. */
export const returnPage = z.object({ next: z.string().nullable(), results: z.array(orderReturn) });
export type ReturnPage = z.infer<typeof returnPage>;

/** How and where the buyer sends the items, or what has happened to those that did not arrive. */
export const returnAcceptance = z.object({ note: sentence('Write to the buyer what happens next.') });
export type ReturnAcceptance = z.input<typeof returnAcceptance>;
export const returnRefusal = z.object({ note: sentence('Write why you decline the return.') });
export type ReturnRefusal = z.input<typeof returnRefusal>;
/** `restock`: the items are as new and go back into stock. */
export const returnReceipt = z.object({ restock: z.boolean().default(false) });
export type ReturnReceipt = z.input<typeof returnReceipt>;

/** What an operator decides: the return goes on, has ended, or is refunded without the merchant's confirmation. */
export const RETURN_DECISIONS = ['accept', 'decline', 'refund'] as const;
export const returnDecision = z
  .object({
    decision: z.enum(RETURN_DECISIONS),
    /** What buyer and merchant read. `reason` is for the audit log. */
    note: sentence('Write to buyer and merchant why you decide so.'),
    restock: z.boolean().default(false),
  })
  .extend(actReason.shape);
export type ReturnDecision = z.input<typeof returnDecision>;
