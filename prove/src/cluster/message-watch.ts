import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProductId } from '../../../server/src/platform/ids.ts';
import { waitUntil } from '../wait-until.ts';
import type { Client } from './load.ts';
import type { ShopNode } from './shop-nodes.ts';
import { now } from './time.ts';

const WRITE_PAUSE_MS = 1000;

/** A message, and when the shop acknowledged it. */
type WatchedMessage = { id: string; acknowledgedAt: number };

/** A shopper with an open page on each node, who writes a message every second on another device. */
export class MessageWatch {
  readonly #client: Client;
  readonly #nodes: readonly ShopNode[];
  readonly #headers: Record<string, string>;
  readonly #productId: ProductId;
  readonly #messages: WatchedMessage[] = [];
  /** Nodes whose stream has sent its first event. */
  readonly #openNodes = new Set<string>();
  /** When the stream of a node reported a message, by the name of the node and the id of the message. */
  readonly #reportedAt = new Map<string, number>();

  /** @param headers of the shopper */
  constructor(client: Client, nodes: readonly ShopNode[], headers: Record<string, string>, productId: ProductId) {
    this.#client = client;
    this.#nodes = nodes;
    this.#headers = headers;
    this.#productId = productId;
  }

  /** Keeps a stream open on each node and writes messages until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#write(signal), ...this.#nodes.map((node) => this.#follow(node, signal))]);
  }

  async #write(signal: AbortSignal): Promise<void> {
    // The first event of a stream names no message: its client has just loaded all of them.
    await waitUntil('the streams are open', () => this.#openNodes.size === this.#nodes.length);
    while (!signal.aborted) {
      const body = { subject: 'Is it fresh?', content: randomUUID(), product: this.#productId };
      const options = { method: 'POST', headers: this.#headers, body } as const;
      const path = '/backend/contact-merchant/send/';
      const sent = await this.#client.callUntilDone<{ id: string }>('message', path, options);
      if (!sent) throw new Error('a message was refused');
      this.#messages.push({ id: sent.id, acknowledgedAt: now() });
      await wait(WRITE_PAUSE_MS);
    }
  }

  async #follow(node: ShopNode, signal: AbortSignal): Promise<void> {
    let lastId: string | undefined;
    let retryMs = 1000;
    while (!signal.aborted) {
      try {
        const headers = { ...this.#headers, ...(lastId !== undefined && { 'last-event-id': lastId }) };
        const { ok, body } = await fetch(`${node.url}/backend/user/messages/events/`, { headers, signal });
        if (!ok || !body) throw new Error('the stream was refused');
        let text = '';
        for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
          text += chunk;
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            lastId = /^id: (\d+)$/m.exec(event)?.[1] ?? lastId;
            if (lastId !== undefined) this.#openNodes.add(node.name);
            retryMs = Number(/^retry: (\d+)$/m.exec(event)?.[1] ?? retryMs);
            for (const [, id] of event.matchAll(/"([\da-f-]{36})"/g)) this.#report(`${node.name} ${id}`);
          }
        }
      } catch {
        // A node ends its streams while the database is unavailable; a client connects again, as late as the stream asks for.
      }
      await wait(retryMs);
    }
  }

  #report(message: string): void {
    if (!this.#reportedAt.has(message)) this.#reportedAt.set(message, now());
  }

  /** Milliseconds from the acknowledgement of a message until the last node has reported it; infinite if one has not. */
  #delayOf({ id, acknowledgedAt }: WatchedMessage): number {
    const reported = this.#nodes.map(({ name }) => this.#reportedAt.get(`${name} ${id}`) ?? Number.POSITIVE_INFINITY);
    // An event may arrive before the response.
    return Math.max(0, ...reported.map((at) => at - acknowledgedAt));
  }

  /** Waits until every node has reported the messages that were acknowledged so far. */
  async waitUntilReported(): Promise<void> {
    const messages = [...this.#messages];
    await waitUntil('all streams report the messages', () =>
      messages.every((one) => Number.isFinite(this.#delayOf(one))),
    );
  }

  /** The delays of the messages that were acknowledged in a span of time, in milliseconds. */
  delays(from: number, to: number): number[] {
    return this.#messages
      .filter(({ acknowledgedAt }) => acknowledgedAt >= from && acknowledgedAt < to)
      .map((message) => this.#delayOf(message));
  }
}
