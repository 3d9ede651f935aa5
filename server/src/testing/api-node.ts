import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { type Overrides, openShop } from '../shop.ts';

/** A server of the API only, without pages and sandbox. Closing it closes its shop. */
export const openApiNode = async (config: Config, overrides: Overrides = {}): Promise<FastifyInstance> => {
  const shop = await openShop(config, { synonyms: '', cacheLifetimeMs: 60_000, ...overrides });
  const sandbox = {
    mailbox: undefined,
    identity: undefined,
    payments: undefined,
    hasDemoAccount: false,
    hasDemoStaff: false,
    hasComponents: false,
  };
  const app = await buildApp({ ...shop, sandbox });
  app.addHook('onClose', () => shop.close());
  await app.ready();
  return app;
};
