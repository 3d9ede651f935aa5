import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { getNetwork } from './rate-limiter.ts';
import { type Refused, refuseTooMany } from './refusal.ts';
import type { RequestCounts } from './request-counts.ts';

declare module 'fastify' {
  interface FastifyInstance {
    missLimit: MissLimit;
  }
}

/** Maximum number of networks that are refused at the same time. When there are more, the oldest are served again. */
const MAX_NETWORKS = 10_000;

/**
 * Limits what one network requests that does not exist, on routes without a limit for what exists. Invented names would take the
 * calls of the store that others need.
 */
class MissLimit {
  readonly #counts: RequestCounts;
  readonly #max: number;
  /** In this process, so that a check needs no call of a shared store. Each is deleted when its time window ends. */
  readonly #refused = new LRUCache<string, true>({ max: MAX_NETWORKS });

  constructor(counts: RequestCounts, max: number) {
    this.#counts = counts;
    this.#max = max;
  }

  /** @returns the refusal of a network that has requested too much that does not exist */
  check(ip: string): Refused<'too_many_requests'> | undefined {
    const network = getNetwork(ip);
    return this.#refused.has(network) ? refuseTooMany(this.#refused.getRemainingTTL(network) / 1000) : undefined;
  }

  /** Counts a request of something that does not exist. */
  async count(ip: string): Promise<void> {
    const network = getNetwork(ip);
    const count = await this.#counts.add(`misses ${network}`, 1);
    if (count && count.units >= this.#max) this.#refused.set(network, true, { ttl: Math.ceil(count.endsInMs) });
  }
}

/** @param max requests of one network per minute */
export const limitMisses = (app: FastifyInstance, { counts, max }: { counts: RequestCounts; max: number }): void => {
  app.decorate('missLimit', new MissLimit(counts, max));
};
