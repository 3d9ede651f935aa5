import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config.ts';
import { type Connection, openDatabase, openPool } from '../platform/database.ts';
import { SandboxIdentity } from '../ports/identity/sandbox.identity.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { openPayments } from '../ports/payments/open-payments.ts';
import { openBareNode } from './bare-node.ts';

/** A server whose database cannot be reached. */
export const openDeadShop = async (
  connection: Connection = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'nobody', database: 'none' },
): Promise<FastifyInstance> => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' });
  const pool = openPool(connection, 2, () => undefined);
  const db = openDatabase(pool);
  const outside = {
    media: new DiskMedia(join(tmpdir(), 'no-such-media')),
    identity: new SandboxIdentity({ issuer: 'http://shop.test/sandbox/identity', redirectUri: 'http://shop.test/' }),
    payments: openPayments(config, db, 'http://shop.test'),
  };
  return openBareNode({ config, db, connection, ...outside }, () => pool.end());
};
