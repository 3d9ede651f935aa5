import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { openSearch } from '../catalog/index.ts';
import { readConfig } from '../config.ts';
import { Geo } from '../geo/index.ts';
import { MessageFeed } from '../messages/index.ts';
import { AnswerCache } from '../platform/answer-cache.ts';
import { type Connection, openDatabase, openPool } from '../platform/database.ts';
import { readsFrom } from '../platform/reads.ts';
import { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { openPayments } from '../ports/payments/open-payments.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';

/** A server whose database cannot be reached. */
export const openDeadShop = async (
  connection: Connection = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'nobody', database: 'none' },
): Promise<FastifyInstance> => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' });
  const pool = openPool(connection, 2, () => undefined);
  const db = openDatabase(pool);
  const reads = readsFrom(db);
  const media = new DiskMedia(join(tmpdir(), 'no-such-media'));
  const app = await buildApp({
    config,
    db,
    reads,
    geo: new Geo(db, config.defaultCountry),
    search: openSearch(reads, new Map()),
    answers: new AnswerCache(100_000, 60_000),
    media,
    renditions: new Renditions(media, { workers: 1 }),
    identity: new SandboxIdentity({ issuer: 'http://shop.test/sandbox/identity', redirectUri: 'http://shop.test/' }),
    sandbox: undefined,
    shipping: new TableShipping(0),
    feed: new MessageFeed(db, connection, () => undefined),
    payments: openPayments(config, db, 'http://shop.test'),
    pages: undefined,
  });
  app.addHook('onClose', () => pool.end());
  await app.ready();
  return app;
};
