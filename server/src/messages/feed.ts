import type { ServerResponse } from 'node:http';
import type { MessageEvent } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { Connection, Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { type Listening, listen } from '../platform/listen.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { countUnread, selectChanges } from './messages.sql.ts';

/** Milliseconds. Proxies end connections that say nothing, most after a minute. */
const HEARTBEAT = 25_000;
/** A stream ends by then: whoever signed out elsewhere is not told for ever. */
const LONGEST = 10 * 60_000;
/** What a client waits before it comes back, drawn anew for each, so that they don't come all at once after a restart. */
const retry = (): number => 1000 + Math.floor(Math.random() * 4000);
/** Streams at once, for one account and in all, on one node. Whoever gets none asks from time to time instead. */
const MOST = { account: 6, all: 5000 };

type Stream = { response: ServerResponse; told: number; timers: NodeJS.Timeout[]; telling: Promise<void> };

/**
 * Tells whoever looks at the moment that messages have changed, as server-sent events. One connection to the database
 * listens for all of them; it is opened with the first stream. An event's id is the number of the last change it told
 * of, so that a stream continues where an earlier one ended, on any node.
 */
export class MessageFeed {
  readonly #db: Database;
  readonly #connection: Connection;
  readonly #report: (error: unknown) => void;
  readonly #streams = new Map<AccountId, Set<Stream>>();
  #count = 0;
  #listening: Listening | undefined;
  #closed = false;

  /** @param report told of trouble with the database */
  constructor(db: Database, connection: Connection, report: (error: unknown) => void) {
    this.#db = db;
    this.#connection = connection;
    this.#report = report;
  }

  /** Streams that are open. */
  get open(): number {
    return this.#count;
  }

  /**
   * Begins a stream on a bare response.
   * @param lastEventId what the client was told last, if anything
   * @param headers that every answer of the shop carries
   * @returns too_many_requests beyond so many streams; nothing is written then
   */
  begin(
    account: AccountId,
    lastEventId: string | undefined,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Refused<'too_many_requests'> | undefined {
    const own = this.#streams.get(account) ?? new Set();
    if (this.#closed || own.size >= MOST.account || this.#count >= MOST.all)
      return { ...refuse('too_many_requests'), retryAfter: 60 };
    const continues = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId);
    const stream: Stream = {
      response,
      told: continues ? Number(lastEventId) : -1,
      timers: [],
      telling: Promise.resolve(),
    };
    this.#streams.set(account, own.add(stream));
    this.#count++;
    response.on('close', () => this.#forget(account, stream));
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // No proxy shall keep it, compress it, or wait until there is more of it.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'authorization',
    });
    response.write(`retry: ${retry()}\n\n`);
    stream.timers.push(
      setInterval(() => response.write(': still here\n\n'), HEARTBEAT),
      setTimeout(() => response.end(), LONGEST),
    );
    this.#listening ??= listen(this.#connection, 'messages_changed', {
      onNotification: (payload) => this.#tell(Number(payload) as AccountId),
      // What was said while nobody listened is looked up.
      onConnect: () => {
        for (const one of this.#streams.keys()) this.#tell(one);
      },
      onError: this.#report,
    });
    this.#tellOne(account, stream);
    return undefined;
  }

  /** Ends every stream, so that the server can close; clients come back to another node. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const streams of this.#streams.values()) for (const { response } of streams) response.end();
    await this.#listening?.stop();
  }

  #forget(account: AccountId, stream: Stream): void {
    for (const timer of stream.timers) clearTimeout(timer);
    const own = this.#streams.get(account);
    if (!own?.delete(stream)) return;
    this.#count--;
    if (own.size === 0) this.#streams.delete(account);
  }

  #tell(account: AccountId): void {
    for (const stream of this.#streams.get(account) ?? []) this.#tellOne(account, stream);
  }

  /** One after the other, so that no older event follows a newer one. */
  #tellOne(account: AccountId, stream: Stream): void {
    stream.telling = stream.telling
      .then(() => this.#write(account, stream))
      .catch((error: unknown) => {
        this.#report(error);
        // It would be told nothing for the rest of its time; its client comes back.
        stream.response.end();
      });
  }

  async #write(account: AccountId, stream: Stream): Promise<void> {
    const { told, response } = stream;
    const { threads, last } = await selectChanges(this.#db, account, told);
    if (told >= 0 && threads.length === 0) return;
    const unread = await countUnread(this.#db, { side: 'buyer', account });
    // Whoever continues nothing has just loaded all there is.
    const event: MessageEvent = { unread, threads: told < 0 ? [] : threads };
    stream.told = Math.max(last, 0);
    if (!response.writableEnded)
      response.write(`id: ${stream.told}\nevent: messages\ndata: ${JSON.stringify(event)}\n\n`);
  }
}
