import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { openSearch } from '../catalog/index.ts';
import { Geo } from '../geo/index.ts';
import { MessageFeed } from '../messages/index.ts';
import type { Connection } from '../platform/database.ts';
import { readsFrom } from '../platform/reads.ts';
import { ResponseCache } from '../platform/response-cache.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';

type Given = Pick<Parameters<typeof buildApp>[0], 'config' | 'db' | 'media' | 'identity' | 'payments'>;

/**
 * A server without pages and sandbox, on whatever database and outside systems it is given.
 * @param after what is done when it is closed
 */
export const openBareNode = async (
  { connection, ...given }: Given & { connection: Connection },
  after: () => Promise<void> = async () => undefined,
): Promise<FastifyInstance> => {
  const { config, db, media } = given;
  const reads = readsFrom(db);
  const app = await buildApp({
    ...given,
    reads,
    geo: new Geo(db, config.defaultCountry),
    search: openSearch(reads, new Map()),
    answers: new ResponseCache(100_000, 60_000),
    renditions: new Renditions(media, { workers: 1 }),
    shipping: new TableShipping(0),
    feed: new MessageFeed(db, connection, () => undefined),
    sandbox: undefined,
    pages: undefined,
  });
  app.addHook('onClose', after);
  await app.ready();
  return app;
};
