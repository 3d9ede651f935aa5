import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../../server/src/platform/database.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import type { MediaStore } from '../../../server/src/ports/media/media.port.ts';
import { samplePicture } from '../../../server/src/ports/media/media.suite.ts';
import { SIGNATURE_HEADER } from '../../../server/src/ports/payments/paystack.protocol.ts';
import type { Buyer } from '../../../server/src/testing/buyer.ts';
import type { PaystackServer } from '../../../server/src/testing/paystack-server.ts';
import { updateProduct } from '../../../server/src/testing/shop.ts';
import type { Books } from '../books.ts';
import { type Post, placeOrder, prepareOrder } from '../order-flow.ts';
import { type Kind, PAUSE_MS, type Recorder } from './recorder.ts';

/** What the traffic needs of a shop. */
export type TrafficShop = {
  db: Database;
  provider: PaystackServer;
  productIds: number[];
  booksAtStart: Books;
  pictures?: {
    /** The key of a picture that nodes have in memory. */
    knownKey: string;
    /** @returns the key of a picture that no node has read */
    createNew(): Promise<string>;
    /** Whether the store has the picture. */
    has(key: string): Promise<boolean>;
  };
};

/** What the shop has confirmed to somebody. */
export type Acknowledged = {
  orders: { buyer: Buyer; id: string; reference: string }[];
  /** References of payments that the provider has received. */
  paid: Set<string>;
  messages: { buyer: Buyer; id: string }[];
};

/** The people of the traffic. */
export type Shoppers = { buyers: readonly Buyer[]; writer: Buyer; unpaidOrder: string };

let picture: Promise<Uint8Array<ArrayBuffer>> | undefined;
/** A small picture, which is encoded once. */
export const createPicture = (): Promise<Uint8Array<ArrayBuffer>> => {
  picture ??= samplePicture('red', 400).then((bytes) => new Uint8Array(bytes));
  return picture;
};

const PRICE_CHANGE_INTERVAL_MS = 500;
const CONFIRM_TIMEOUT_MS = 60_000;

/** A filter of prices that nobody has used, so that no node has cached its list. */
const createNewFilter = (): string =>
  `min_price=${Math.floor(Math.random() * 1000)}&max_price=${100_000 + Math.floor(Math.random() * 1_000_000)}`;

/**
 * Shoppers who browse, order and pay, a payment provider that notifies the shop until it confirms, and a merchant who changes
 * prices. One task for each, so that a request that waits does not stop the others.
 */
export class Traffic {
  readonly acknowledged: Acknowledged = { orders: [], paid: new Set(), messages: [] };
  readonly #shop: TrafficShop;
  readonly #recorder: Recorder;
  readonly #buyers: readonly Buyer[];
  readonly #writer: Buyer;
  /** An order that nobody pays, whose payment is looked at. */
  readonly #unpaid: { buyer: Buyer; id: string };
  /** Payments of which the shop has not confirmed the notification. */
  readonly #unconfirmed: string[] = [];
  /** The payment whose notification the shop has confirmed last. */
  #confirmed: string | undefined;
  #isOver = false;
  #changesPaused = false;
  #changing: Promise<void> = Promise.resolve();
  #tasks: Promise<void>[] = [];

  /**
   * @param buyers they order and pay
   * @param writer writes messages, and has placed the order `unpaidOrder`
   */
  constructor(shop: TrafficShop, recorder: Recorder, { buyers, writer, unpaidOrder }: Shoppers) {
    this.#shop = shop;
    this.#recorder = recorder;
    this.#buyers = buyers;
    this.#writer = writer;
    this.#unpaid = { buyer: writer, id: unpaidOrder };
  }

