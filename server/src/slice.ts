import type { FastifyInstance } from 'fastify';
import type { Database } from './platform/database.ts';
import type { JobWorker } from './platform/jobs.ts';
import type { ShopParts } from './shop.ts';

/** Rows of a table, counted by status: a gauge of GET /metrics, which the command `doctor` reads too. */
export type StatusMetric = {
  /** The name of the gauge, such as `shop_orders`. */
  name: string;
  help: string;
  count(db: Database): Promise<{ status: string; count: number }[]>;
  /** Statuses that need the operator, and the doctor's sentence for each. */
  warnings?: readonly { status: string; subject: string; message(count: number): string }[];
};

/** What a slice adds to the shop. `slices.ts` lists all of them. */
export type Slice = {
  /** Serves the slice's endpoints, below /backend. */
  routes?(api: FastifyInstance, shop: ShopParts): void;
  /** Serves what is not below /backend, such as pictures. */
  rootRoutes?(app: FastifyInstance, shop: ShopParts): void;
  jobs?(shop: ShopParts): JobWorker[];
  metrics?: readonly StatusMetric[];
  /** What an operator can do on the command line. The server never loads it. */
  operatorCommands?(shop: ShopParts): Promise<object>;
};
