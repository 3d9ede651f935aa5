import * as account from '@sokuwa/contract/account/account.endpoints.ts';
import { done, exported, profile, signedIn } from '@sokuwa/contract/account/account.schemas.ts';
import { beginIdentityLogin, finishIdentityLogin } from '@sokuwa/contract/account/identity.endpoints.ts';
import { type IdentityCallback, identitySignedIn, identityStart } from '@sokuwa/contract/account/identity.schemas.ts';
import * as addresses from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import { address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import * as cart from '@sokuwa/contract/cart/cart.endpoints.ts';
import { cart as cartSchema, mergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import * as calls from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as checkout from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import { couponApplied, couponRemoved, shipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { getExchangeRate, listCities, listCountries, listRegions } from '@sokuwa/contract/geo/geo.endpoints.ts';
import { country, exchangeRate, place } from '@sokuwa/contract/geo/geo.schemas.ts';
import { getHome } from '@sokuwa/contract/home/home.endpoints.ts';
import { shownHome } from '@sokuwa/contract/home/home.schemas.ts';
import * as messages from '@sokuwa/contract/messages/messages.endpoints.ts';
import { reportProduct } from '@sokuwa/contract/moderation/moderation.endpoints.ts';
import { productReported } from '@sokuwa/contract/moderation/moderation.schemas.ts';
import * as orders from '@sokuwa/contract/orders/orders.endpoints.ts';
import * as operatorPayouts from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import * as payouts from '@sokuwa/contract/payouts/payouts.endpoints.ts';
import * as returns from '@sokuwa/contract/returns/returns.endpoints.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import * as savedSchemas from '@sokuwa/contract/saved/saved.schemas.ts';
import { sendToSupport } from '@sokuwa/contract/support/support.endpoints.ts';
import { getWallet } from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import { wallet } from '@sokuwa/contract/wallet/wallet.schemas.ts';
import * as webhooks from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addMember, lastLink, post, registration } from './testing/account.ts';
import { Browser } from './testing/browser.ts';
import { addAddress, addCoupon, createAddress } from './testing/checkout.ts';
import { callEndpoints, createEndpointUrl, isStaffCall } from './testing/endpoints.ts';
import { personForm, signInAtProvider } from './testing/identity.ts';
import {
  addAccount,
  addMerchant,
  addProducts,
  addSubItem,
  openTestShop,
  signIn,
  type TestShop,
} from './testing/shop.ts';

let shop: TestShop;
/** Registered: verifies its address, then requests a password reset. */
let newcomer: ReturnType<typeof registration>;
/** Registered, not verified: requests the verification email again. */
let unverified: ReturnType<typeof registration>;
let member: { email: string; password: string };
/** The links that were mailed to `newcomer` and `member`. */
let links: { verify: string; confirm: string; reset: { uid: string; token: string } };
/** Has returned from the identity provider with these parameters. */
let browser: Browser;
let identityCallback: IdentityCallback;
/** Ids for the paths. `bareProduct` has no optional fields. */
let ids: { product: number; bareProduct: number; merchant: number; category: number; subItem: number };

beforeAll(async () => {
  shop = await openTestShop();
  const subItem = await addSubItem(shop.db);
  const merchant = await addMerchant(shop.db);
  const pictures = [{ key: 'products/a-1b', alt: 'A' }];
  const [product = 0, bareProduct = 0] = await addProducts(shop.db, [
    {
      place: subItem,
      merchant_id: merchant,
      pictures,
      discount_percent: 7,
      own_brand: true,
      brand: 'Sokuwa',
      warranty: 'A year',
      price_kobo: 1_000_001,
    },
    { place: subItem, merchant_id: merchant, stock: 0, weight_grams: 1 },
  ]);
  member = await addMember(shop);
  await post(shop, '/password-reset', member);
  unverified = registration();
  await post(shop, '/register/', unverified);
  newcomer = registration();
  await post(shop, '/register/', newcomer);
  const { uid, token } = await lastLink(shop, newcomer.email);
  const confirming = registration();
  await post(shop, '/register/', confirming);
  const second = await lastLink(shop, confirming.email);
  links = {
    verify: `/backend/verify-email/${uid}/${token}`,
    confirm: `/backend/verify-email/${second.uid}/${second.token}`,
    reset: await lastLink(shop, member.email),
  };
  await addCoupon(shop.db, { code: 'WELCOME', percent: 10 });
  browser = new Browser(shop.app);
  identityCallback = await signInAtProvider(browser, personForm({ email: 'provider@mail.test' }));
  ids = { product, bareProduct, merchant, category: subItem.categoryId, subItem: subItem.subItemId };
});
afterAll(() => shop.close());

type Request = { url: string; payload?: object; headers?: Record<string, string> };
type Case = [call: Endpoint, schema: z.ZodType, request: (addressId: string) => Request];
const get =
  (call: Endpoint, param: () => number, query = '') =>
  () => ({ url: createEndpointUrl(call, param()) + query });
const none = () => 0;
const cases: Case[] = [
  [calls.listProducts, schemas.productPage, get(calls.listProducts, none)],
  [calls.listProducts, schemas.searchPage, get(calls.listProducts, none, '?search=yam')],
  [calls.listProducts, schemas.searchPage, get(calls.listProducts, none, '?search=qqq')],
  [calls.listNewArrivals, schemas.productPage, get(calls.listNewArrivals, none)],
  [calls.listHotDeals, schemas.productPage, get(calls.listHotDeals, none)],
  [calls.listOwnBrands, schemas.productPage, get(calls.listOwnBrands, none)],
  [calls.listCategoryProducts, schemas.productPage, get(calls.listCategoryProducts, () => ids.category)],
  [calls.listSubItemProducts, schemas.productPage, get(calls.listSubItemProducts, () => ids.subItem)],
  [calls.listMerchantProducts, schemas.productPage, get(calls.listMerchantProducts, () => ids.merchant)],
  [calls.getProduct, schemas.productDetail, get(calls.getProduct, () => ids.product)],
  [calls.getProduct, schemas.productDetail, get(calls.getProduct, () => ids.bareProduct)],
  [calls.listRelatedProducts, z.array(schemas.product), get(calls.listRelatedProducts, () => ids.product)],
  [calls.getMerchant, schemas.storePage, get(calls.getMerchant, () => ids.merchant)],
  [calls.listCategories, z.array(schemas.category), get(calls.listCategories, none)],
  [getHome, shownHome, get(getHome, none)],
  [listCountries, z.array(country), get(listCountries, none)],
  [getExchangeRate, exchangeRate, get(getExchangeRate, none, '?country_code=GB')],
  [listRegions, z.array(place), get(listRegions, none, '?country_code=NG')],
  [listCities, z.array(place), get(listCities, none, '?region_id=2332453')],
  [
    cart.addToCart,
    cartSchema,
    () => ({ url: '/backend/api/cart/', payload: { product_id: ids.product, quantity: 2 } }),
  ],
  [cart.getCart, cartSchema, get(cart.getCart, none)],
  [
    cart.setCartQuantity,
    cartSchema,
    () => ({ url: createEndpointUrl(cart.setCartQuantity, ids.product), payload: { quantity: 1 } }),
  ],
  [
    cart.saveBulkItems,
    mergedCart,
    () => ({
      url: '/backend/api/cart/save-bulk-items/',
      payload: {
        cart_items: [ids.product, ids.bareProduct, 0x7fffffff].map((product_id) => ({ product_id, quantity: 99 })),
      },
    }),
  ],
  [cart.removeFromCart, cartSchema, get(cart.removeFromCart, () => ids.product)],
  [cart.clearCart, cartSchema, get(cart.clearCart, none)],
  [account.register, done, () => ({ url: '/backend/register/', payload: registration() })],
  [account.logIn, signedIn, () => ({ url: '/backend/login/', payload: member })],
  [account.verifyEmail, done, () => ({ url: links.verify })],
  [account.verifyEmailWithPassword, done, () => ({ url: links.confirm, payload: { password: member.password } })],
  [
    account.resendVerification,
    done,
    () => ({ url: '/backend/resend-verification-email', payload: { email: unverified.email } }),
  ],
  [account.requestPasswordReset, done, () => ({ url: '/backend/password-reset', payload: { email: newcomer.email } })],
  [
    account.confirmPasswordReset,
    done,
    () => ({ url: '/backend/password-reset-confirm', payload: { ...links.reset, new_password: 'a new password' } }),
  ],
  [beginIdentityLogin, identityStart, get(beginIdentityLogin, none)],
  [
    finishIdentityLogin,
    identitySignedIn,
    () => ({
      url: createEndpointUrl(finishIdentityLogin, 0),
      payload: identityCallback,
      headers: { cookie: browser.cookies(createEndpointUrl(finishIdentityLogin, 0)) },
    }),
  ],
  [account.getProfile, profile, get(account.getProfile, none)],
  [
    account.updateProfile,
    profile,
    () => ({ url: '/backend/user-profile-update', payload: { gender: 'F', date_of_birth: '1990-01-01' } }),
  ],
  [account.exportData, exported, get(account.exportData, none)],
  [addresses.listAddresses, z.array(address), get(addresses.listAddresses, none)],
  [
    addresses.addAddress,
    address,
    () => ({ url: '/backend/shipping-address/', payload: createAddress({ last_name: 'Eze' }) }),
  ],
  [
    addresses.chooseAddress,
    address,
    (shipping_address_id) => ({ url: '/backend/shipping-address/', payload: { shipping_address_id } }),
  ],
  [
    addresses.editAddress,
    address,
    (id) => ({ url: `/backend/shipping-address/${id}/`, payload: createAddress({ last_name: 'Ojo' }) }),
  ],
  [addresses.deleteAddress, z.array(address), (id) => ({ url: `/backend/shipping-address/${id}/` })],
  [
    checkout.calculateShipmentRate,
    shipmentRate,
    (shipping_address_id) => ({
      url: '/backend/calculate-shipment-rate/',
      payload: { cart_items: [], shipping_address_id },
    }),
  ],
  [
    checkout.applyCoupon,
    couponApplied,
    () => ({ url: '/backend/checkout/apply-coupon/', payload: { total: 10_000, coupon_code: 'welcome' } }),
  ],
  [checkout.removeCoupon, couponRemoved, get(checkout.removeCoupon, none)],
  [
    sendToSupport,
    done,
    () => ({
      url: '/backend/contact-support/send/',
      payload: { full_name: 'Ada', email: 'ada@mail.test', subject: 'A', content: 'B' },
    }),
  ],
  [saved.saveItem, savedSchemas.itemSaved, get(saved.saveItem, () => ids.product)],
  [saved.unsaveItem, savedSchemas.itemSaved, get(saved.unsaveItem, () => ids.product)],
  [saved.listSaved, schemas.productPage, get(saved.listSaved, none)],
  [saved.followSeller, savedSchemas.sellerFollowed, get(saved.followSeller, () => ids.merchant)],
  [saved.unfollowSeller, savedSchemas.sellerFollowed, get(saved.unfollowSeller, () => ids.merchant)],
  [saved.listFollowed, savedSchemas.followedPage, get(saved.listFollowed, none)],
  [saved.getSavedIds, savedSchemas.savedIds, get(saved.getSavedIds, none)],
  [
    saved.addViewed,
    savedSchemas.viewedCount,
    () => ({ url: '/backend/api/recently-viewed/', payload: { views: [{ product_id: ids.product }] } }),
  ],
  [saved.listViewed, schemas.productPage, get(saved.listViewed, none)],
  [saved.clearViewed, savedSchemas.viewedCount, get(saved.clearViewed, none)],
  [saved.getSavedMailSettings, savedSchemas.savedMailSettings, get(saved.getSavedMailSettings, none)],
  [
    saved.setSavedMailSettings,
    savedSchemas.savedMailSettings,
    () => ({ url: '/backend/api/saved-notes/', payload: { enabled: true } }),
  ],
  [getWallet, wallet, get(getWallet, none)],
  [
    reportProduct,
    productReported,
    () => ({ url: `/backend/api/product-reports/${ids.product}/`, payload: { reason: 'pictures', text: '' } }),
  ],
  [account.deleteAccount, done, get(account.deleteAccount, none)],
  [account.logOut, done, get(account.logOut, none)],
];

it.each(cases)('$summary: the response has exactly the fields of the contract', async (call, schema, request) => {
  const accountId = await addAccount(shop.db);
  const headers = call.auth === 'none' ? {} : await signIn(shop.db, accountId);
  const addressId = await addAddress(shop.db, accountId);
  if (call.auth !== 'none') {
    const payload = { product_id: ids.product };
    await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers });
  }
  const response = await shop.app.inject({ method: call.method, headers, ...request(addressId) });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  // Parsing drops unknown fields, so equality proves that the response has no others.
  expect(schema.parse(response.json())).toEqual(response.json());
});