  start(): void {
    const tasks: (() => Promise<unknown>)[] = [
      () => this.#readKnown(),
      () => this.#readNewList(),
      () => this.#readNewPage(),
      () => this.#readPayment(),
      () => this.#readOrder(),
      () => this.#readTotals(),
      () => this.#notifyAgain(),
      () => this.#changeCart(),
      () => this.#write(),
      () => this.#notify(),
      () => this.#changePrice(),
      ...this.#buyers.map((buyer) => () => this.#order(buyer)),
    ];
    const { pictures } = this.#shop;
    const readPicture = (kind: Kind, key: string) => this.#recorder.send(kind, { url: `/media/${key}/160.webp` });
    if (pictures)
      tasks.push(
        () => readPicture('picture', pictures.knownKey),
        async () => readPicture('new picture', await pictures.createNew()),
        () => this.#upload(),
      );
    this.#tasks = tasks.map((task) => this.#repeat(task));
  }

  /** Waits until the node has cached what it shows without a new price, and calls `begin` before the next change. */
  async whileUnchanged(begin: () => Promise<unknown>): Promise<void> {
    this.#changesPaused = true;
    await this.#changing;
    const since = performance.now();
    const isCached = (kind: Kind) => this.#recorder.countSuccesses(kind, since) > 1;
    while (!(isCached('home page') && isCached('list'))) await wait(PAUSE_MS);
    await begin();
    this.#changesPaused = false;
  }

