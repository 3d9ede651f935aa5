import { setTimeout as wait } from 'node:timers/promises';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Database } from '../../../server/src/platform/database.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { now, waitUntil } from './clock.ts';
import type { Client } from './load.ts';
import type { ShopNode } from './shop-nodes.ts';

/** Above the price of every other product, so that a filter finds this one alone. */
const BASE_NAIRA = 10_000_000;
const CHANGE_PAUSE_MS = 700;
const READ_PAUSE_MS = 150;

/** The n-th price, acknowledged by the database at a moment. */
type Change = { n: number; at: number };
type Read = { node: string; startedAt: number; endedAt: number; n: number };

/**
 * Changes the price of one product again and again, and reads it on every node: the product, whose response is cached, and a list
 * that is not in the cache. Prices only rise, so a read shows how old it is.
 */
export class PriceWatch {
  readonly changes: Change[] = [];
  readonly reads: Read[] = [];
  readonly #db: Database;
  readonly #productId: ProductId;
  readonly #client: Client;
  readonly #nodes: readonly ShopNode[];
  #n = 0;
  #uniqueLimit = 10 * BASE_NAIRA;

  constructor(db: Database, productId: ProductId, client: Client, nodes: readonly ShopNode[]) {
    this.#db = db;
    this.#productId = productId;
    this.#client = client;
    this.#nodes = nodes;
  }

  /** Changes and reads until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#change(signal), ...this.#nodes.map((node) => this.#read(node, signal))]);
  }

  async #change(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const n = this.#n + 1;
      const isChanged = await this.#db
        .updateTable('product')
        .set({ price_kobo: kobo((BASE_NAIRA + n) * 100) })
        .where('id', '=', this.#productId)
        .execute()
        // The database is unavailable: the same price is written again.
        .then(() => true, () => false);
      if (isChanged) {
        this.#n = n;
        this.changes.push({ n, at: now() });
      }
      await wait(CHANGE_PAUSE_MS);
    }
  }

  async #read(node: ShopNode, signal: AbortSignal): Promise<void> {
    for (let round = 0; !signal.aborted; round++) {
      const startedAt = now();
      const path = round % 2 === 0 ? `${this.#productId}/` : `?min_price=${BASE_NAIRA}&max_price=${this.#uniqueLimit++}`;
      const { status, text } = await this.#client.call('catalogue', `/backend/api/products/${path}`, {}, node);
      const price = /"display_price":"₦([\d,]+)"/.exec(text)?.[1]?.replaceAll(',', '');
      if (status === 200 && price !== undefined)
        this.reads.push({ node: node.name, startedAt, endedAt: now(), n: Number(price) - BASE_NAIRA });
      await wait(READ_PAUSE_MS);
    }
  }

  /** Waits until every node shows a price that is acknowledged after a moment. @returns the moment of the last node's read */
  async waitUntilChangeIsVisible(since: number): Promise<{ acknowledgedAt: number; visibleAt: number }> {
    await waitUntil('a price is changed', () => this.changes.some(({ at }) => at >= since));
    const change = this.changes.find(({ at }) => at >= since) as Change;
    const isVisibleOn = (node: ShopNode) => this.reads.find((read) => read.node === node.name && read.n >= change.n);
    await waitUntil('every node shows the price', () => this.#nodes.every(isVisibleOn));
    const visible = this.#nodes.map((node) => isVisibleOn(node)?.endedAt ?? 0);
    return { acknowledgedAt: change.at, visibleAt: Math.max(...visible) };
  }

  /**
   * The age of the oldest price that was read after a moment: how long before the read the next price had been acknowledged.
   * @returns milliseconds
   */
  maxAge(since: number): number {
    const acknowledgedAt = new Map(this.changes.map(({ n, at }) => [n, at]));
    const ages = this.reads
      .filter(({ startedAt }) => startedAt >= since)
      .map(({ n, startedAt }) => startedAt - (acknowledgedAt.get(n + 1) ?? startedAt));
    return Math.max(0, ...ages);
  }

  /** How often a node showed an older price than before. */
  countReversals(): number {
    const newest = new Map<string, number>();
    let reversals = 0;
    for (const { node, n } of this.reads) {
      if (n < (newest.get(node) ?? 0)) reversals++;
      newest.set(node, Math.max(n, newest.get(node) ?? 0));
    }
    return reversals;
  }
}
