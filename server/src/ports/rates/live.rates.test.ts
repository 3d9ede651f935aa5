import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLocalServer } from '../../testing/local-server.ts';
import { LiveRates } from './live.rates.ts';
import { ratesSourceSuite } from './rates.suite.ts';
import snapshot from './snapshot.json' with { type: 'json' };

const units = Object.fromEntries(snapshot.rates.map(({ currency, perDollar }) => [currency, Number(perDollar)]));
const noon = Date.UTC(2026, 10, 20, 12) / 1000;
/** Responses in the three supported formats, as their sources document them. */
const exchangeRateApi = (rates: object = { ...units, BTC: 0.000_009_1, XAU: 1e-7 }) => ({
  result: 'success',
  provider: 'https://www.exchangerate-api.com',
  time_last_update_unix: noon,
  time_next_update_unix: noon + 86_400,
  base_code: 'USD',
  rates,
});
const openExchangeRates = (rates: object = units) => ({
  disclaimer: '',
  license: '',
  timestamp: noon,
  base: 'USD',
  rates,
});
const frankfurter = (rates: Record<string, number> = units) =>
  Object.entries(rates)
    .filter(([quote]) => quote !== 'USD')
    .map(([quote, rate]) => ({ date: quote === 'NGN' ? '2026-11-19' : '2026-11-20', base: 'USD', quote, rate }));

let source: Awaited<ReturnType<typeof openLocalServer>>;
let respond: (response: ServerResponse) => void;
const respondWithJson = (body: unknown, status = 200) => {
  respond = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
beforeAll(async () => {
  source = await openLocalServer((_, response) => respond(response));
});
afterAll(() => source.close());
beforeEach(() => respondWithJson(exchangeRateApi()));
const open = (timeoutMs?: number) => new LiveRates(`${source.url}/v6/latest/USD`, timeoutMs);

ratesSourceSuite('LiveRates', () => {
  respondWithJson(exchangeRateApi());
  return open();
});

describe('LiveRates', () => {
  it.each([
    ['ExchangeRate-API', exchangeRateApi(), '2026-11-20T12:00:00Z'],
    ['Open Exchange Rates', openExchangeRates(), '2026-11-20T12:00:00Z'],
    ['Frankfurter', frankfurter(), '2026-11-19T00:00:00Z'],
  ])('reads the format of %s', { tags: ['@MONEY-12'] }, async (_, body, asOf) => {
    respondWithJson(body);
    const latest = await open().latest();
    expect(latest).toMatchObject({ asOf: new Date(asOf), source: '127.0.0.1' });
    const naira = new Map(latest.rates.map(({ currency, nairaPerUnit }) => [currency, nairaPerUnit]));
    expect(naira.get('USD')).toBe(String(units.NGN));
    expect(naira.get('NGN')).toBe('1');
    expect(naira.has('BTC')).toBe(false);
    expect(latest.rates).toHaveLength(snapshot.rates.length);
  });

  it('reads rates to another base, and numbers in exponential notation', async () => {
    respondWithJson({
      ...exchangeRateApi({ NGN: 1, USD: 6.5e-4, EUR: 0.000_56, GBP: 4.9e-4, IRR: 27.5 }),
      base_code: 'NGN',
    });
    const { rates } = await open().latest();
    expect(rates.map(({ currency, nairaPerUnit }) => [currency, nairaPerUnit])).toEqual(
      expect.arrayContaining([
        ['USD', '1538.4615384615'],
        ['IRR', '0.0363636364'],
      ]),
    );
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'rates'],
    ['no rates', exchangeRateApi({})],
    ['no naira', exchangeRateApi({ ...units, NGN: undefined })],
    ['a rate of 0', exchangeRateApi({ ...units, NGN: 0 })],
    ['a rate below 0', exchangeRateApi({ ...units, EUR: -1 })],
    ['a rate as text', exchangeRateApi({ ...units, NGN: '1528' })],
    ['an enormous rate', exchangeRateApi({ ...units, NGN: 1e300 })],
    ['an invalid currency code', exchangeRateApi({ ...units, naira: 1528 })],
    ['an error', { result: 'error', 'error-type': 'quota-reached' }],
    ['an empty list', []],
    ['two bases', [...frankfurter(), { date: '2026-11-20', base: 'EUR', quote: 'NGN', rate: 1700 }]],
    ['an invalid date', [{ date: 'today', base: 'USD', quote: 'NGN', rate: 1528 }]],
    ['a future date', { ...exchangeRateApi(), time_last_update_unix: Date.now() / 1000 + 3 * 86_400 }],
  ])('refuses %s', async (_, body) => {
    respondWithJson(body);
    await expect(open().latest()).rejects.toThrow();
  });

  it.each([404, 429, 500])('refuses a response with status %d', async (status) => {
    respondWithJson(exchangeRateApi(), status);
    await expect(open().latest()).rejects.toThrow(`127.0.0.1 responded with ${status}`);
  });

  it('refuses HTML, incomplete JSON, a broken connection, and a timeout', async () => {
    respond = (response) => response.writeHead(200).end('<html>');
    await expect(open().latest()).rejects.toThrow();
    respond = (response) => response.writeHead(200).end('{"result":"succ');
    await expect(open().latest()).rejects.toThrow();
    respond = (response) => response.destroy();
    await expect(open().latest()).rejects.toThrow();
    respond = () => undefined;
    await expect(open(50).latest()).rejects.toThrow();
  });
});
