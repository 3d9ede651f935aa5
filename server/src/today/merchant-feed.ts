import type { ServerResponse } from 'node:http';
import { EVENT_AREAS, type EventArea } from '@sokuwa/contract/today/today.rules.ts';
import type { MerchantEvent } from '@sokuwa/contract/today/today.schemas.ts';
import { selectLastChanges } from '../messages/index.ts';
import { selectNewestOrders } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type Refused, refuseTooMany } from '../platform/refusal.ts';
import { selectNewestReturns } from '../returns/index.ts';

/** Time between two looks at the database, for all streams together. */
const POLL_INTERVAL_MS = 2000;
/** Proxies close idle connections, most of them after a minute. */
const HEARTBEAT_MS = 25_000;
const MAX_STREAM_MS = 10 * 60_000;
/** Maximum number of concurrent streams on one node, per merchant and in total. */
const MAX_STREAMS = { perMerchant: 30, total: 5000 };
/** Reconnection delay of a client, with random jitter, so that not all clients reconnect at once after a restart. */
const retryDelayMs = (): number => 1000 + Math.floor(Math.random() * 4000);

/** What is last in each area; a different value means that something has arrived. */
type State = Partial<Record<EventArea, number>>;
type Stream = {
  merchantId: MerchantId;
  response: ServerResponse;
  mayRead: (area: EventArea) => boolean;
  isStillAllowed: () => Promise<boolean>;
  /** Undefined: no event was sent yet. */
  state: State | undefined;
  timers: NodeJS.Timeout[];
};

/**
 * Notifies people of merchants who have the desk open of new orders, returns and messages (server-sent events). All streams share three
 * statements each two seconds. It polls, because a notification in each payment would make all commits of the database wait for each other.
 */
export class MerchantFeed {
  readonly #db: Database;
  readonly #report: (error: unknown) => void;
  readonly #streams = new Set<Stream>();
  #polling: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param report receives database errors */
  constructor(db: Database, report: (error: unknown) => void) {
    this.#db = db;
    this.#report = report;
  }

  /**
   * Starts a stream on a raw Node.js response.
   * @param headers headers that every response of the shop has
   * @returns too_many_requests beyond MAX_STREAMS; nothing is written in that case
   */
  startStream(
    sender: Pick<Stream, 'merchantId' | 'response' | 'mayRead' | 'isStillAllowed'>,
    headers: Record<string, string>,
  ): Refused<'too_many_requests'> | undefined {
    const ofMerchant = [...this.#streams].filter(({ merchantId }) => merchantId === sender.merchantId).length;
    if (this.#closed || ofMerchant >= MAX_STREAMS.perMerchant || this.#streams.size >= MAX_STREAMS.total)
      return refuseTooMany(60);
    const { response } = sender;
    const stream: Stream = {
      ...sender,
      state: undefined,
      timers: [
        setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS),
        setTimeout(() => response.end(), MAX_STREAM_MS),
      ],
    };
    this.#streams.add(stream);
    response.on('close', () => {
      for (const timer of stream.timers) clearTimeout(timer);
      this.#streams.delete(stream);
    });
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies must not cache, compress or buffer the stream.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${retryDelayMs()}\n\n`);
    this.#polling ??= setTimeout(() => void this.#poll(), 0);
    return undefined;
  }

  /** Ends every stream, so that the server can close. Clients reconnect to another node. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#polling);
    for (const { response } of this.#streams) response.end();
  }

  async #poll(): Promise<void> {
    try {
      const streams = [...this.#streams];
      const states = await this.#readStates([...new Set(streams.map(({ merchantId }) => merchantId))]);
      for (const stream of streams) this.#notify(stream, states.get(stream.merchantId) ?? {});
    } catch (error) {
      // The next look finds what this one has missed.
      this.#report(error);
    }
    this.#polling =
      this.#closed || this.#streams.size === 0 ? undefined : setTimeout(() => void this.#poll(), POLL_INTERVAL_MS);
  }

  async #readStates(merchantIds: readonly MerchantId[]): Promise<Map<MerchantId, State>> {
    const states = new Map<MerchantId, State>(merchantIds.map((id) => [id, {}]));
    const add = (area: EventArea, rows: readonly { id: MerchantId; last: Date | number }[]) => {
      for (const { id, last } of rows) Object.assign(states.get(id) ?? {}, { [area]: Number(last) });
    };
    add('orders', await selectNewestOrders(this.#db, merchantIds));
    add('messages', await selectLastChanges(this.#db, merchantIds));
    add('returns', await selectNewestReturns(this.#db, merchantIds));
    return states;
  }

  /** A stream that fails ends, so that the client reconnects and reads everything again. */
  #notify(stream: Stream, state: State): void {
    this.#write(stream, state).catch((error: unknown) => {
      this.#report(error);
      stream.response.end();
    });
  }

  async #write(stream: Stream, state: State): Promise<void> {
    const { state: before, response, mayRead, isStillAllowed } = stream;
    const areas = EVENT_AREAS.filter((area) => mayRead(area) && (!before || before[area] !== state[area]));
    stream.state = state;
    if (areas.length === 0) return;
    // Whoever was removed from the team or has signed out gets no further event.
    if (!(await isStillAllowed())) {
      response.end();
      return;
    }
    const event: MerchantEvent = { areas };
    if (!response.writableEnded) response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}
