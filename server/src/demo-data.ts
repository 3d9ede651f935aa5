import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { DEMO_ACCOUNT } from './account/index.ts';
import { DEMO_COUPON } from './checkout/index.ts';
import type { Operator } from './operator.ts';
import type { ActOptions } from './platform/audit.ts';
import type { AccountId } from './platform/ids.ts';
import { openSession } from './platform/sessions.ts';
import { SandboxMail } from './ports/mail/sandbox.mail.ts';
import { SandboxPayments } from './ports/payments/sandbox.payments.ts';
import type { Shop } from './shop.ts';
import { slices } from './slices.ts';
import { writeEntry } from './wallet/index.ts';

const WALLET_CREDIT = kobo(1_500_000);
const PRODUCT_COUNT = 12;
const MIN_STOCK = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
type Call = <T>(method: Method, path: string, body?: object) => Promise<T>;
type Product = { id: number; title: string; stock: number; products_images: unknown[] };

/**
 * Returns a function that calls the API as the owner of the token.
 * @throws if a call is refused, because the demo data then no longer fits the shop
 */
const callAs =
  (app: FastifyInstance, token: string): Call =>
  async (method, path, body) => {
    const response = await app.inject({
      method,
      url: API_PREFIX + path,
      headers: { authorization: `Token ${token}` },
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
    return response.json();
  };

const readProducts = async (call: Call): Promise<Product[]> => {
  type Page = { results: Product[] };
  const { results } = await call<Page>('GET', '/api/products/?page=1&sort=discount&in_stock=true');
  return results.filter(({ stock, products_images }) => stock >= MIN_STOCK && products_images.length > 0);
};

const readMerchantId = async (call: Call, productId: number): Promise<number> => {
  type Details = { merchant_profile: { merchant_id: number } };
  return (await call<Details>('GET', `/api/products/${productId}/`)).merchant_profile.merchant_id;
};

type NamedPlace = { geonameId: number; name: string };
const readLagos = async (call: Call): Promise<{ region: number; city: number }> => {
  const regions = await call<NamedPlace[]>('GET', '/regions/?country_code=NG');
  const region = regions.find(({ name }) => name === 'Lagos')?.geonameId ?? 0;
  const [city] = await call<NamedPlace[]>('GET', `/cities?region_id=${region}`);
  return { region, city: city?.geonameId ?? 0 };
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

type Placed = { id: string; reference: string };

/** Places an order with the same calls as the checkout page. */
const placeOrder = async (
  call: Call,
  addressId: string,
  [product, quantity]: [Product, number],
  usesCredit = false,
): Promise<Placed> => {
  await call('POST', '/api/cart/', { product_id: product.id, quantity });
  type CartLine = { product_id: number; quantity: number; price: string; weight: number };
  const { cart } = await call<{ cart: CartLine[] }>('GET', '/api/cart/');
  const cart_items = cart.map(({ product_id, ...line }) => ({ product: product_id, ...line }));
  const shipment = { cart_items, shipping_address_id: addressId };
  type Rate = { data: { sub_total: number; total_shipment_rate: number; total: number; wallet_credit: number } };
  const { data } = await call<Rate>('POST', '/calculate-shipment-rate/', shipment);
  const { sub_total, total_shipment_rate, total, wallet_credit } = data;
  const body = { ...shipment, sub_total, total_shipment_rate, total, ...(usesCredit && { wallet_credit }) };
  type Opened = { order_id: string; payment: { data: { reference: string } } };
  const { order_id, payment } = await call<Opened>('POST', '/create-order/initialize-payment/', body);
  return { id: order_id, reference: payment.data.reference };
};

const SEEDING: ActOptions = { dryRun: false, act: { actor: 'demo data' } };

/**
 * Adds one order in every state, with payments of the sandbox. The pending one is last, because a new order would
 * replace it.
 * @param products one for each order
 */
const addOrders = async (
  { app, call, operator }: Demo,
  addressId: string,
  [delivered, shipped, cancelled, paid, pending]: readonly [Product, Product, Product, Product, Product],
) => {
  const placePaid = async (product: Product, quantity: number, usesCredit = false) => {
    const { id, reference } = await placeOrder(call, addressId, [product, quantity], usesCredit);
    const { statusCode } = await app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
    if (statusCode !== 303) throw new Error(`the demo payment ${reference} got status ${statusCode}`);
    return id;
  };
  const ship = async (id: string, tracking: string) => {
    await operator.orders.takeStep(id, { step: 'ship', tracking }, SEEDING);
    return id;
  };
  const arrived = await ship(await placePaid(delivered, 2), 'JD014600003828');
  await operator.orders.takeStep(arrived, { step: 'deliver' }, SEEDING);
  await ship(await placePaid(shipped, 1), 'JD014600007115');
  await call('POST', `/orders/${await placePaid(cancelled, 3, true)}/cancel`);
  await placePaid(paid, 1);
  await placeOrder(call, addressId, [pending, 1]);
};

/** Adds two threads: a question that the merchant answered, and an unread message about the delivered order. */
const addMessages = async ({ call, operator }: Demo, question: Product) => {
  type Thread = { id: string; subject: string };
  const { results: threads } = await call<{ results: Thread[] }>('GET', '/user/messages');
  const hasThread = (subject: string) => threads.some((thread) => thread.subject === subject);
  const subject = 'Delivery to Lagos';
  if (!hasThread(subject)) {
    const content = `Good morning! Does "${question.title}" reach Lagos within a week?`;
    const body = { subject, content, product: question.id };
    const { id } = await call<{ id: string }>('POST', '/contact-merchant/send/', body);
    const answer = 'Good morning Ada! Yes: the carrier collects our parcels every weekday at noon.';
    await operator.messages.reply(await readMerchantId(call, question.id), id, answer, SEEDING);
  }
  const thanks = 'Thank you for your order';
  const orders = await call<Order[]>('GET', '/list-orders');
  const order = orders.find(({ status }) => status === 'Delivered');
  const [item] = order?.items ?? [];
  if (order && item && !hasThread(thanks)) {
    const content = `We hope that you like it. The code ${DEMO_COUPON.code} takes ${DEMO_COUPON.percent}% off your next order.`;
    const note = { order_id: order.id, subject: thanks, content };
    await operator.messages.send(await readMerchantId(call, item.product_id), note, SEEDING);
  }
};

const addSavedAndViewed = async ({ call }: Demo, products: readonly Product[]) => {
  const saved = products.slice(0, 4);
  for (const { id } of saved) {
    await call('PUT', `/api/saved-items/${id}/`);
    await call('PUT', `/api/followed-sellers/${await readMerchantId(call, id)}/`);
  }
  const now = Date.now();
  const views = products.map(({ id }, index) => ({
    product_id: id,
    viewed_at: new Date(now - index * 60_000).toISOString(),
  }));
  await call('POST', '/api/recently-viewed/', { views });
};

type Demo = { app: FastifyInstance; call: Call; operator: Pick<Operator, 'orders' | 'messages' | 'checkout'> };

/**
 * Gives the demo account orders in every state, wallet entries, messages, saved items and a coupon (SANDBOX-12), with
 * the calls of a shopper's browser and of the operator's commands. Idempotent: the profile is written last, and an
 * account with a profile is left unchanged. Does nothing if email or payments are real, or if there are not enough
 * products.
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
    const products = await readProducts(call);
    const [a, b, c, d, e, ...others] = products.slice(0, PRODUCT_COUNT);
    if (!(a && b && c && d && e)) return false;
    const [orders, messages, checkout] = await Promise.all([
      slices.orders.operatorCommands(shop),
      slices.messages.operatorCommands(shop),
      slices.checkout.operatorCommands(shop),
    ]);
    const demo = { app, call, operator: { orders, messages, checkout } };
    await demo.operator.checkout.createCoupon(
      {
        ...{ code: DEMO_COUPON.code, percent: DEMO_COUPON.percent, fixed_kobo: null, minimum_kobo: kobo(0) },
        ...{ starts_at: new Date(Date.now() - DAY_MS), ends_at: null, max_uses: null },
      },
      SEEDING,
    );
    await db
      .transaction()
      .execute((trx) =>
        writeEntry(trx, accountId, { amount: WALLET_CREDIT, kind: 'credit', cause: `demo credit ${accountId}` }),
      );
    const place = await readLagos(call);
    const addressId = await readAddressId(call, place);
    const hasOrders = (await call<Order[]>('GET', '/list-orders')).length > 0;
    if (!hasOrders) await addOrders(demo, addressId, [a, b, c, d, e]);
    await addMessages(demo, b);
    await addSavedAndViewed(demo, others);
    await call('PUT', '/user-profile-update', {
      ...{ date_of_birth: '1991-09-07', gender: 'F', phone_number: '+2348031234567' },
      ...{ street_address: '12 Broad Street, Lagos Island', country: 'NG', ...place },
    });
    return true;
  } finally {
    await call('POST', '/logout/');
  }
};
