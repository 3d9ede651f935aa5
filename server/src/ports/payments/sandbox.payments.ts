import { randomBytes } from 'node:crypto';
import { kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { TABLE_COLUMNS } from '../../platform/tables.gen.ts';
import type {
  OpenedPayment,
  PaymentEvent,
  PaymentRequest,
  PaymentState,
  Payments,
  ProviderRefund,
  RefundRefusal,
  RefundRequest,
} from './payments.port.ts';
import { readEvent, signatureOf, stateOf } from './paystack.protocol.ts';

/** The buttons of the sandbox's payment page. */
export const CHOICES = ['approve', 'decline', 'abandon'] as const;
export type Choice = (typeof CHOICES)[number];
const STATUS = { approve: 'success', decline: 'failed', abandon: 'abandoned' } as const;

/** Body and signature of a webhook. */
export type Webhook = { body: string; signature: string };

type SandboxRefund = { n: number; amount: number; note: string | null };

/** Oldest first. */
const selectRefunds = (db: Database, reference: string): Promise<SandboxRefund[]> =>
  db
    .selectFrom('sandbox_refund')
    .select(['n', 'amount', 'note'])
    .where('reference', '=', reference)
    .orderBy('n')
    .execute();

const toRefund = (reference: string, { n, amount, note }: SandboxRefund): ProviderRefund => ({
  id: `${reference}/${n}`,
  status: 'processed',
  amount,
  note,
});

/**
 * A simulated payment provider with Paystack's protocol and tables in the shop's database. Its page is in
 * server/src/sandbox/payments.routes.ts. It charges no money.
 */
export class SandboxPayments implements Payments {
  readonly name = 'sandbox';
  readonly #db: Database;
  readonly #publicUrl: string;
  #secret: Promise<string> | undefined;

  /** @param publicUrl the shop's origin, without a trailing slash */
  constructor(db: Database, publicUrl: string) {
    this.#db = db;
    this.#publicUrl = publicUrl;
  }

  async initialize({ reference, email, amount, returnUrl }: PaymentRequest): Promise<OpenedPayment | 'duplicate'> {
    const access_code = randomBytes(9).toString('base64url');
    const row = { reference, access_code, email, amount, currency: 'NGN', return_url: returnUrl };
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('sandbox_payment')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return 'duplicate';
    const authorizationUrl = `${this.#publicUrl}/sandbox/pay/${reference}`;
    return { authorizationUrl, accessCode: access_code, message: 'Authorization URL created' };
  }

  async verify(reference: string): Promise<PaymentState | 'unknown'> {
    const payment = await this.find(reference);
    return (payment && stateOf(payment)) ?? 'unknown';
  }

  /** Makes the refund immediately. A payment that is refunded completely is reversed. */
  refund({ reference, amount, note }: RefundRequest): Promise<ProviderRefund | RefundRefusal> {
    return this.#db.transaction().execute(async (trx) => {
      const payment = await trx
        .selectFrom('sandbox_payment')
        .select(['status', 'amount'])
        .where('reference', '=', reference)
        .forUpdate()
        .executeTakeFirst();
      if (!payment) return { refused: 'Transaction not found', kind: 'final' };
      if (payment.status === 'reversed') return { refused: 'Transaction has been fully reversed', kind: 'other' };
      const refunds = await selectRefunds(trx, reference);
      const left = payment.amount - refunds.reduce((sum, refund) => sum + refund.amount, 0);
      if (payment.status !== 'success' || amount > left)
        return { refused: 'Transaction was not paid, or not in this amount', kind: 'other' };
      const n = refunds.length + 1;
      await trx
        .insertInto('sandbox_refund')
        .values({ reference, n, amount: kobo(amount), note })
        .execute();
      if (amount === left)
        await trx
          .updateTable('sandbox_payment')
          .set({ status: 'reversed', refund_note: note })
          .where('reference', '=', reference)
          .execute();
      return toRefund(reference, { n, amount, note });
    });
  }

  async listRefunds(reference: string): Promise<ProviderRefund[] | 'unknown'> {
    const payment = await this.find(reference);
    if (!payment) return 'unknown';
    const refunds = await selectRefunds(this.#db, reference);
    // Release 1.0 stored a refund only with its payment.
    if (refunds.length === 0 && payment.status === 'reversed')
      return [{ id: reference, status: 'processed', amount: payment.amount, note: payment.refund_note }];
    return refunds.map((refund) => toRefund(reference, refund));
  }

  /** The sandbox has no disputes. */
  async readDispute(): Promise<'unknown'> {
    return 'unknown';
  }

  async readWebhook(body: Buffer, signature: string | undefined): Promise<PaymentEvent | undefined> {
    return readEvent(body, signature, await this.#readSecret(), 'test');
  }

  /** The payment for the payment page. */
  find(reference: string) {
    return this.#db
      .selectFrom('sandbox_payment')
      .select(TABLE_COLUMNS.sandbox_payment)
      .where('reference', '=', reference)
      .executeTakeFirst();
  }

  /**
   * Applies the buyer's choice; approved and declined payments are final.
   * @returns the webhook to deliver; only successful payments have one (Paystack, "Webhooks")
   */
  async choose(reference: string, choice: Choice): Promise<Webhook | undefined> {
    const { numUpdatedRows } = await this.#db
      .updateTable('sandbox_payment')
      .set({ status: STATUS[choice] })
      .where('reference', '=', reference)
      .where('status', 'in', ['pending', 'abandoned'])
      .executeTakeFirst();
    const payment = await this.find(reference);
    if (numUpdatedRows === 0n || payment?.status !== 'success') return undefined;
    const { amount, currency } = payment;
    return this.sign({
      event: 'charge.success',
      data: { domain: 'test', status: 'success', reference, amount, requested_amount: amount, currency, metadata: '' },
    });
  }

  async sign(event: object): Promise<Webhook> {
    const body = JSON.stringify(event);
    return { body, signature: signatureOf(body, await this.#readSecret()) };
  }

  /** The webhook secret, which all nodes share; the first node generates it. */
  #readSecret(): Promise<string> {
    this.#secret ??= this.#loadSecret().catch((error) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
  }

  async #loadSecret(): Promise<string> {
    const generated = `sk_test_${randomBytes(24).toString('hex')}`;
    await sql`insert into sandbox_provider (secret) values (${generated}) on conflict do nothing`.execute(this.#db);
    const { secret } = await this.#db.selectFrom('sandbox_provider').select('secret').executeTakeFirstOrThrow();
    return secret;
  }
}
