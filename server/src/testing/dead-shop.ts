import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config.ts';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openBareNode } from './bare-node.ts';
import { urlOf } from './node.ts';

const NO_SUCH_SOCKET = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'nobody', database: 'none' };

/** A server whose database cannot be reached. */
export const openDeadShop = (connection: EmbeddedPostgres['connection'] = NO_SUCH_SOCKET): Promise<FastifyInstance> =>
  openBareNode(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(tmpdir(), 'no-such-folder'),
      DATABASE_URL: urlOf(connection),
      DATABASE_CONNECTIONS: '2',
      RATE_LIMIT_FACTOR: '1000',
    }),
  );