it('this file and the tests of the slices cover every endpoint of the contract', () => {
  // These need an existing order, message or mail. The tests of their slices cover them.
  const covered = new Set<Endpoint>([
    ...cases.map(([call]) => call),
    ...Object.values(orders),
    ...Object.values(returns),
    ...Object.values<Endpoint>(messages),
    ...Object.values<Endpoint>(webhooks),
    ...[payouts, operatorPayouts].flatMap((slice) => Object.values<Endpoint>(slice)),
    saved.unsubscribeFromSavedMails,
  ]);
  const missing = callEndpoints.filter(([, call]) => !covered.has(call) && !isStaffCall(call));
  expect(missing.map(([name]) => name)).toEqual([]);
});

it('a product has the same fields in every list and in its detail', async () => {
  const [list, detail] = await Promise.all([
    shop.app.inject({ url: createEndpointUrl(calls.listSubItemProducts, ids.subItem) }),
    shop.app.inject({ url: createEndpointUrl(calls.getProduct, ids.product) }),
  ]);
  const card = list.json().results.find(({ id }: { id: number }) => id === ids.product);
  expect(detail.json()).toMatchObject(card);
  const found = (await shop.app.inject({ url: '/backend/api/products/?search=yam' })).json();
  expect(found.results.find(({ id }: { id: number }) => id === ids.product)).toEqual(card);
});
