import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@sokuwa/contract/account/account.schemas.ts';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { MessageDetail, Sent } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { registration } from '../../../server/src/testing/account.ts';
import { createAddress } from '../../../server/src/testing/checkout.ts';
import type { MailServer } from '../mail-server.ts';
import { type Post, placeOrder, prepareOrder } from '../order-flow.ts';
import { waitUntil } from '../wait-until.ts';
import type { Actor, Traffic } from './traffic.ts';

export type Account = SignedIn & { email: string; password: string };

/** The ids of products whose stock never ends. */
type Products = readonly number[];

/** A worker that is being replaced sends mails later. */
const MAIL_TIMEOUT_MS = 180_000;

const VERIFICATION_LINK = /\/verify-email\/([\w-]+)\/([\w-]+)/;

const waitForVerificationLink = async (mails: MailServer, email: string): Promise<string> => {
  const find = () => mails.mailsTo(email).flatMap(({ text }) => VERIFICATION_LINK.exec(text)?.[0] ?? [])[0];
  await waitUntil(`${email} gets a link`, () => find() !== undefined, { timeoutMs: MAIL_TIMEOUT_MS });
  return find() ?? '';
};

const logIn = (traffic: Traffic, email: string, password: string): Promise<SignedIn> =>
  traffic.call<SignedIn>('account', '/login/', { method: 'POST', body: { email, password } });

/** Registers an account, verifies it by the mailed link, and logs in. */
export const register = async (traffic: Traffic, mails: MailServer): Promise<Account> => {
  const form = registration();
  await traffic.call('account', '/register/', { method: 'POST', body: form });
  await traffic.call('account', await waitForVerificationLink(mails, form.email));
  const { email, password } = form;
  return { email, password, ...(await logIn(traffic, email, password)) };
};

/** Somebody who registers, logs in again, and logs out; and the owner of the demo account with orders in every state. */
export const createMember = (
  traffic: Traffic,
  mails: MailServer,
  demo: { email: string; password: string },
): Actor => ({
  name: 'member',
  round: async () => {
    const { token, email } = await register(traffic, mails);
    const { user } = await traffic.call<{ user: { email: string } }>('account', '/profile/', { token });
    if (user.email !== email) throw traffic.fail(`the profile of ${email} has the address ${user.email}`);
    await traffic.call('account', '/logout/', { method: 'POST', token, body: {} });
    const signedIn = await logIn(traffic, demo.email, demo.password);
    const orders = await traffic.call<Order[]>('order', '/list-orders', { token: signedIn.token });
    const states = new Set(orders.map(({ status }) => status));
    // The unpaid one expires after half an hour.
    for (const state of ['Paid', 'Shipped', 'Delivered', 'Cancelled'] as const)
      if (!states.has(state)) throw traffic.fail(`the demo account has no order that is ${state}`);
  },
});

/** Scripts, styles and fonts that a page or script names. */
const namedFiles = (text: string): string[] => [...new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];

/** A visitor without a cache who opens pages, with all files that each needs. */
export const createVisitor = (traffic: Traffic, name: string, products: Products): Actor => {
  let n = 0;
  return {
    name,
    round: async () => {
      const product = products[n++ % products.length];
      for (const path of [
        '/',
        `/product/list?section=productList&page=${1 + (n % 5)}`,
        `/product/details/${product}`,
        '/product/list?section=searchQuery&query=yam&page=1',
        '/about',
      ]) {
        const html = (await traffic.send('page', path)).body.toString();
        const files = namedFiles(html);
        if (files.length === 0) throw traffic.fail(`${path} names no script`);
        for (const file of files) await traffic.send('script', file);
      }
    },
  };
};

/** A browser that holds a page of a release, and loads each script and style of that release at some time. */
export const createHolder = (traffic: Traffic, name: string, files: ReadonlyMap<string, Buffer>): Actor => {
  const names = [...files.keys()];
  let n = 0;
  const load = async () => {
    const file = names[n++ % names.length] ?? '';
    const { body } = await traffic.send('script', `/assets/${file}`);
    if (!files.get(file)?.equals(body)) throw traffic.fail(`${file} has another content than in its release`);
  };
  return {
    name,
    round: async () => {
      for (let count = 0; count < names.length; count++) await load();
    },
  };
};

/** Somebody without an account who calls the API as the pages do. */
export const createReader = (traffic: Traffic, products: Products): Actor => {
  let n = 0;
  return {
    name: 'reader',
    round: async () => {
      const product = products[n++ % products.length];
      for (const path of [
        `/api/products/?page=${1 + (n % 8)}&country_code=GB`,
        `/api/products/${product}/?country_code=NG`,
        `/api/products/${product}/related/?country_code=NG`,
        `/api/products/?search=plantain&page=1`,
        '/api/hot-deals/?page=1',
        '/api/category/',
        '/countries/',
      ])
        await traffic.call('catalogue', path);
    },
  };
};

