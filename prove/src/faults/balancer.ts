import { setTimeout as wait } from 'node:timers/promises';
import type { ShopNode } from '../../../server/src/testing/node.ts';
import type { Route } from './recorder.ts';

const POLL_INTERVAL_MS = 500;
const POLL_TIMEOUT_MS = 1000;

const isReady = ({ url }: ShopNode): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(POLL_TIMEOUT_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Sends requests to one of two nodes. When it is not ready any more, closes its connections and uses the other, as a load balancer does. */
export const startBalancer = ([first, second]: readonly [ShopNode, ShopNode]): {
  getRoute(): Route;
  stop(): Promise<void>;
} => {
  let used = { node: first, connections: new AbortController() };
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      if (!(await isReady(used.node))) {
        const { connections } = used;
        used = { node: used.node === first ? second : first, connections: new AbortController() };
        connections.abort();
      }
      await wait(POLL_INTERVAL_MS);
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
