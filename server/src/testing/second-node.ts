import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { openSearch } from '../catalog/index.ts';
import { Geo } from '../geo/index.ts';
import { MessageFeed } from '../messages/index.ts';
import { AnswerCache } from '../platform/answer-cache.ts';
import { readsFrom } from '../platform/reads.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import type { TestShop } from './shop.ts';

/** Another server of the same shop, as it runs beside the first behind a balancer. */
export const buildSecondNode = async ({
  config,
  db,
  media,
  payments,
  provider,
  connection,
}: TestShop): Promise<FastifyInstance> => {
  const reads = readsFrom(db);
  const app = await buildApp({
    config,
    db,
    reads,
    geo: new Geo(db, config.defaultCountry),
    search: openSearch(reads, new Map()),
    answers: new AnswerCache(100_000, 60_000),
    media,
    renditions: new Renditions(media, { workers: 1 }),
    identity: provider,
    shipping: new TableShipping(0),
    payments,
    feed: new MessageFeed(db, connection, () => undefined),
    sandbox: undefined,
    pages: undefined,
  });
  await app.ready();
  return app;
};
