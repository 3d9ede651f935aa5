import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { signatureOf } from '../ports/payments/paystack.protocol.ts';
import { type PaystackReply, PaystackTransfers } from './paystack-transfers.ts';

const initialize = z.object({
  email: z.email(),
  amount: z.number().int().positive(),
  reference: z.string().regex(/^[A-Za-z0-9.=-]+$/),
  currency: z.literal('NGN'),
  callback_url: z.url(),
  metadata: z.object({ cancel_action: z.url() }),
});
const refund = z.object({
  transaction: z.string(),
  amount: z.number().int().positive(),
  merchant_note: z.string(),
});

type Transaction = { id: number; amount: number; status: string; fees: number; cancelUrl: string };
type Refund = { id: number; reference: string; amount: number; status: string; merchant_note: string };
type Handler = (response: ServerResponse, process: () => void) => void;
/** Paystack refuses to refund less than NGN 50. */
const MIN_REFUND_KOBO = 5000;

/**
 * A server on a free port that implements Paystack's protocol by its published specification and examples. `next` and
 * `planned` handle the next requests instead; they may call `process` to apply the request's effects.
 */
export class PaystackServer {
  readonly planned: (Handler | undefined)[] = [];
  readonly transactions = new Map<string, Transaction>();
  readonly refunds: Refund[] = [];
  /** Payouts of the shop. */
  readonly payouts = new PaystackTransfers();
  /** Response bodies of disputes, by id. */
  readonly disputes = new Map<string, object>();
  /** The merchant's balance for refunds, in kobo. */
  balance = Number.POSITIVE_INFINITY;
  #lastId = 4_099_260_516;
  /** The requests received, as `POST /refund`. */
  readonly requests: string[] = [];
  readonly secretKey: string;
  next: Handler | undefined;
  /** Requests, such as `POST /refund`, that are processed and get no response. */
  unanswered: RegExp | undefined;
  #server = createServer((request, response) => void this.#handle(request, response));

