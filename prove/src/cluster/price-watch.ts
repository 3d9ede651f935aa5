import { setTimeout as wait } from 'node:timers/promises';
import { kobo } from '@sokuwa/contract/money.ts';
import type { Database } from '../../../server/src/platform/database.ts';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { waitUntil } from '../wait-until.ts';
import type { Client } from './load.ts';
import type { ShopNode } from './shop-nodes.ts';
import { now } from './time.ts';

/** Above the price of every other product, so that a filter finds this one alone. */
const BASE_NAIRA = 10_000_000;
const CHANGE_PAUSE_MS = 700;
const READ_PAUSE_MS = 150;

/** The n-th price, acknowledged by the database at a moment. */
type Change = { n: number; at: number };
type Read = { node: string; kind: 'product' | 'list'; startedAt: number; endedAt: number; n: number };

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
        .then(
          () => true,
          () => false,
        );
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
      const kind = round % 2 === 0 ? 'product' : 'list';
      const path =
        kind === 'product' ? `${this.#productId}/` : `?min_price=${BASE_NAIRA}&max_price=${this.#uniqueLimit++}`;
      const { status, text } = await this.#client.call('catalogue', `/backend/api/products/${path}`, {}, node);
      const [, price = ''] = /"display_price":"₦([\d,]+)"/.exec(text) ?? [];
      const n = Number(price.replaceAll(',', '')) - BASE_NAIRA;
      // Before the first change it has the price of the market.
      if (status === 200 && n > 0) this.reads.push({ node: node.name, kind, startedAt, endedAt: now(), n });
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
   * The age of the oldest price that a read returned: how long before the read the next price had been acknowledged.
   * @param from reads that were sent from this moment on
   * @param to and before this one
   * @returns milliseconds
   */
  maxAge(from: number, to: number): number {
    const acknowledgedAt = new Map(this.changes.map(({ n, at }) => [n, at]));
    const ages = this.reads
      .filter(({ startedAt }) => startedAt >= from && startedAt < to)
      .map(({ n, startedAt }) => startedAt - (acknowledgedAt.get(n + 1) ?? startedAt));
    return Math.max(0, ...ages);
  }

  /** How many reads were sent in a span of time. */
  countReads(from: number, to: number): number {
    return this.reads.filter(({ startedAt }) => startedAt >= from && startedAt < to).length;
  }

  /** How often a node showed an older price than before, in responses of one kind: the cached product follows the list a little later. */
  countReversals(): number {
    const newest = new Map<string, number>();
    let reversals = 0;
    for (const { node, kind, n } of this.reads) {
      const before = newest.get(`${node} ${kind}`) ?? 0;
      if (n < before) reversals++;
      newest.set(`${node} ${kind}`, Math.max(n, before));
    }
    return reversals;
  }
}