/** Whose cart only grows. */
export type CartOwner = { account: Account; quantity: number };

/** Adds to the cart of an account, and checks that all that was added is in it. */
export const createCartShopper = (traffic: Traffic, owner: CartOwner, product: number): Actor => ({
  name: 'cart shopper',
  round: async () => {
    const { token } = owner.account;
    await traffic.call('cart', '/api/cart/', { method: 'POST', token, body: { product_id: product, quantity: 1 } });
    owner.quantity++;
    const { cart } = await traffic.call<Cart>('cart', '/api/cart/', { token });
    const [line] = cart;
    if (cart.length !== 1 || line?.quantity !== owner.quantity)
      throw traffic.fail(`the cart has ${line?.quantity} pieces instead of ${owner.quantity}`);
  },
});

/** A buyer, and the orders that the shop has acknowledged. */
export type Buyer = { account: Account; addressId: string; product: number; orderIds: string[] };

export const createBuyer = async (traffic: Traffic, account: Account, product: number): Promise<Buyer> => {
  const { token } = account;
  await traffic.call('account', '/shipping-address/', { method: 'POST', token, body: createAddress() });
  const [address] = await traffic.call<{ id: string }[]>('account', '/shipping-address/', { token });
  if (!address) throw new Error('the address was not stored');
  return { account, addressId: address.id, product, orderIds: [] };
};

/** Buys a product and pays for it. */
export const buy = async (traffic: Traffic, { account, addressId, product, orderIds }: Buyer): Promise<void> => {
  const { token } = account;
  const post: Post = (step, path, body, headers = {}) =>
    traffic.callAt(step === 'cart' ? 'cart' : 'order', path, { method: 'POST', token, body, headers });
  const body = await prepareOrder(post, product, addressId);
  const key = randomUUID();
  const placed = body && (await placeOrder(post, body, key));
  // A browser that did not get the response sends the request again, perhaps to a node of the other release.
  const repeated = body && (await placeOrder(post, body, key));
  if (!placed || !repeated) throw traffic.fail('a response is empty');
  const { order_id, payment } = placed;
  if (repeated.order_id !== order_id)
    throw traffic.fail(`a repeated request placed ${repeated.order_id} and ${order_id}`);
  const { reference } = payment.data;
  await traffic.send('payment', `/sandbox/pay/${reference}/approve`, { method: 'POST', status: 303 });
  await traffic.send('payment', `/backend/payment/return?reference=${reference}`, { status: 303 });
  const { status } = await traffic.call<Order>('order', `/order-detail/${order_id}`, { token });
  if (status !== 'Paid') throw traffic.fail(`the order ${order_id} is ${status} after its payment`);
  orderIds.push(order_id);
};

export const createBuyingShopper = (traffic: Traffic, name: string, buyer: Buyer): Actor => ({
  name,
  round: () => buy(traffic, buyer),
});

/** An account that writes to a merchant, and the ids of the acknowledged messages. */
export type Writer = { account: Account; product: number; threadIds: string[] };

/** Asks a question, adds to it, and reads both. */
export const createWritingShopper = (traffic: Traffic, { account, product, threadIds }: Writer): Actor => ({
  name: 'writer',
  round: async () => {
    const { token, merchant_token } = account;
    const question = { subject: `Question ${randomUUID()}`, content: 'Is it fresh?', product };
    const { id } = await traffic.call<Sent>('message', '/contact-merchant/send/', {
      method: 'POST',
      token,
      body: question,
    });
    const reply = { content: 'And how long does it keep?' };
    await traffic.call('message', `/contact-merchant/${id}/reply/`, {
      method: 'POST',
      token: merchant_token,
      body: reply,
    });
    const { replies } = await traffic.call<MessageDetail>('message', `/list-contact-merchant/${id}/`, { token });
    if (replies.length !== 1) throw traffic.fail(`the message ${id} has ${replies.length} replies instead of one`);
    threadIds.push(id);
  },
});

/** Keeps an event stream open as each page of a signed-in shopper does, and opens the next when its node stops. */
export class Listener {
  /** How many streams have ended. */
  ended = 0;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(traffic: Traffic, origin: string, { token }: Account) {
    this.#running = this.#listen(traffic, origin, token);
  }

  async #listen(traffic: Traffic, origin: string, token: string): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Token ${token}`, accept: 'text/event-stream' };
        const stream = await fetch(`${origin}/backend/user/messages/events/`, { headers, signal });
        if (stream.status !== 200) traffic.fail(`the event stream responded with ${stream.status}`);
        await stream.text();
        this.ended++;
      } catch (error) {
        if (!signal.aborted) traffic.fail(`the event stream broke: ${error}`);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
