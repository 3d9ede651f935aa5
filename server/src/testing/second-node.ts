import type { FastifyInstance } from 'fastify';
import { openBareNode } from './bare-node.ts';
import type { TestShop } from './shop.ts';

/** Another server of the same shop, as it runs beside the first one behind a load balancer. */
export const buildSecondNode = ({ config, provider }: TestShop): Promise<FastifyInstance> =>
  openBareNode(config, { identity: provider });
