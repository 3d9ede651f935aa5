import { setTimeout as wait } from 'node:timers/promises';
import type { ShopNode } from '../../../server/src/testing/node.ts';
import type { Route } from './recorder.ts';

const CHECK_INTERVAL_MS = 500;
const CHECK_TIMEOUT_MS = 1000;

const isReady = ({ url }: ShopNode): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Leads requests to the one of two nodes that is ready, and closes the connections of one that is not any more, as a load balancer does. */
export const startBalancing = (
  first: ShopNode,
  second: ShopNode,
): { getRoute: () => Route; stop: () => Promise<void> } => {
  let used = { node: first, connections: new AbortController() };
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      if (!(await isReady(used.node))) {
        const { connections } = used;
        used = { node: used.node === first ? second : first, connections: new AbortController() };
        connections.abort();
      }
      await wait(CHECK_INTERVAL_MS);
    }
  };
  const running = run();
  return {
    getRoute: () => ({ origin: used.node.url, closed: used.connections.signal }),
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
