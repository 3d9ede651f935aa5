import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openLocalServer } from '../../testing/local-server.ts';
import { DhlShipping } from './dhl.shipping.ts';
import { ShippingError } from './shipping.port.ts';
import { shippingSuite } from './shipping.suite.ts';

/** POST /rates as the MyDHL API documents it: what is required, and how long it may be. */
const place = z.strictObject({
  postalCode: z.string().max(12),
  cityName: z.string().min(1).max(45),
  countryCode: z.string().length(2),
  addressLine1: z.string().min(1).max(45).optional(),
  addressLine2: z.string().min(1).max(45).optional(),
  addressLine3: z.string().min(1).max(45).optional(),
});
const documented = z.strictObject({
  customerDetails: z.strictObject({ shipperDetails: place, receiverDetails: place }),
  accounts: z.array(z.strictObject({ typeCode: z.literal('shipper'), number: z.string().min(1).max(12) })).max(2),
  plannedShippingDateAndTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d GMT[+-]\d\d:\d\d$/),
  unitOfMeasurement: z.enum(['metric', 'imperial']),
  isCustomsDeclarable: z.boolean(),
  packages: z
    .array(
      z.strictObject({
        weight: z.number().min(0.001),
        dimensions: z.strictObject({ length: z.number().min(1), width: z.number().min(1), height: z.number().min(1) }),
      }),
    )
    .min(1)
    .max(999),
});

const product = (price: unknown, days: unknown = 3, currency = 'USD') => ({
  productName: 'EXPRESS WORLDWIDE',
  productCode: 'P',
  weight: { volumetric: 1, provided: 1, unitOfMeasurement: 'metric' },
  totalPrice: [
    { currencyType: 'PULCL', priceCurrency: 'NGN', price: 7 },
    { currencyType: 'BILLC', priceCurrency: currency, price },
  ],
  deliveryCapabilities: { deliveryTypeCode: 'QDDC', totalTransitDays: days },
});
const failure = (status: number, title: string, detail: string) => ({
  instance: '/expressapi/rates',
  detail,
  title,
  message: title,
  status: String(status),
});

let dhl: Awaited<ReturnType<typeof openLocalServer>>;
let asked: z.infer<typeof documented>[] = [];
/** What is answered instead of a price by weight. */
let instead: ((reply: ServerResponse) => void) | undefined;

const send = (reply: ServerResponse, status: number, body: unknown) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const answer = async (request: IncomingMessage, reply: ServerResponse) => {
  if (request.method !== 'POST' || request.url !== '/mydhlapi/rates')
    return send(reply, 405, failure(405, 'Method not allowed', ''));
  if (request.headers.authorization !== `Basic ${Buffer.from('key:secret').toString('base64')}`)
    return send(reply, 401, failure(401, 'Unauthorized', 'Invalid Credentials'));
  expect(request.headers['message-reference']).toMatch(/^.{28,36}$/);
  const ask = documented.safeParse(await json(request));
  if (!ask.success) return send(reply, 400, failure(400, 'Bad request', z.prettifyError(ask.error)));
  asked.push(ask.data);
  if (instead) return instead(reply);
  if (ask.data.customerDetails.receiverDetails.countryCode === 'KP')
    return send(
      reply,
      404,
      failure(404, 'Not found', '996: The requested product(s) not available based on your search criteria'),
    );
  const kilograms = ask.data.packages.reduce((sum, { weight }) => sum + weight, 0);
  return send(reply, 200, { products: [product(40 + kilograms * 5.25), product(30 + kilograms * 5.25, '4')] });
};

beforeAll(async () => {
  dhl = await openLocalServer((request, reply) => void answer(request, reply));
});
afterAll(() => dhl.close());
beforeEach(() => {
  asked = [];
  instead = undefined;
});

const open = (settings: { key?: string; url?: string } = {}, patience?: number) =>
  new DhlShipping(
    {
      url: `${dhl.url}/mydhlapi`,
      key: 'key',
      secret: 'secret',
      account: '123456789',
      from: { countryCode: 'NG', city: 'Lagos', postalCode: '101231' },
      ...settings,
    },
    patience,
  );
