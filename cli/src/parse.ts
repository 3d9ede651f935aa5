import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { isEmail } from '@sokuwa/contract/account/account.rules.ts';
import { type Kobo, parseNaira } from '@sokuwa/contract/money.ts';
import { actReason, idempotencyKey } from '@sokuwa/contract/operators/acts.schemas.ts';
import {
  fulfilmentIdParam,
  paymentReferenceParam,
  refundReferenceParam,
} from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { orderIdParam } from '@sokuwa/contract/orders/orders.schemas.ts';
import { payoutId } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { returnParams } from '@sokuwa/contract/returns/returns.schemas.ts';
import type { line } from '@sokuwa/contract/text.schemas.ts';
import { webhookId } from '@sokuwa/contract/webhooks/webhooks.schemas.ts';

// Parsers of arguments and options. Each throws InvalidArgumentError, which commander reports with the argument's name.

/** A schema of the contract. */
type Schema<T> = {
  safeParse(text: string): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
};
/** A parser that accepts what a schema of the contract accepts, and reports its message. */
export const parseWith =
  <T>(schema: Schema<T>) =>
  (text: string): T => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    throw new InvalidArgumentError(result.error.issues[0]?.message ?? 'It is not valid.');
  };

export const dryRunOption = new Option('--dry-run', 'report what would change, and change nothing');

/** @param schema of the cursors of the list */
export const cursorOption = <T>(schema: Schema<T>) =>
  new Option('--cursor <text>', 'where the list goes on: the last line of the page before').argParser(
    parseWith(schema),
  );

const parseReason = parseWith(actReason.shape.reason);
const reason = () => new Option('--reason <text>', 'why, for the audit log').argParser(parseReason);
/** Why a command is run. */
export const reasonOption = reason();
/** The same for commands that move money. */
export const requiredReasonOption = reason().makeOptionMandatory();

/** For commands that would otherwise pay again when they are repeated. */
export const keyOption = new Option(
  '--key <text>',
  'run again with the same key, the command changes nothing',
).argParser(parseWith(idempotencyKey));

export const parseWhole =
  ({ min = 0, max = 1_000_000_000 } = {}) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

/** The id of a product or a merchant. */
export const parseId = parseWhole({ min: 1 });

export const parseOrderId = parseWith(orderIdParam);

export const parseFulfilmentId = parseWith(fulfilmentIdParam);

export const parsePaymentReference = parseWith(paymentReferenceParam);
/** The reference of a payment, or of the refund of a part of it. */
export const parseRefundReference = parseWith(refundReferenceParam);

/** The id of a webhook endpoint or of a delivery. */
export const parseWebhookId = parseWith(webhookId);

export const parseReturnId = parseWith(returnParams.shape.id);

export const parseAmount = (text: string): Kobo => {
  const amount = parseNaira(text);
  if (amount !== null && amount >= 0) return amount;
  throw new InvalidArgumentError('It must be an amount in naira, such as 2500 or 2,500.50.');
};

/** An amount of more than nothing. */
export const parseGiven = (text: string): Kobo => {
  const amount = parseAmount(text);
  if (amount > 0) return amount;
  throw new InvalidArgumentError('It must be more than 0.');
};

/** A day as YYYY-MM-DD, or an instant with its time zone. */
export const parseTime = (text: string): Date => {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a day such as 2026-12-24, or a time such as 2026-12-24T18:00:00+01:00.');
};

/** YYYY-MM-DD. */
export const parseDay = (text: string): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text)) return text;
  throw new InvalidArgumentError('It must be a day such as 2026-12-24.');
};

export const parsePayoutId = parseWith(payoutId.shape.id);

export const parseEmail = (text: string): string => {
  if (isEmail(text)) return text;
  throw new InvalidArgumentError('It must be an email address, such as name@example.com.');
};

/** Text that is not empty and passes the contract's schema. */
export const parseText =
  (schema: ReturnType<typeof line>) =>
  (text: string): string => {
    const { data, error } = schema.safeParse(text);
    if (data) return data;
    throw new InvalidArgumentError(error?.issues[0]?.message ?? 'It must not be empty.');
  };