  constructor(secretKey = 'sk_test_0123456789abcdef') {
    this.secretKey = secretKey;
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Sets a transaction's status, and the fees that the buyer pays. */
  set(reference: string, status: string, fees = 0): void {
    const transaction = this.transactions.get(reference);
    if (!transaction) throw new Error(`no transaction ${reference}`);
    Object.assign(transaction, { status, fees });
  }

  /** Sets the status of the newest refund of a transaction. A failed refund returns its amount to the merchant. */
  setRefund(reference: string, status: string): void {
    const found = this.refunds.findLast((row) => row.reference === reference);
    if (!found) throw new Error(`no refund of ${reference}`);
    if (status === 'failed') this.balance += found.amount;
    found.status = status;
  }

  /** Sum of the refunds that the buyer has received or will receive, in kobo. */
  refundedKobo(reference: string): number {
    return this.refunds
      .filter((row) => row.reference === reference && row.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** A signed webhook request with an event of the transaction. */
  event(event: string, reference: string, extraData: object = {}): { body: string; signature: string } {
    return this.sign({ event, data: { ...this.#describe(reference), ...extraData } });
  }

  sign(event: object): { body: string; signature: string } {
    const body = JSON.stringify(event);
    return { body, signature: signatureOf(body, this.secretKey) };
  }

  #describe(reference: string) {
    const found = this.transactions.get(reference);
    if (!found) return { reference };
    const { id, amount, fees, status } = found;
    return {
      id,
      domain: this.secretKey.startsWith('sk_live_') ? 'live' : 'test',
      status,
      reference,
      amount: amount + fees,
      requested_amount: amount,
      currency: 'NGN',
      channel: 'card',
      gateway_response: 'Successful',
      fees: fees || null,
      metadata: '',
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests.push(`${request.method} ${request.url}`);
    const next = this.next ?? this.planned.shift();
    this.next = undefined;
    if (next) return next(response, () => void this.#process(request, body));
    if (this.unanswered?.test(`${request.method} ${request.url}`)) return void this.#process(request, body);
    const { status, body: responseBody } = this.#process(request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(responseBody));
  }

  #process({ method, url = '', headers }: IncomingMessage, body: string): PaystackReply {
    const refuse = (status: number, message: string, code?: string): PaystackReply => ({
      status,
      body: { status: false, message, ...(code && { type: 'validation_error', code }) },
    });
    const accept = (message: string, data: object): PaystackReply => ({
      status: 200,
      body: { status: true, message, data },
    });
    if (headers.authorization !== `Bearer ${this.secretKey}`) return refuse(401, 'Invalid key', 'invalid_Key');
    if (method === 'POST' && url === '/transaction/initialize') {
      const parsed = initialize.safeParse(JSON.parse(body));
      if (!parsed.success) return refuse(400, `Invalid ${parsed.error.issues[0]?.path.join('.')}`, 'invalid_params');
      const { reference, amount, metadata } = parsed.data;
      if (this.transactions.has(reference))
        return refuse(400, 'Duplicate Transaction Reference', 'duplicate_reference');
      const cancelUrl = metadata.cancel_action;
      this.transactions.set(reference, { id: ++this.#lastId, amount, status: 'abandoned', fees: 0, cancelUrl });
      const access_code = `ac${reference.toLowerCase()}`;
      const authorization_url = `https://checkout.paystack.com/${access_code}`;
      return accept('Authorization URL created', { authorization_url, access_code, reference });
    }
    const verified = /^\/transaction\/verify\/([^/]+)$/.exec(url)?.[1];
    if (method === 'GET' && verified !== undefined) {
      const reference = decodeURIComponent(verified);
      if (!this.transactions.has(reference))
        return refuse(400, 'Transaction reference not found.', 'transaction_not_found');
      return accept('Verification successful', this.#describe(reference));
    }
    if (method === 'POST' && url === '/refund') {
      const { transaction: reference, amount, merchant_note } = refund.parse(JSON.parse(body));
      const found = this.transactions.get(reference);
      if (!found) return refuse(404, 'Transaction not found');
      if (found.status !== 'success') return refuse(400, 'Transaction is not successful');
      if (amount < MIN_REFUND_KOBO) return refuse(400, 'Cannot refund less than NGN50');
      const remainder = found.amount + found.fees - this.refundedKobo(reference);
      if (remainder === 0) return refuse(400, 'Transaction has been fully reversed', 'transaction_reversed');
      if (amount > remainder) return refuse(400, 'Refund amount cannot be more than the remaining amount');
      if (amount > this.balance)
        return refuse(
          400,
          'Insufficient balance to fulfill this refund, please fund your balance',
          'insufficient_balance',
        );
      this.balance -= amount;
      const created: Refund = { id: ++this.#lastId, reference, amount, status: 'pending', merchant_note };
      this.refunds.push(created);
      return accept('Refund has been queued for processing', { ...created, transaction: { id: found.id, reference } });
    }
    const dispute = /^\/dispute\/([^/]+)$/.exec(url)?.[1];
    if (method === 'GET' && dispute !== undefined) {
      const found = this.disputes.get(dispute);
      return found ? accept('Dispute retrieved', found) : refuse(404, 'Dispute not found');
    }
    const { pathname, searchParams } = new URL(url, 'http://paystack.test');
    if (method === 'GET' && pathname === '/refund') {
      const id = Number(searchParams.get('transaction'));
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('perPage'))];
      const rows = this.refunds
        .filter(({ reference }) => this.transactions.get(reference)?.id === id)
        .map(({ reference, ...row }) => ({ ...row, transaction: id, transaction_reference: reference }));
      return accept('Refunds retrieved', rows.slice((page - 1) * size, page * size));
    }
    return this.payouts.process(method, pathname, searchParams, body) ?? refuse(404, 'Not found');
  }
}
