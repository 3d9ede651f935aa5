import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type NoRate, type Shipment, ShippingError, type ShippingRate, type ShippingRates } from './shipping.port.ts';
import { packInBoxes } from './shipping.rules.ts';

export type DhlSettings = {
  /** Without a final slash: https://express.api.dhl.com/mydhlapi, or …/mydhlapi/test. */
  url: string;
  key: string;
  secret: string;
  /** The shipper's account number. */
  account: string;
  from: { countryCode: string; city: string; postalCode: string };
};

const REQUEST_TIMEOUT_MS = 8000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Maximum length of an error in the log. */
const MAX_ERROR_LENGTH = 300;

/** The used fields of the response to POST /rates (MyDHL API, "Rating"). */
const responseSchema = z.object({
  products: z.array(
    z.object({
      totalPrice: z.array(
        z.object({ currencyType: z.string(), priceCurrency: z.string().optional(), price: z.number().optional() }),
      ),
      deliveryCapabilities: z.object({
        estimatedDeliveryDateAndTime: z.string().nullish(),
        totalTransitDays: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
      }),
    }),
  ),
});
type Product = z.output<typeof responseSchema>['products'][number];
const errorSchema = z.object({ title: z.string().optional(), detail: z.string().optional() });

/** The next weekday at 14:00 Nigerian time, in DHL's format. */
const nextDispatch = (now: Date): { day: Date; text: string } => {
  let day = new Date(now.getTime() + DAY_MS);
  while ([0, 6].includes(day.getUTCDay())) day = new Date(day.getTime() + DAY_MS);
  return { day, text: `${day.toISOString().slice(0, 10)}T14:00:00 GMT+01:00` };
};

const daysOf = ({ deliveryCapabilities }: Product, dispatch: Date): number | undefined => {
  const { totalTransitDays, estimatedDeliveryDateAndTime } = deliveryCapabilities;
  if (typeof totalTransitDays === 'number') return Math.max(1, Math.ceil(totalTransitDays));
  const days = Math.round((Date.parse(estimatedDeliveryDateAndTime ?? '') - dispatch.getTime()) / DAY_MS);
  return Number.isNaN(days) ? undefined : Math.max(1, days);
};

/** A product's price in the billing currency. DHL returns 0 for products without a price. */
const rateOf = (product: Product, dispatch: Date): (ShippingRate & { price: number }) | undefined => {
  const billed = product.totalPrice.find(({ currencyType }) => currencyType === 'BILLC');
  const days = daysOf(product, dispatch);
  if (!billed?.price || !(billed.price > 0 && billed.price < 1e9) || days === undefined || days > 90) return undefined;
  if (!/^[A-Z]{3}$/.test(billed.priceCurrency ?? '')) return undefined;
  const amount = billed.price.toFixed(4).replace(/\.?0+$/, '');
  return { price: billed.price, amount, currency: billed.priceCurrency ?? '', minDays: days, maxDays: days };
};

/** Rates of DHL Express: POST /rates of the MyDHL API, with the prices of the account. */
export class DhlShipping implements ShippingRates {
  readonly #settings: DhlSettings;
  readonly #timeoutMs: number;

  constructor(settings: DhlSettings, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  async rate({ to, grams }: Shipment): Promise<ShippingRate | NoRate> {
    const parcels = packInBoxes(grams);
    if (!parcels) return 'too_heavy';
    const { from, account } = this.#settings;
    const dispatch = nextDispatch(new Date());
    const body = await this.#post({
      customerDetails: {
        shipperDetails: { postalCode: from.postalCode, cityName: from.city, countryCode: from.countryCode },
        receiverDetails: {
          postalCode: to.postalCode,
          cityName: to.city.slice(0, 45),
          countryCode: to.countryCode,
          // Lines have 1 to 45 characters.
          ...Object.fromEntries(to.lines.slice(0, 3).map((line, n) => [`addressLine${n + 1}`, line.slice(0, 45)])),
        },
      },
      accounts: [{ typeCode: 'shipper', number: account }],
      plannedShippingDateAndTime: dispatch.text,
      unitOfMeasurement: 'metric',
      isCustomsDeclarable: to.countryCode !== from.countryCode,
      packages: parcels.map(({ grams: weight, centimetres: [length, width, height] }) => ({
        weight: weight / 1000,
        dimensions: { length, width, height },
      })),
    });
    if (body === 'not_served') return body;
    const parsed = responseSchema.safeParse(body);
    if (!parsed.success)
      throw new ShippingError(`DHL's response is not as documented: ${z.prettifyError(parsed.error)}`);
    const rates = parsed.data.products.flatMap((product) => rateOf(product, dispatch.day) ?? []);
    const [cheapest] = rates.toSorted((a, b) => a.price - b.price);
    if (!cheapest) throw new ShippingError('DHL returned no price above zero');
    const { amount, currency, minDays, maxDays } = cheapest;
    return { amount, currency, minDays, maxDays };
  }

  async #post(request: object): Promise<unknown> {
    const { url, key, secret } = this.#settings;
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${url}/rates`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'message-reference': randomUUID(),
        },
        body: JSON.stringify(request),
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      throw new ShippingError('DHL cannot be reached', { cause: error });
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      throw new ShippingError(`DHL responded with ${status} and a body that is not JSON`, { cause: error });
    }
    if (status === 200) return body;
    // "The requested product(s) not available based on your search criteria": DHL does not serve this destination.
    if (status === 404) return 'not_served';
    const { title = '', detail = '' } = errorSchema.safeParse(body).data ?? {};
    throw new ShippingError(`DHL responded with ${status}: ${`${title} ${detail}`.trim().slice(0, MAX_ERROR_LENGTH)}`);
  }
}