  /**
   * Ends the traffic, when the shop has confirmed all payments.
   * @throws if it does not confirm them in time
   */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#tasks);
    const deadline = performance.now() + CONFIRM_TIMEOUT_MS;
    while (this.#unconfirmed.length > 0) {
      if (performance.now() > deadline) throw new Error(`payments are not confirmed: ${this.#unconfirmed.join(', ')}`);
      await this.#notify();
    }
  }

  async #repeat(task: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await task();
      await wait(PAUSE_MS);
    }
  }

  async #readKnown(): Promise<void> {
    await this.#recorder.send('home page', { url: '/' });
    await this.#recorder.send('list', { url: '/backend/api/products/' });
  }

  async #readNewList(): Promise<void> {
    await this.#recorder.send('new list', { url: `/backend/api/products/?${createNewFilter()}` });
  }

  async #readNewPage(): Promise<void> {
    await this.#recorder.send('new page', { url: `/product/list?section=productList&${createNewFilter()}` });
  }

  /** Looks at the payment of an order that is not paid, which the shop asks the provider about. */
  async #readPayment(): Promise<void> {
    const { buyer, id } = this.#unpaid;
    await this.#recorder.send('payment', { url: `/backend/orders/${id}/payment`, headers: buyer.headers });
  }

  // The next three are requests of the orders below, which have none of them while the step before fails.

  async #readOrder(): Promise<void> {
    const { buyer, id } = this.#unpaid;
    await this.#recorder.send('order', { url: `/backend/order-detail/${id}`, headers: buyer.headers });
  }

  async #readTotals(): Promise<void> {
    const { headers, addressId } = this.#writer;
    await this.#recorder.send('totals', {
      method: 'POST',
      url: '/backend/calculate-shipment-rate/',
      headers,
      payload: {
        cart_items: [{ product: this.#shop.productIds[0], quantity: 1 }],
        shipping_address_id: addressId,
      },
    });
  }

  /** The provider repeats a notification that the shop has confirmed. */
  async #notifyAgain(): Promise<void> {
    if (this.#confirmed !== undefined) await this.#sendEvent(this.#confirmed);
  }

  async #upload(): Promise<void> {
    const payload = new FormData();
    payload.set('image', new Blob([await createPicture()], { type: 'image/webp' }), 'me.webp');
    const { headers } = this.#writer;
    await this.#recorder.send('upload', { method: 'PUT', url: '/backend/user-profile-update', headers, payload });
  }

  /** Fills the cart, orders it and pays. Each step is repeated until it succeeds, as a shopper does. */
  async #order(buyer: Buyer): Promise<void> {
    const post: Post = async (step, url, payload, headers) => {
      const call = { method: 'POST', url, headers: { ...buyer.headers, ...headers }, payload } as const;
      return (await this.#recorder.sendUntilDone(step, call, () => this.#isOver))?.json();
    };
    const product = this.#shop.productIds[1 + Math.floor(Math.random() * 20)] ?? 0;
    const body = await prepareOrder(post, product, buyer.addressId);
    const placed = body && (await placeOrder(post, body, randomUUID()));
    if (!placed) return;
    const { order_id: id, payment } = placed;
    const { reference } = payment.data;
    this.acknowledged.orders.push({ buyer, id, reference });
    // The buyer pays on the provider's page, to which no fault of the shop matters.
    this.#shop.provider.set(reference, 'success');
    this.acknowledged.paid.add(reference);
    this.#unconfirmed.push(reference);
    await this.#waitUntilPaid(buyer, id);
  }

  /** Reads the order until it is paid, so that the next one has a cart of its own. */
  async #waitUntilPaid(buyer: Buyer, id: string): Promise<void> {
    for (;;) {
      const read = await this.#recorder.send('order', { url: `/backend/order-detail/${id}`, headers: buyer.headers });
      if (this.#isOver || read?.json().status === 'Paid') return;
      await wait(PAUSE_MS);
    }
  }

  async #changeCart(): Promise<void> {
    await this.#recorder.send('cart', {
      method: 'PUT',
      url: `/backend/api/cart/${this.#shop.productIds[0]}/`,
      headers: this.#writer.headers,
      payload: { quantity: 1 + Math.floor(Math.random() * 5) },
    });
  }

  async #write(): Promise<void> {
    const buyer = this.#writer;
    const [product] = this.#shop.productIds;
    const sent = await this.#recorder.send('message', {
      method: 'POST',
      url: '/backend/contact-merchant/send/',
      headers: buyer.headers,
      payload: { subject: 'Delivery', content: `When will it arrive? ${randomUUID()}`, product },
    });
    if (sent) this.acknowledged.messages.push({ buyer, id: sent.json().id });
  }

  /** Notifies the shop of the oldest payment, as the provider does until it gets 200. */
  async #notify(): Promise<void> {
    const [reference] = this.#unconfirmed;
    if (reference === undefined) return;
    if (await this.#sendEvent(reference)) this.#confirmed = this.#unconfirmed.shift();
    else await wait(PAUSE_MS);
  }

  /** @returns whether the shop has confirmed the event */
  async #sendEvent(reference: string): Promise<boolean> {
    const { body, signature } = this.#shop.provider.event('charge.success', reference);
    const confirmed = await this.#recorder.send('webhook', {
      method: 'POST',
      url: '/backend/payment/webhook',
      headers: { [SIGNATURE_HEADER]: signature },
      payload: body,
    });
    return confirmed !== undefined;
  }

  /** A merchant changes a price, and looks at the product until it shows the new one. */
  #changePrice(): Promise<void> {
    this.#changing = this.#changesPaused ? Promise.resolve() : this.#changePriceAndLook();
    return this.#changing;
  }

  async #changePriceAndLook(): Promise<void> {
    const productId = this.#shop.productIds.at(-1) as ProductId;
    const naira = 3000 + Math.floor(Math.random() * 100_000);
    const isChanged = await updateProduct(this.#shop.db, productId, { price_kobo: naira * 100 }).then(
      () => true,
      // The database itself may be broken.
      () => false,
    );
    if (!isChanged) return;
    for (;;) {
      const read = await this.#recorder.send('product', { url: `/backend/api/products/${productId}/` });
      if (read?.json().price === naira) break;
      if (this.#isOver) return;
      await wait(PAUSE_MS);
    }
    await wait(PRICE_CHANGE_INTERVAL_MS);
  }
}

const NEW_PICTURES = 600;

/** Stores pictures in a folder before its disk is full. */
export const createPictures = async (media: MediaStore): Promise<NonNullable<TrafficShop['pictures']>> => {
  const bytes = await createPicture();
  const keys = Array.from({ length: NEW_PICTURES }, (_, n) => `products/new-${n}`);
  const knownKey = 'products/known';
  for (const key of [knownKey, ...keys]) await media.put(key, bytes);
  return {
    knownKey,
    createNew: async () => {
      const key = keys.pop();
      if (key === undefined) throw new Error('no new picture is left');
      return key;
    },
    has: async (key) => (await media.read(key)) !== undefined,
  };
};
