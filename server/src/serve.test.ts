import dns from 'node:dns';
import getPort from 'get-port';
import { afterEach, expect, it, vi } from 'vitest';
import { serveShop } from './serve.ts';
import { openTestShop } from './testing/shop.ts';

type Addresses = { address: string; family: number }[];
type Lookup = (host: string, options: dns.LookupAllOptions, callback: (_: unknown, found: Addresses) => void) => void;

afterEach(() => {
  vi.restoreAllMocks();
});

it('the shop listens on one address of localhost, because Fastify drains only one server', async () => {
  const lookup: Lookup = dns.lookup;
  vi.spyOn(dns as { lookup: Lookup }, 'lookup').mockImplementation((host, options, callback) => {
    if (host !== 'localhost') return lookup(host, options, callback);
    callback(
      null,
      ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
    );
  });
  const shop = await openTestShop();
  const port = await getPort();
  const config = { ...shop.config, role: 'worker' as const, host: 'localhost', port };
  const serving = await serveShop({ ...shop, config }, { dev: false });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow('fetch failed');
  await serving.close();
  await shop.close();
});
