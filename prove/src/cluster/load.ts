import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { InitializedPayment } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { Database } from '../../../server/src/platform/database.ts';
import type { AccountId, ProductId } from '../../../server/src/platform/ids.ts';
import { openSession } from '../../../server/src/platform/sessions.ts';
import { SIGNATURE_HEADER } from '../../../server/src/ports/payments/paystack.protocol.ts';
import { SandboxPayments } from '../../../server/src/ports/payments/sandbox.payments.ts';
import { addAddress } from '../../../server/src/testing/checkout.ts';
import { type Post, placeOrder, prepareOrder } from '../order-flow.ts';
import { PUBLIC_URL, type ShopNode } from './shop-nodes.ts';
import { now } from './time.ts';

const RETRY_PAUSE_MS = 250;
/** Between two orders of a buyer. */
const PAUSE_MS = 300;
/** A load balancer gives up after a minute too. */
const REQUEST_TIMEOUT_MS = 60_000;

/** A request as its client saw it. */
export type Attempt = {
  kind: 'read' | 'catalogue' | 'order' | 'payment' | 'message' | 'other';
  node: string;
  startedAt: number;
  endedAt: number;
  /** The status of the response; 0 if there was none. */
  status: number;
};
/** A response of the shop that says that something was done. */
export type Acknowledged = {
  /** By the idempotency key of the request. */
  orders: Map<string, { id: string; accountId: AccountId; email: string }>;
  /** References of payments whose webhook was accepted, with the order, who gets its mail, and when. */
  payments: Map<string, { orderId: string; email: string; at: number }>;
  /** Ids of message threads by their subject, which no other message has. */
  messages: Map<string, string>;
};

type CallOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: object | string };
type Response = { status: number; text: string };

/** Sends requests as a client behind a load balancer: one node after the other, and records how each ended. */
export class Client {
  readonly attempts: Attempt[] = [];
  readonly #nodes: readonly ShopNode[];
  #next = 0;

  constructor(nodes: readonly ShopNode[]) {
    this.#nodes = nodes;
  }

  /** @param node default: the next one */
  async call(
    kind: Attempt['kind'],
    path: string,
    { method = 'GET', headers = {}, body }: CallOptions = {},
    node: ShopNode | undefined = this.#nodes[this.#next++ % this.#nodes.length],
  ): Promise<Response> {
    if (!node) throw new Error('there is no node');
    const startedAt = now();
    const end = (status: number, text: string): Response => {
      this.attempts.push({ kind, node: node.name, startedAt, endedAt: now(), status });
      return { status, text };
    };
    try {
      const response = await fetch(node.url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      return end(response.status, await response.text());
    } catch (error) {
      return end(0, String(error));
    }
  }

  /**
   * Repeats a request until it has a response that will not change: not 5xx and not 429.
   * @returns the parsed response; undefined for a refusal
   */
  async callUntilDone<T>(kind: Attempt['kind'], path: string, options: CallOptions): Promise<T | undefined> {
    for (;;) {
      const { status, text } = await this.call(kind, path, options);
      if (status === 200) return JSON.parse(text) as T;
      if (status !== 0 && status < 500 && status !== 429) return undefined;
      await wait(RETRY_PAUSE_MS);
    }
  }
}

export type Buyer = { accountId: AccountId; email: string; headers: Record<string, string>; addressId: string };

/** Creates a signed-in account with an address. */
export const createBuyer = async (db: Database): Promise<Buyer> => {
  const email = `${randomUUID()}@mail.test`;
  const { id: accountId } = await db
    .insertInto('account')
    .values({ email, first_name: 'Ngozi', last_name: 'Eze', verified_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token } = await openSession(db, accountId);
  return { accountId, email, headers: { authorization: `Token ${token}` }, addressId: await addAddress(db, accountId) };
};

/** Buyers who place and pay one order after the other, and write to the merchant. Each request is repeated until it is acknowledged. */
export class Load {
  readonly acknowledged: Acknowledged = { orders: new Map(), payments: new Map(), messages: new Map() };
  readonly client: Client;
  readonly #buyers: readonly Buyer[];
  readonly #products: readonly ProductId[];
  readonly #provider: SandboxPayments;
  #isOver = true;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: Client, buyers: readonly Buyer[], products: readonly ProductId[], db: Database) {
    this.client = client;
    this.#buyers = buyers;
    this.#products = products;
    this.#provider = new SandboxPayments(db, PUBLIC_URL);
  }

  start(): void {
    this.#isOver = false;
    this.#running = Promise.all(this.#buyers.map((buyer) => this.#shop(buyer)));
  }

  /** Ends when every request that was sent is acknowledged. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #shop(buyer: Buyer): Promise<void> {
    while (!this.#isOver) {
      await this.#placeAndPay(buyer);
      await this.#writeMessage(buyer);
      await wait(PAUSE_MS);
    }
  }

  #chooseProduct(): ProductId {
    const product = this.#products[Math.floor(Math.random() * this.#products.length)];
    if (product === undefined) throw new Error('there are no products');
    return product;
  }

  async #placeAndPay({ accountId, email, headers, addressId }: Buyer): Promise<void> {
    const post: Post = (step, path, body, extraHeaders) =>
      this.client.callUntilDone(step === 'checkout' ? 'order' : 'other', path, {
        method: 'POST',
        headers: { ...headers, ...extraHeaders },
        body,
      });
    const body = await prepareOrder(post, this.#chooseProduct(), addressId);
    const key = randomUUID();
    const placed = body && (await placeOrder(post, body, key));
    if (!placed) return;
    this.acknowledged.orders.set(key, { id: placed.order_id, accountId, email });
    await this.#pay(placed, Math.round(Number(body.total) * 100), email);
  }

  /** Sends the provider's webhook until the shop accepts it, as a provider does. */
  async #pay({ order_id, payment }: InitializedPayment, amount: number, email: string): Promise<void> {
    const { reference } = payment.data;
    const data = {
      domain: 'test',
      status: 'success',
      reference,
      amount,
      requested_amount: amount,
      currency: 'NGN',
      metadata: '',
    };
    const { body, signature } = await this.#provider.sign({ event: 'charge.success', data });
    const accepted = await this.client.callUntilDone('payment', '/backend/payment/webhook', {
      method: 'POST',
      headers: { [SIGNATURE_HEADER]: signature },
      body,
    });
    if (accepted) this.acknowledged.payments.set(reference, { orderId: order_id, email, at: now() });
  }

  async #writeMessage({ headers }: Buyer): Promise<void> {
    const subject = `Question ${randomUUID()}`;
    const sent = await this.client.callUntilDone<{ id: string }>('message', '/backend/contact-merchant/send/', {
      method: 'POST',
      headers,
      body: { subject, content: 'Is it fresh?', product: this.#chooseProduct() },
    });
    if (sent) this.acknowledged.messages.set(subject, sent.id);
  }
}
