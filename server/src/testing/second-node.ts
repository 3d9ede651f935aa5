import type { FastifyInstance } from 'fastify';
import { openBareNode } from './bare-node.ts';
import type { TestShop } from './shop.ts';

/** Another server of the same shop, as it runs beside the first behind a balancer. */
export const buildSecondNode = ({
  config,
  db,
  media,
  payments,
  provider,
  connection,
}: TestShop): Promise<FastifyInstance> => openBareNode({ config, db, media, payments, identity: provider, connection });
