import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app.ts';
import { openShop, type Shop } from '../../shop.ts';
import type { TestShop } from '../shop.ts';
import { Gate } from './gate.ts';

/** A node of the shop whose SQL statements are sent one by one. */
export type GatedNode = { shop: Shop; app: FastifyInstance; gate: Gate; close: () => Promise<void> };

/** Opens a further node of the test shop. Nodes share only the database. */
export const openGatedNode = async ({ config, provider }: TestShop): Promise<GatedNode> => {
  const shop = await openShop(config, { synonyms: '', cacheLifetimeMs: 60_000, identity: provider });
  const gate = new Gate(shop.pool);
  const app = await buildApp(shop);
  await app.ready();
  const close = async () => {
    await app.close();
    await shop.close();
  };
  return { shop, app, gate, close };
};
