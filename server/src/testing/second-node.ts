import type { FastifyInstance } from 'fastify';
import { openApiNode } from './api-node.ts';
import type { TestShop } from './shop.ts';

/** Opens a second server of the same shop, as behind a load balancer. */
export const openSecondNode = ({ config, provider }: TestShop): Promise<FastifyInstance> =>
  openApiNode(config, { identity: provider });