const london = {
  to: {
    countryCode: 'GB',
    region: 'England',
    city: 'London',
    postalCode: 'SE1 7PB',
    lines: ['22 Lower Marsh', 'Flat 3'],
  },
  grams: 6200,
};

shippingSuite('DhlShipping', open);

describe('DhlShipping', () => {
  it('asks for what is documented, and takes the cheapest product in the currency that is billed', {
    tags: ['@CHECKOUT-27'],
  }, async () => {
    expect(await open().rate(london)).toEqual({ amount: '62.55', currency: 'USD', minDays: 4, maxDays: 4 });
    expect(asked).toMatchObject([
      {
        customerDetails: {
          shipperDetails: { countryCode: 'NG', cityName: 'Lagos', postalCode: '101231' },
          receiverDetails: { addressLine1: '22 Lower Marsh', addressLine2: 'Flat 3', cityName: 'London' },
        },
        accounts: [{ number: '123456789' }],
        isCustomsDeclarable: true,
        packages: [{ weight: 6.2, dimensions: { length: 34, width: 32, height: 34 } }],
      },
    ]);
  });

  it('has parcels picked up on a weekday to come', async () => {
    await open().rate(london);
    const day = new Date(asked[0]?.plannedShippingDateAndTime.slice(0, 10) ?? '');
    expect([1, 2, 3, 4, 5]).toContain(day.getUTCDay());
    expect(day.getTime()).toBeGreaterThan(Date.now() - 1);
  });

  it('leaves out products without a price, a currency or a time', async () => {
    const without = { ...product(20), deliveryCapabilities: {} };
    const products = [product(0), product(20, null), product(20, 3, ''), without, product(55.5)];
    instead = (reply) => send(reply, 200, { products });
    expect(await open().rate(london)).toMatchObject({ amount: '55.5' });
  });

  it('counts the days to the delivery where they are not given', async () => {
    const estimatedDeliveryDateAndTime = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 19);
    instead = (reply) =>
      send(reply, 200, { products: [{ ...product(20), deliveryCapabilities: { estimatedDeliveryDateAndTime } }] });
    const rate = await open().rate(london);
    expect(typeof rate === 'object' && rate.minDays).toBeGreaterThan(15);
  });

  it.each<[string, (reply: ServerResponse) => void]>([
    ['a price of 0', (reply) => send(reply, 200, { products: [product(0)] })],
    ['a price below 0', (reply) => send(reply, 200, { products: [product(-5)] })],
    ['a price without end', (reply) => send(reply, 200, { products: [product(1e300)] })],
    ['no products', (reply) => send(reply, 200, { products: [] })],
    ['another shape', (reply) => send(reply, 200, { rates: [] })],
    ['a price as text', (reply) => send(reply, 200, { products: [product('55')] })],
    ['nothing', (reply) => reply.end()],
    ['a page', (reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['half an answer', (reply) => reply.writeHead(200).end('{"products":[{"totalPr')],
    ['bad request', (reply) => send(reply, 400, failure(400, 'Bad request', 'Multiple problems found'))],
    ['too many requests', (reply) => send(reply, 429, failure(429, 'Too many requests', ''))],
    ['an error of its own', (reply) => send(reply, 500, failure(500, 'Server error', 'Process failure'))],
    ['a way elsewhere', (reply) => reply.writeHead(302, { location: `${dhl.url}/` }).end()],
    ['a broken connection', (reply) => reply.destroy()],
  ])('answered with %s, it says that the carrier is away', async (_, reply) => {
    instead = reply;
    await expect(open().rate(london)).rejects.toThrow(ShippingError);
  });

  it('says what DHL said, and no secret', async () => {
    const error = await open({ key: 'wrong' })
      .rate(london)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: DHL answered 401: Unauthorized Invalid Credentials');
  });

  it('waits so long and no longer', async () => {
    instead = () => undefined;
    await expect(open({}, 50).rate(london)).rejects.toThrow(ShippingError);
    instead = (reply) => reply.writeHead(200).write('{');
    await expect(open({}, 50).rate(london)).rejects.toThrow(ShippingError);
  });

  it('is away where nobody listens', async () => {
    await expect(open({ url: 'http://127.0.0.1:1' }).rate(london)).rejects.toThrow('DHL cannot be reached');
  });
});
