import type { Sort } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNT } from './account/index.ts';
import { DEMO_MERCHANT_SLUG, selectMerchantBySlug } from './catalog/index.ts';
import { DEMO_COUPON } from './checkout/index.ts';
import { type Call, callAs, type Demo, type DemoProduct, type Goods, SEEDING, writeStory } from './demo-story.ts';
import type { Database } from './platform/database.ts';
import type { AccountId, MerchantId } from './platform/ids.ts';
import { openSession } from './platform/sessions.ts';
import { SandboxMail } from './ports/mail/sandbox.mail.ts';
import { SandboxPayments } from './ports/payments/sandbox.payments.ts';
import type { Shop } from './shop.ts';
import { slices } from './slices.ts';

const MIN_STOCK = 10;
const OWN_COUNT = 4;
const VIEWED_COUNT = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Only the commands that the story needs, because the others would make the first start longer. */
const loadCommands = async (shop: Shop): Promise<Demo['operator']> => {
  const { catalog, checkout, payouts, wallet } = slices;
  return {
    catalog: await catalog.operatorCommands(shop),
    checkout: await checkout.operatorCommands(shop),
    payouts: await payouts.operatorCommands(shop),
    wallet: await wallet.operatorCommands(shop),
  };
};

/** Products that are in stock and have a picture. @param list path of a list below /backend */
const readProducts = async (call: Call, list: string, sort: Sort): Promise<DemoProduct[]> => {
  const { results } = await call<{ results: DemoProduct[] }>('GET', `${list}?page=1&in_stock=true&sort=${sort}`);
  return results.filter(({ stock, products_images }) => stock >= MIN_STOCK && products_images.length > 0);
};

type Details = { perishable: boolean; merchant_profile: { merchant_id: MerchantId } };
const readDetails = (call: Call, productId: number) => call<Details>('GET', `/api/products/${productId}/`);

/**
 * Chooses products of the demo merchant that do not spoil, and one of another merchant.
 * @param products of several merchants
 * @returns undefined if the shop has another catalogue than the demo market
 */
const chooseGoods = async (db: Database, call: Call, products: readonly DemoProduct[]): Promise<Goods | undefined> => {
  const merchantId = (await selectMerchantBySlug(db, DEMO_MERCHANT_SLUG))?.id;
  if (merchantId === undefined) return undefined;
  const own: DemoProduct[] = [];
  for (const product of await readProducts(call, `/merchants/${merchantId}/products/`, '-price')) {
    if (own.length === OWN_COUNT) break;
    if (!(await readDetails(call, product.id)).perishable) own.push(product);
  }
  const [first, second, third, fourth] = own;
  for (const other of products) {
    const otherMerchantId = (await readDetails(call, other.id)).merchant_profile.merchant_id;
    if (first && second && third && fourth && otherMerchantId !== merchantId)
      return { own: [first, second, third, fourth], merchantId, other, otherMerchantId };
  }
  return undefined;
};

type NamedPlace = { geonameId: number; name: string };
const readLagos = async (call: Call): Promise<{ region: number; city: number }> => {
  const regions = await call<NamedPlace[]>('GET', '/regions/?country_code=NG');
  const region = regions.find(({ name }) => name === 'Lagos')?.geonameId ?? 0;
  const cities = await call<NamedPlace[]>('GET', `/cities?region_id=${region}`);
  return { region, city: cities.find(({ name }) => name === 'Lagos')?.geonameId ?? 0 };
};

const readAddressId = async (call: Call, place: { region: number; city: number }): Promise<string> => {
  const [address] = await call<{ id: string }[]>('GET', '/shipping-address/');
  if (address) return address.id;
  const { first_name, last_name } = DEMO_ACCOUNT;
  await call('POST', '/shipping-address/', {
    ...{ first_name, last_name, phone_number: '+2348031234567' },
    ...{ address_line1: '12 Broad Street', address_line2: 'Lagos Island', address_line3: '' },
    ...{ country: 'NG', ...place, postal_code: '101231' },
  });
  return readAddressId(call, place);
};

const addSavedAndViewed = async ({ call }: Demo, products: readonly DemoProduct[]) => {
  const saved = products.slice(0, 4);
  for (const { id } of saved) {
    await call('PUT', `/api/saved-items/${id}/`);
    await call('PUT', `/api/followed-sellers/${(await readDetails(call, id)).merchant_profile.merchant_id}/`);
  }
  const now = Date.now();
  const views = products.map(({ id }, index) => ({
    product_id: id,
    viewed_at: new Date(now - index * 60_000).toISOString(),
  }));
  await call('POST', '/api/recently-viewed/', { views });
};

/**
 * Gives the demo account and a merchant a history of some weeks (SANDBOX-12, SANDBOX-13), with the calls of a shopper's browser and of a
 * merchant's program, and the operator's commands. Idempotent: the profile is written last, and an account with a profile is left
 * unchanged. Does nothing if email or payments are real, or if the shop has not the products of the demo market.
 * @param app the shop's server; it need not be listening yet
 * @returns whether something was added
 */
export const addDemoData = async (app: FastifyInstance, shop: Shop, accountId: AccountId): Promise<boolean> => {
  const { db, mail, payments } = shop;
  if (!(mail instanceof SandboxMail && payments instanceof SandboxPayments)) return false;
  const { token } = await openSession(db, accountId);
  const call = callAs(app, token);
  try {
    type Profile = { phone_number: string };
    if ((await call<Profile>('GET', '/profile/')).phone_number !== '') return false;
    const demo: Demo = { app, shop, accountId, call, operator: await loadCommands(shop) };
    const products = await readProducts(call, '/api/products/', 'discount');
    const goods = await chooseGoods(db, call, products);
    if (!goods) return false;
    await demo.operator.checkout.createCoupon(
      {
        ...{ code: DEMO_COUPON.code, percent: DEMO_COUPON.percent, fixed_kobo: null, minimum_kobo: kobo(0) },
        ...{ starts_at: new Date(Date.now() - DAY_MS), ends_at: null, max_uses: null },
      },
      SEEDING,
    );
    const place = await readLagos(call);
    const addressId = await readAddressId(call, place);
    const hasOrders = (await call<Order[]>('GET', '/list-orders')).length > 0;
    if (!hasOrders) await writeStory(demo, goods, addressId);
    await addSavedAndViewed(demo, products.slice(0, VIEWED_COUNT));
    await call('PUT', '/user-profile-update', {
      ...{ date_of_birth: '1991-09-07', gender: 'F', phone_number: '+2348031234567' },
      ...{ street_address: '12 Broad Street, Lagos Island', country: 'NG', ...place },
    });
    return true;
  } finally {
    await call('POST', '/logout/');
  }
};
