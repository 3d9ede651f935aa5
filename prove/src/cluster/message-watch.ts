import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { now, waitUntil } from './clock.ts';
import type { Client } from './load.ts';
import type { ShopNode } from './shop-nodes.ts';

const RECONNECT_PAUSE_MS = 500;

/** A shopper with an open page on each node, and a merchant who writes to them. */
export class MessageWatch {
  readonly #client: Client;
  readonly #nodes: readonly ShopNode[];
  readonly #shopperHeaders: Record<string, string>;
  readonly #merchantHeaders: Record<string, string>;
  readonly #threadId: string;
  /** When the last event arrived from each node. */
  readonly #lastEventAt = new Map<string, number>();

  /** @param threadId a thread between the two */
  constructor(
    client: Client,
    nodes: readonly ShopNode[],
    {
      shopperHeaders,
      merchantHeaders,
      threadId,
    }: Record<'shopperHeaders' | 'merchantHeaders', Record<string, string>> & { threadId: string },
  ) {
    this.#client = client;
    this.#nodes = nodes;
    this.#shopperHeaders = shopperHeaders;
    this.#merchantHeaders = merchantHeaders;
    this.#threadId = threadId;
  }

  /** Keeps a stream open on each node until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#nodes.map((node) => this.#follow(node, signal)));
  }

  async #follow(node: ShopNode, signal: AbortSignal): Promise<void> {
    let lastId: string | undefined;
    while (!signal.aborted) {
      try {
        const headers = { ...this.#shopperHeaders, ...(lastId !== undefined && { 'last-event-id': lastId }) };
        const { ok, body } = await fetch(`${node.url}/backend/user/messages/events/`, { headers, signal });
        if (!ok || !body) throw new Error('the stream was refused');
        let text = '';
        for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
          text += chunk;
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            lastId = /^id: (\d+)$/m.exec(event)?.[1] ?? lastId;
            if (event.includes('"threads":["')) this.#lastEventAt.set(node.name, now());
          }
        }
      } catch {
        // A node ends its streams while the database is unavailable; a client connects again.
      }
      await wait(RECONNECT_PAUSE_MS);
    }
  }

  /** The merchant writes a message. @returns when it was acknowledged, and when every stream has reported a message since then */
  async writeAndWait(): Promise<{ acknowledgedAt: number; arrivedAt: number }> {
    const sentAt = now();
    const written = await this.#client.callUntilDone('message', `/backend/merchant/messages/${this.#threadId}/reply/`, {
      method: 'POST',
      headers: this.#merchantHeaders,
      body: { content: `Yes, it is ${randomUUID()}` },
    });
    if (!written) throw new Error('the merchant’s message was refused');
    const acknowledgedAt = now();
    await waitUntil('both streams report the message', () =>
      this.#nodes.every(({ name }) => (this.#lastEventAt.get(name) ?? 0) > sentAt),
    );
    // An event may arrive before the response.
    return { acknowledgedAt, arrivedAt: Math.max(acknowledgedAt, ...this.#lastEventAt.values()) };
  }
}
