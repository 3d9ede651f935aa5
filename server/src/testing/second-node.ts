import type { FastifyInstance } from 'fastify';
import { followChanges } from '../catalog/follow-changes.ts';
import { openApiNode } from './api-node.ts';
import { openTestShop, type TestShop } from './shop.ts';

/** Opens a second server of the same shop, as behind a load balancer. */
export const openSecondNode = ({ config, provider }: TestShop): Promise<FastifyInstance> =>
  openApiNode(config, { identity: provider });

/** Opens another node of the same shop, which caches responses and follows the changes that other nodes make to the catalogue. */
export const openFollowingNode = async ({
  connection,
}: TestShop): Promise<{ other: TestShop; close(): Promise<void> }> => {
  const other = await openTestShop({}, undefined, { database: connection.database });
  const handlers = {
    onChanges: (...changes: Parameters<TestShop['applyChanges']>) => other.applyChanges(...changes),
    onError: (error: unknown) => process.stderr.write(`${error}\n`),
  };
  const following = await followChanges(other.connection, handlers, 2000, 20);
  return {
    other,
    close: async () => {
      await following.stop();
      await other.app.close();
    },
  };
};
