import type { AddressInfo } from 'node:net';
import * as productCalls from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import * as storeCalls from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import { uidOf } from '../../../server/src/account/account.rules.ts';
import type { Pages } from '../../../server/src/pages/index.ts';
import { createApiToken } from '../../../server/src/platform/api-tokens.ts';
import type { OrderId } from '../../../server/src/platform/ids.ts';
import { openSession } from '../../../server/src/platform/sessions.ts';
import { createToken, hashToken } from '../../../server/src/platform/tokens.ts';
import { addMember, registration } from '../../../server/src/testing/account.ts';
import { Browser } from '../../../server/src/testing/browser.ts';
import { addAddress, addCoupon, createAddress, LAGOS } from '../../../server/src/testing/checkout.ts';
import { personForm, signInAtProvider } from '../../../server/src/testing/identity.ts';
import { createMerchant } from '../../../server/src/testing/merchant.ts';
import { createStore } from '../../../server/src/testing/messages.ts';
import {
  addAccount,
  addProduct,
  addProducts,
  addSubItem,
  openTestShop,
  signIn,
} from '../../../server/src/testing/shop.ts';
import { readBooks } from '../books.ts';
import type { Operation } from './description.ts';
import { createDeskPerson } from './desk-person.ts';
import { HttpClient } from './http.ts';
import { createPerson } from './people.ts';
import { type FindKnown, Known } from './values.ts';

/** Who sends a request: nobody known, the shopper, with a buyer's or a reply token, the merchant, an operator, somebody in the desk, or an unknown token. */
export type Identity = 'guest' | 'shopper' | 'reply' | 'merchant' | 'operator' | 'desk' | 'unknown';

/** So many that the orders of a run do not exhaust it. */
const PLENTY = 10_000_000;
const UNKNOWN_ID = 2_147_483_647;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Opens a shop that listens on a free port of this machine, with people whose data carries marks: the shopper, who sends requests,
 * and a stranger, who never does. One merchant has messages of the shopper, another one those of the stranger.
 * @param pages what renders pages; without it there is only the API
 */
