import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config.ts';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { openApiNode } from './api-node.ts';
import { databaseUrlOf } from './node.ts';

const NO_SUCH_SOCKET = { host: join(tmpdir(), 'no-such-socket'), port: 5432, user: 'nobody', database: 'none' };

/** Opens a server with no reachable database. */
export const openShopWithoutDatabase = (
  connection: EmbeddedPostgres['connection'] = NO_SUCH_SOCKET,
): Promise<FastifyInstance> =>
  openApiNode(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(tmpdir(), 'no-such-folder'),
      DATABASE_URL: databaseUrlOf(connection),
      DATABASE_CONNECTIONS: '2',
      RATE_LIMIT_FACTOR: '1000',
    }),
  );
