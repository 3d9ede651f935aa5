import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openLocalServer } from '../../testing/local-server.ts';
import { DhlShipping } from './dhl.shipping.ts';
import { ShippingError } from './shipping.port.ts';
import { shippingSuite } from './shipping.suite.ts';

/** The request of POST /rates, with the required fields and lengths of the MyDHL API's documentation. */
const place = z.strictObject({
  postalCode: z.string().max(12),
  cityName: z.string().min(1).max(45),
  countryCode: z.string().length(2),
  addressLine1: z.string().min(1).max(45).optional(),
  addressLine2: z.string().min(1).max(45).optional(),
  addressLine3: z.string().min(1).max(45).optional(),
});
const requestSchema = z.strictObject({
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
let requests: z.infer<typeof requestSchema>[] = [];
/** Responds to the request instead of a price by weight. */
let respondInstead: ((response: ServerResponse) => void) | undefined;

const send = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const handle = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST' || request.url !== '/mydhlapi/rates')
    return send(response, 405, failure(405, 'Method not allowed', ''));
  if (request.headers.authorization !== `Basic ${Buffer.from('key:secret').toString('base64')}`)
    return send(response, 401, failure(401, 'Unauthorized', 'Invalid Credentials'));
  expect(request.headers['message-reference']).toMatch(/^.{28,36}$/);
  const parsed = requestSchema.safeParse(await json(request));
  if (!parsed.success) return send(response, 400, failure(400, 'Bad request', z.prettifyError(parsed.error)));
  requests.push(parsed.data);
  if (respondInstead) return respondInstead(response);
  if (parsed.data.customerDetails.receiverDetails.countryCode === 'KP')
    return send(
      response,
      404,
      failure(404, 'Not found', '996: The requested product(s) not available based on your search criteria'),
    );
  const kilograms = parsed.data.packages.reduce((sum, { weight }) => sum + weight, 0);
  return send(response, 200, { products: [product(40 + kilograms * 5.25), product(30 + kilograms * 5.25, '4')] });
};

beforeAll(async () => {
  dhl = await openLocalServer((request, response) => void handle(request, response));
});
afterAll(() => dhl.close());
beforeEach(() => {
  requests = [];
  respondInstead = undefined;
});

const open = (settings: { key?: string; url?: string } = {}, timeoutMs?: number) =>
  new DhlShipping(
    {
      url: `${dhl.url}/mydhlapi`,
      key: 'key',
      secret: 'secret',
      account: '123456789',
      from: { countryCode: 'NG', city: 'Lagos', postalCode: '101231' },
      ...settings,
    },
    timeoutMs,
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
  it('sends the documented request, and returns the cheapest product in the billing currency', {
    tags: ['@CHECKOUT-27'],
  }, async () => {
    expect(await open().rate(london)).toEqual({ amount: '62.55', currency: 'USD', minDays: 4, maxDays: 4 });
    expect(requests).toMatchObject([
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

  it('requests the pickup on a future weekday', async () => {
    await open().rate(london);
    const day = new Date(requests[0]?.plannedShippingDateAndTime.slice(0, 10) ?? '');
    expect([1, 2, 3, 4, 5]).toContain(day.getUTCDay());
    expect(day.getTime()).toBeGreaterThan(Date.now() - 1);
  });

  it('ignores products without a price, a currency or a delivery time', async () => {
    const without = { ...product(20), deliveryCapabilities: {} };
    const products = [product(0), product(20, null), product(20, 3, ''), without, product(55.5)];
    respondInstead = (response) => send(response, 200, { products });
    expect(await open().rate(london)).toMatchObject({ amount: '55.5' });
  });

  it('computes the days until delivery if the response has only a date', async () => {
    const estimatedDeliveryDateAndTime = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 19);
    respondInstead = (response) =>
      send(response, 200, { products: [{ ...product(20), deliveryCapabilities: { estimatedDeliveryDateAndTime } }] });
    const rate = await open().rate(london);
    expect(typeof rate === 'object' && rate.minDays).toBeGreaterThan(15);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['a price of 0', (response) => send(response, 200, { products: [product(0)] })],
    ['a price below 0', (response) => send(response, 200, { products: [product(-5)] })],
    ['an enormous price', (response) => send(response, 200, { products: [product(1e300)] })],
    ['no products', (response) => send(response, 200, { products: [] })],
    ['another format', (response) => send(response, 200, { rates: [] })],
    ['a price as text', (response) => send(response, 200, { products: [product('55')] })],
    ['an empty body', (response) => response.end()],
    ['an HTML page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['incomplete JSON', (response) => response.writeHead(200).end('{"products":[{"totalPr')],
    ['a 400', (response) => send(response, 400, failure(400, 'Bad request', 'Multiple problems found'))],
    ['a 429', (response) => send(response, 429, failure(429, 'Too many requests', ''))],
    ['a 500', (response) => send(response, 500, failure(500, 'Server error', 'Process failure'))],
    ['a redirect', (response) => response.writeHead(302, { location: `${dhl.url}/` }).end()],
    ['a broken connection', (response) => response.destroy()],
  ])('throws a ShippingError for a response with %s', async (_, respond) => {
    respondInstead = respond;
    await expect(open().rate(london)).rejects.toThrow(ShippingError);
  });

  it('the error contains the error of DHL and no secret', async () => {
    const error = await open({ key: 'wrong' })
      .rate(london)
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('Error: DHL responded with 401: Unauthorized Invalid Credentials');
  });

  it('throws a ShippingError after the timeout', async () => {
    respondInstead = () => undefined;
    await expect(open({}, 50).rate(london)).rejects.toThrow(ShippingError);
    respondInstead = (response) => response.writeHead(200).write('{');
    await expect(open({}, 50).rate(london)).rejects.toThrow(ShippingError);
  });

  it('throws a ShippingError if nothing listens at the URL', async () => {
    await expect(open({ url: 'http://127.0.0.1:1' }).rate(london)).rejects.toThrow('DHL cannot be reached');
  });
});