export const openMarket = async (pages?: Pages) => {
  const shop = await openTestShop({ MAX_UNPAID_UNITS: '1000000' }, pages);
  const { db } = shop;
  const place = await addSubItem(db);
  const [store, otherStore] = [await createStore(shop), await createStore(shop, { email: 'store@mail.test' })];
  const pictures = [{ key: 'products/a-1b', alt: 'A' }];
  const [scarce = 0, soldOut = 0] = await addProducts(db, [
    { place, merchant_id: store.merchantId, stock: 3, discount_percent: 10, pictures },
    { place, merchant_id: store.merchantId, stock: 0 },
  ]);
  const { merchantId, productId } = store;
  await db.updateTable('product').set({ stock: PLENTY }).where('id', 'in', [productId, otherStore.productId]).execute();
  const booksAtStart = await readBooks(db);
  const shopper = await createPerson(shop, 'shopper', productId);
  const stranger = await createPerson(shop, 'stranger', otherStore.productId);
  const [mark = ''] = stranger.shared;
  await store.reply(shopper.threadId, 'Yes.');
  await otherStore.reply(stranger.threadId, mark);
  const operatorToken = `Token ${await createApiToken(db, { merchantId: null, name: 'fuzz', scope: 'write' })}`;
  const replyToken = `Token ${(await openSession(db, shopper.buyer.accountId)).merchant_token}`;
  const member = await addMember(shop);
  const { password_hash } = await db
    .selectFrom('account')
    .select('password_hash')
    .where('email', '=', member.email)
    .executeTakeFirstOrThrow();
  const deskPerson = createDeskPerson(shop, { password: member.password, password_hash });
  const { code: coupon } = await addCoupon(db);
  const { unsubscribe_token } = await db
    .selectFrom('saved_notes')
    .select('unsubscribe_token')
    .where('account_id', '=', shopper.buyer.accountId)
    .executeTakeFirstOrThrow();
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const client = new HttpClient((shop.app.server.address() as AddressInfo).port);

  /** What a call uses up, so that the next request of the call needs a new one. */
  const current = {
    /** The token of an account that the call may delete. */
    visitor: '',
    /** An account that is not verified, and the tokens of its mailed links. */
    link: { email: '', uid: '', verify: '', reset: '' },
    pendingOrder: '',
    checkout: {} as object,
    signIn: { callback: {} as object, cookie: '' },
    /** A merchant whose products and tokens the call may change. */
    seller: { authorization: '', productId: 0, version: '', tokenId: 0 },
  };

  const addVisitor = async () => {
    current.visitor = (await signIn(db)).authorization;
  };
  const addLink = async () => {
    const accountId = await addAccount(db, { verified_at: null, password_hash });
    const { email, public_id } = await db
      .selectFrom('account')
      .select(['email', 'public_id'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const [verify, reset] = [createToken(), createToken()];
    const link = { account_id: accountId, expires_at: new Date(Date.now() + DAY_MS) };
    await db
      .insertInto('mail_link')
      .values([
        { ...link, token_hash: hashToken(verify), purpose: 'verify_email' },
        { ...link, token_hash: hashToken(reset), purpose: 'reset_password' },
      ])
      .execute();
    current.link = { email, uid: uidOf(public_id), verify, reset };
  };
  const { buyer } = shopper;
  /** Leaves the shopper with one address, whose id never changes. */
  const restoreAddress = async () => {
    await db.deleteFrom('shipping_address').where('account_id', '=', buyer.accountId).execute();
    const [secret = ''] = shopper.secret;
    await addAddress(db, buyer.accountId, { id: buyer.addressId, line1: secret, line2: secret });
  };
  const fillCart = async () => {
    await db.deleteFrom('cart_line').where('account_id', '=', buyer.accountId).execute();
    await buyer.fillCart([[productId, 2]]);
  };
  const fillCheckout = async () => {
    await restoreAddress();
    await fillCart();
    current.checkout = await buyer.prepareCheckout();
  };
  const addPendingOrder = async () => {
    const order = await db
      .selectFrom('shop_order')
      .select('status')
      .where('id', '=', current.pendingOrder as OrderId)
      .executeTakeFirst();
    if (order?.status === 'Pending') return;
    await restoreAddress();
    await fillCart();
    current.pendingOrder = (await buyer.placeOrder()).id;
  };
  const beginSignIn = async () => {
    const browser = new Browser(shop.app);
    const callback = await signInAtProvider(browser, personForm({ email: 'person@mail.test' }));
    current.signIn = { callback, cookie: browser.cookies('/backend/accounts/google/login/callback/') };
  };

  const addSeller = async () => {
    const seller = await createMerchant(shop);
    const id = await addProduct(db, { place, merchant_id: seller.id, pictures });
    const { version } = (await seller.call('GET', `/products/${id}/`)).json();
    const [token] = (await seller.call('GET', '/tokens/')).json().results;
    current.seller = { ...seller.headers, productId: id, version, tokenId: token.id };
  };

  /** What has to be there before each request of a call, by the call's name. */
  const preparations: Record<string, () => Promise<void>> = {
    ...Object.fromEntries([...Object.keys(productCalls), ...Object.keys(storeCalls)].map((name) => [name, addSeller])),
    ...Object.fromEntries(deskPerson.names.map((name) => [name, () => deskPerson.prepare(name)])),
    deleteAccount: addVisitor,
    logOut: addVisitor,
    verifyEmail: addLink,
    verifyEmailWithPassword: addLink,
    confirmPasswordReset: addLink,
    resendVerification: addLink,
    finishIdentityLogin: beginSignIn,
    setCartQuantity: fillCart,
    removeFromCart: fillCart,
    applyCoupon: fillCart,
    calculateShipmentRate: fillCheckout,
    initializePayment: fillCheckout,
    cancelOrder: addPendingOrder,
    payOrder: addPendingOrder,
    getPaymentState: addPendingOrder,
    getOrder: addPendingOrder,
    addAddress: restoreAddress,
    editAddress: restoreAddress,
    chooseAddress: restoreAddress,
    deleteAddress: restoreAddress,
  };

  const known = (read: () => unknown) => new Known(read);
  const products = [productId, productId, productId, scarce, soldOut, otherStore.productId, UNKNOWN_ID];
  const threads = [shopper.threadId, shopper.threadId, stranger.threadId];
  const addressIds = [buyer.addressId, buyer.addressId, stranger.buyer.addressId];
  const orders = [
    known(() => current.pendingOrder),
    known(() => current.pendingOrder),
    shopper.paidOrder,
    stranger.paidOrder,
  ];
  const emails = [member.email, known(() => current.link.email), `${stranger.secret[0]}@mail.test`];
  /** Values by field; by topic, or by the call's name, and field. `body` is the whole body. */
  const values: Record<string, readonly unknown[]> = {
    productId: products,
    product_id: products,
    product: products,
    merchantId: [merchantId, merchantId, otherStore.merchantId, UNKNOWN_ID],
    categoryId: [place.categoryId, place.categoryId, UNKNOWN_ID],
    subItemId: [place.subItemId, place.subItemId, UNKNOWN_ID],
    quantity: [1, 2, 4],
    page: ['1', '1', '1', '2'],
    before: ['2'],
    country_code: ['NG', 'NG', 'GB', 'GB', 'US', 'JP', 'XX'],
    region_id: [String(LAGOS.region), '1'],
    search: ['yam', 'egussi', 'adire kaftan'],
    min_price: ['100', '12450.00'],
    max_price: ['99999'],
    price: ['12,450', 12_450],
    weight: [6, '0.5'],
    date_of_birth: ['1990-01-01', ''],
    next: ['/product/list?section=productList', '//evil.test'],
    'Orders.id': orders,
    'Addresses.id': addressIds,
    'Messages.id': threads,
    message_type: ['question', 'note'],
    shipping_address_id: addressIds,
    order_id: [shopper.paidOrder, stranger.paidOrder],
    coupon_code: [coupon, coupon.toLowerCase(), 'NONE'],
    email: emails,
    password: [member.password, 'another password'],
    new_password: [member.password],
    uidb64: [known(() => current.link.uid)],
    uid: [known(() => current.link.uid)],
    token: [known(() => current.link.verify)],
    'confirmPasswordReset.token': [known(() => current.link.reset)],
    'unsubscribeFromSavedMails.token': [unsubscribe_token],
    'idempotency-key': ['key-1', 'key-2'],
    phone_number: ['+2348031234567', '0803 123 4567'],
    country: ['NG', 'GB'],
    region: [LAGOS.region, String(LAGOS.region)],
    city: [LAGOS.city, 'Ikeja'],
    ...Object.fromEntries(
      Object.keys(productCalls).map((name) => [
        `${name}.productId`,
        [known(() => current.seller.productId), productId],
      ]),
    ),
    'createProduct.body': [{ title: 'Egusi', sub_item_id: place.subItemId, price: 2500.5, weight_grams: 500 }],
    'changeProduct.body': [known(() => ({ version: current.seller.version, title: 'Yam', price: 100 }))],
    'changeProductStock.body': [{ to: 3 }, { by: 2 }, { by: -1, from: 10 }],
    'arrangeProductPictures.body': [
      known(() => ({ version: current.seller.version, pictures: [{ id: 'products/a-1b' }] })),
    ],
    'changeStore.body': [{ place: 'Kano, Nigeria', email: null, handling_days: 3, cover_url: null }],
    'addToken.body': [{ name: 'label printer', scope: 'read' }],
    tokenId: [known(() => current.seller.tokenId), UNKNOWN_ID],
    'register.body': [known(() => registration())],
    'addAddress.body': [createAddress(), createAddress({ make_default: true })],
    'editAddress.body': [createAddress({ city: 'Ikeja' })],
    'initializePayment.body': [known(() => current.checkout), known(() => ({ ...current.checkout, wallet_credit: 0 }))],
    ...deskPerson.values,
    'finishIdentityLogin.body': [known(() => current.signIn.callback)],
  };

  return {
    db,
    client,
    shopper,
    stranger,
    booksAtStart,
    /** Reads the description that the shop serves. */
    readDescription: async () => (await shop.app.inject({ url: '/backend/docs' })).json(),
    findKnown:
      ({ name, topic }: Operation): FindKnown =>
      (field) =>
        values[`${name}.${field}`] ?? values[`${topic}.${field}`] ?? values[field],
    /** Restores what earlier requests of the call used up. */
    prepare: async ({ name }: Operation): Promise<void> => preparations[name]?.(),
    /** The headers with which someone sends a request of the call. */
    headersOf: (identity: Identity, { name }: Operation): [name: string, value: string][] => {
      const tokens: Record<Identity, string | undefined> = {
        guest: undefined,
        shopper: preparations[name] === addVisitor ? current.visitor : buyer.headers.authorization,
        reply: replyToken,
        merchant: preparations[name] === addSeller ? current.seller.authorization : store.headers.authorization,
        operator: operatorToken,
        desk: undefined,
        unknown: `Token ${createToken()}`,
      };
      const token = tokens[identity];
      return [
        ...(token === undefined ? [] : [['authorization', token] satisfies [string, string]]),
        ...(deskPerson.names.includes(name) ? deskPerson.headersOf(identity === 'desk') : []),
        ...(name === 'finishIdentityLogin' ? [['cookie', current.signIn.cookie] satisfies [string, string]] : []),
      ];
    },
    /** Texts that no response to someone may contain. */
    secretsFrom: (identity: Identity): readonly string[] => {
      // Operators see everything.
      if (identity === 'operator') return [];
      const others = [...stranger.shared, ...stranger.secret];
      if (identity === 'shopper' || identity === 'reply') return others;
      return identity === 'merchant'
        ? [...others, ...shopper.secret.filter((text) => !shopper.orders.includes(text))]
        : [...others, ...shopper.secret, ...shopper.shared];
    },
    clearCaches: () => shop.clearCaches(),
    runJobs: () => shop.jobs.runDue(),
    close: async () => {
      client.close();
      await shop.close();
    },
  };
};
export type Market = Awaited<ReturnType<typeof openMarket>>;
