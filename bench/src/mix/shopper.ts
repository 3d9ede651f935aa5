import { type ClientRequest, get } from 'node:http';
import type { Cart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { checkOut, type Post } from '../load/checkout.ts';
import type { Random } from '../market/random.ts';
import { encodeMixRequest, ShopperConnection } from './connection.ts';
import type { MixBuyer, MixKind, MixSetup } from './mix.task.ts';

/** The headers of a browser that the server depends on. */
const BROWSER_HEADERS = { 'user-agent': 'Mozilla/5.0', 'accept-encoding': 'gzip, deflate, br' };
const PAGE_HEADERS = { ...BROWSER_HEADERS, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const COUNTRIES = ['NG', 'NG', 'NG', 'NG', 'NG', 'NG', 'NG', 'GB', 'GB', 'US'];
/** Share of the steps of a session that load a whole page. The others are calls of the page that is open. */
const FULL_PAGE_SHARE = 0.15;
/** Share of the steps that go back to something the shopper has seen; the browser sends its ETag. */
const REVISIT_SHARE = 0.2;
/** Share of the sessions that start with an empty browser cache. */
const NEW_VISITOR_SHARE = 0.5;
/** An open cart page requests the cart every second (CART_PAGE_REFETCH_MS). */
const REFETCH_MS = 1000;
const CART_REFETCHES = 3;
const MIN_ACTIONS = 4;
const MAX_ACTIONS = 16;
/** The exponent of the popularity of products: the first hundredth of them gets a fifth of the visits. */
const POPULARITY = 3;
/** A prime number: neighbours in popularity are far apart in the market. */
const SPREAD = 7919;

type Action = 'browse' | 'search' | 'cart' | 'checkout';
/** Per cent. Two fifths of the shoppers are signed in; together they act as in the description of the benchmark. */
const GUEST_ACTIONS: readonly [Action, number][] = [
  ['browse', 82],
  ['search', 12],
  ['cart', 6],
];
const BUYER_ACTIONS: readonly [Action, number][] = [
  ['browse', 77],
  ['search', 12],
  ['cart', 6],
  ['checkout', 5],
];

/** Reports a request. @param dueMs when it was due, as performance.now() */
export type Report = (kind: MixKind, dueMs: number, error?: string) => void;

type View = { page: string; call: string; kind: MixKind };

/** One session of a shopper: a browser that opens pages of the shop and calls the API as they do. */
export class Shopper {
  readonly #setup: MixSetup;
  readonly #random: Random;
  readonly #report: Report;
  readonly #port: number;
  readonly #connection: ShopperConnection;
  readonly #buyer: MixBuyer | undefined;
  readonly #country: string;
  readonly #etags = new Map<string, string>();
  readonly #seen: View[] = [];
  #events: ClientRequest | undefined;
  #needsAssets: boolean;
  #hasOpenPage: boolean;
  #actionsLeft: number;
  #orders = 0;
  /** Ends with the last change of the cart. A shopper does not change it while paying. */
  #cartChanges: Promise<unknown> = Promise.resolve();

  /** @param isUnderway the session has begun before: a page is open, and only a part of its actions is left */
  constructor(
    setup: MixSetup,
    random: Random,
    report: Report,
    { port, buyer, isUnderway }: { port: number; buyer: MixBuyer | undefined; isUnderway: boolean },
  ) {
    this.#setup = setup;
    this.#random = random;
    this.#report = report;
    this.#port = port;
    this.#connection = new ShopperConnection(port);
    this.#buyer = buyer;
    this.#country = random.pick(COUNTRIES);
    this.#hasOpenPage = isUnderway;
    this.#needsAssets = !isUnderway && random.next() < NEW_VISITOR_SHARE;
    const actions = MIN_ACTIONS + random.integerBelow(MAX_ACTIONS - MIN_ACTIONS + 1);
    this.#actionsLeft = isUnderway ? 1 + random.integerBelow(actions) : actions;
  }

  get isOver(): boolean {
    return this.#actionsLeft === 0;
  }

  get orders(): number {
    return this.#orders;
  }

  /** Ends the session. */
  close(): void {
    this.#events?.destroy();
    this.#connection.close();
  }

  /** The next action, which was due at `dueMs`. Errors are reported. */
  async act(dueMs: number): Promise<void> {
    this.#actionsLeft--;
    try {
      switch (this.#chooseAction()) {
        case 'browse':
          return await this.#browse(dueMs);
        case 'search':
          return await this.#search(dueMs);
        case 'cart':
          return await this.#openCart(dueMs);
        case 'checkout':
          return await this.#changeCart(() => this.#checkOut(dueMs));
      }
    } catch {
      // The request that failed is reported already; the rest of the action depends on it.
    }
  }

  #chooseAction(): Action {
    let percent = this.#random.next() * 100;
    for (const [action, share] of this.#buyer ? BUYER_ACTIONS : GUEST_ACTIONS) {
      percent -= share;
      if (percent < 0) return action;
    }
    return 'browse';
  }

  /** Sends a request, and reports it. @returns the body @throws Error unless the status is 2xx or 304 */
  async #send(
    kind: MixKind,
    dueMs: number,
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Buffer> {
    const etag = method === 'GET' ? this.#etags.get(path) : undefined;
    const sent = encodeMixRequest(
      method,
      path,
      { ...headers, ...(etag !== undefined && { 'if-none-match': etag }) },
      body,
    );
    try {
      const response = await this.#connection.send(sent);
      if ((response.status < 200 || response.status > 299) && response.status !== 304)
        throw new Error(`${response.status} ${response.body.toString('utf8', 0, 200)}`);
      if (response.etag !== undefined) this.#etags.set(path, response.etag);
      this.#report(kind, dueMs);
      return response.body;
    } catch (error) {
      this.#report(kind, dueMs, `${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  }

  #callHeaders(isSignedIn: boolean): Record<string, string> {
    return {
      ...BROWSER_HEADERS,
      accept: 'application/json',
      ...(isSignedIn && this.#buyer && { authorization: `Token ${this.#buyer.token}` }),
    };
  }

  /** A call of the page that is open, due now unless it is the first request of an action. */
  #call(kind: MixKind, path: string, dueMs = performance.now(), isSignedIn = false): Promise<Buffer> {
    return this.#send(kind, dueMs, path, { headers: this.#callHeaders(isSignedIn) });
  }

  #post(kind: MixKind, path: string, body: object, dueMs = performance.now()): Promise<Buffer> {
    return this.#send(kind, dueMs, path, {
      method: 'POST',
      headers: this.#callHeaders(true),
      body: JSON.stringify(body),
    });
  }

  /** Loads a whole page: the document, what a new visitor's browser needs for it, and the calls that each page makes. */
  async #openPage(path: string, dueMs: number, assets: keyof MixSetup['assets'] = 'list'): Promise<void> {
    this.#hasOpenPage = true;
    await this.#send('page', dueMs, path, { headers: { ...PAGE_HEADERS, cookie: `country=${this.#country}` } });
    if (this.#needsAssets) {
      this.#needsAssets = false;
      for (const asset of this.#setup.assets[assets])
        await this.#send('asset', performance.now(), asset, { headers: BROWSER_HEADERS });
    }
    if (!this.#buyer) return;
    await this.#call('cart', '/backend/api/cart/', performance.now(), true);
    await this.#call('account', '/backend/api/saved-ids/', performance.now(), true);
    await this.#call('account', '/backend/profile/', performance.now(), true);
    this.#listen();
  }

  /** Opens the stream of events that each page of a signed-in shopper has open, instead of the previous page's. */
  #listen(): void {
    this.#events?.destroy();
    const stream = get({
      port: this.#port,
      host: '127.0.0.1',
      path: '/backend/user/messages/events/',
      headers: { ...this.#callHeaders(true), accept: 'text/event-stream' },
      agent: false,
    });
    stream.on('response', (response) => {
      // The end of the stream is closing it, which is no error.
      response.on('error', () => undefined).resume();
      if (response.statusCode !== 200)
        this.#report('account', performance.now(), `the stream of events responded with ${response.statusCode}`);
    });
    stream.on('error', (error) => {
      if (this.#events === stream) this.#report('account', performance.now(), `the stream of events: ${error.message}`);
    });
    this.#events = stream;
  }

  /** Opens a list or product: as a page, or within the page that is open. */
  async #view(view: View, dueMs: number, isFullPage: boolean): Promise<void> {
    this.#seen.push(view);
    if (isFullPage) return this.#openPage(view.page, dueMs, view.kind === 'product' ? 'product' : 'list');
    await this.#call(view.kind, view.call, dueMs);
  }

  #shouldLoadPage(): boolean {
    return !this.#hasOpenPage || this.#random.next() < FULL_PAGE_SHARE;
  }

  async #browse(dueMs: number): Promise<void> {
    const isFullPage = this.#shouldLoadPage();
    const kind = this.#random.next();
    if (this.#seen.length > 0 && this.#random.next() < REVISIT_SHARE)
      return this.#view(this.#random.pick(this.#seen), dueMs, isFullPage);
    if (isFullPage && kind < 0.3) return this.#openPage('/', dueMs, 'home');
    if (kind < 0.55) return this.#view(this.#chooseList(), dueMs, isFullPage);
    const id = this.#chooseProduct();
    await this.#view(
      {
        page: `/product/details/${id}`,
        call: `/backend/api/products/${id}/?country_code=${this.#country}`,
        kind: 'product',
      },
      dueMs,
      isFullPage,
    );
    if (!isFullPage) {
      await this.#call('product', `/backend/api/products/${id}/related/?country_code=${this.#country}`);
    }
    if (this.#buyer) await this.#post('account', '/backend/api/recently-viewed/', { views: [{ product_id: id }] });
  }

  #chooseProduct(): number {
    const rank = Math.floor(this.#setup.products * this.#random.next() ** POPULARITY);
    return 1 + ((rank * SPREAD) % this.#setup.products);
  }

  #chooseList(): View {
    const random = this.#random;
    const page = random.next() < 0.7 ? 1 : 2 + random.integerBelow(6);
    const sort = random.next() < 0.1 ? '&sort=price' : '';
    const build = (call: string, path: string, section: string, number = page): View => ({
      page: `${path}?section=${section}&page=${number}${sort}`,
      call: `${call}?page=${number}&country_code=${this.#country}${sort}`,
      kind: 'list',
    });
    const choice = random.next();
    if (choice < 0.2) return build('/backend/api/products/', '/product/list', 'productList');
    if (choice < 0.4) return build('/backend/api/hot-deals/', '/product/list', 'hotDeals');
    if (choice < 0.65) {
      const id = random.pick(this.#setup.categories);
      return build(`/backend/api/products/category//${id}`, `/product/list/${id}`, 'productCategory');
    }
    if (choice < 0.9) {
      const id = random.pick(this.#setup.subItems);
      return build(`/backend/api/products/subitem//${id}`, `/product/list/${id}`, 'productSubCategory', 1);
    }
    const id = 1 + random.integerBelow(this.#setup.merchants);
    return build(`/backend/merchants/${id}/products/`, `/product/list/${id}`, 'merchantStore', 1);
  }

  #search(dueMs: number): Promise<void> {
    const { searches } = this.#setup;
    const query = encodeURIComponent(searches[Math.floor(searches.length * this.#random.next() ** 2)] ?? '');
    const view: View = {
      page: `/product/list?section=searchQuery&query=${query}&page=1`,
      call: `/backend/api/products/?country_code=${this.#country}&search=${query}&page=1`,
      kind: 'search',
    };
    return this.#view(view, dueMs, this.#shouldLoadPage());
  }

  async #openCart(dueMs: number): Promise<void> {
    if (this.#random.next() < 0.6) return this.#changeCart(() => this.#addToCart(dueMs));
    if (this.#shouldLoadPage()) await this.#openPage('/product/shopping/cart', dueMs);
    else await this.#readCart(dueMs);
    if (!this.#buyer) return;
    for (let n = 1; n <= CART_REFETCHES; n++) {
      const refetchMs = performance.now() + REFETCH_MS;
      await new Promise((resolve) => setTimeout(resolve, REFETCH_MS));
      await this.#readCart(refetchMs);
    }
  }

  /** Runs a change of the cart after the previous one. Its requests are due when they were. */
  async #changeCart(change: () => Promise<unknown>): Promise<void> {
    const changed = this.#cartChanges.then(change);
    this.#cartChanges = changed.catch(() => undefined);
    await changed;
  }

  /** Signed in, the whole cart; a guest's browser has the cart, and requests its products. */
  #readCart(dueMs = performance.now()): Promise<Buffer> {
    if (this.#buyer) return this.#call('cart', '/backend/api/cart/', dueMs, true);
    return this.#call(
      'cart',
      `/backend/api/products/${this.#chooseCartProduct()}/?country_code=${this.#country}`,
      dueMs,
    );
  }

  #chooseCartProduct(): number {
    return 1 + this.#random.integerBelow(this.#setup.cartProducts);
  }

  #addToCart(dueMs?: number): Promise<Buffer> {
    return this.#post('cart', '/backend/api/cart/', { product_id: this.#chooseCartProduct(), quantity: 1 }, dueMs);
  }

  /** Opens the checkout with the whole cart, and pays. */
  async #checkOut(dueMs: number): Promise<void> {
    const buyer = this.#buyer;
    if (!buyer) return;
    await this.#addToCart(dueMs);
    await this.#openPage('/product/shopping/checkout', performance.now());
    // The cart that the page shows: without If-None-Match, because its body is needed.
    this.#etags.delete('/backend/api/cart/');
    const { cart } = JSON.parse((await this.#readCart()).toString()) as Cart;
    await this.#call('account', '/backend/shipping-address/', performance.now(), true);
    const items = cart.map(({ product_id, quantity }) => ({ product: product_id, quantity }));
    const post: Post = async (path, headers, body) =>
      (
        await this.#send('checkout', performance.now(), path, {
          method: 'POST',
          headers: { ...this.#callHeaders(false), ...headers },
          body,
        })
      ).toString();
    const { order_id } = await checkOut(post, this.#setup.secret, buyer, items);
    this.#orders++;
    await this.#call('account', `/backend/order-detail/${order_id}`, performance.now(), true);
  }
}
