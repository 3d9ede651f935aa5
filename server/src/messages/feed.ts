import type { ServerResponse } from 'node:http';
import type { MessageEvent } from '@sokuwa/contract/messages/messages.schemas.ts';
import type { Connection, Database } from '../platform/database.ts';
import type { AccountId, SessionKey } from '../platform/ids.ts';
import { type Listening, listen } from '../platform/listen.ts';
import { type Refused, refuseTooMany } from '../platform/refusal.ts';
import { type Session, selectOpenSessions } from '../platform/sessions.ts';
import { countUnread, selectChanges } from './messages.sql.ts';

/** Proxies close idle connections, most of them after a minute. */
const STREAM_HEARTBEAT_MS = 25_000;
/** Maximum lifetime of a stream. */
const MAX_STREAM_MS = 10 * 60_000;
/** Reconnection delay of a client, with random jitter, so that not all clients reconnect at once after a restart. */
const retryDelayMs = (): number => 1000 + Math.floor(Math.random() * 4000);
/**
 * Maximum number of concurrent streams on one node, per account and in total. Clients without a stream poll instead.
 */
const MAX_STREAMS = { perAccount: 6, total: 5000 };

type Stream = {
  response: ServerResponse;
  sessionKey: SessionKey;
  lastChange: number;
  timers: NodeJS.Timeout[];
  pendingWrite: Promise<void>;
};

/** The payload of a notification about an ended session: its key in hexadecimal. Any other payload is an account id. */
const SESSION_END = /^session ([0-9a-f]{64})$/;

/**
 * Notifies connected clients of new messages (server-sent events). All streams share one database connection that
 * listens for changes; the first stream opens it. An event's id is the number of the last change that it includes, so
 * that a client can resume on any node. A stream ends with its session, even if another node closes the session.
 */
export class MessageFeed {
  readonly #db: Database;
  readonly #connection: Connection;
  readonly #heartbeatMs: number;
  readonly #report: (error: unknown) => void;
  readonly #streams = new Map<AccountId, Set<Stream>>();
  #openStreamCount = 0;
  #listening: Listening | undefined;
  #closed = false;

  /**
   * @param report receives database errors
   * @param heartbeatMs time between two checks of the connection on which it listens
   */
  constructor(db: Database, connection: Connection, report: (error: unknown) => void, heartbeatMs: number) {
    this.#db = db;
    this.#connection = connection;
    this.#report = report;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Number of open streams. */
  get openStreamCount(): number {
    return this.#openStreamCount;
  }

  /**
   * Starts a stream on a raw Node.js response.
   * @param lastEventId the last event id that the client received, if any
   * @param headers headers that every response of the shop has
   * @returns too_many_requests beyond MAX_STREAMS; nothing is written in that case
   */
  startStream(
    { accountId, key: sessionKey }: Session,
    lastEventId: string | undefined,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Refused<'too_many_requests'> | undefined {
    const accountStreams = this.#streams.get(accountId) ?? new Set();
    if (this.#closed || accountStreams.size >= MAX_STREAMS.perAccount || this.#openStreamCount >= MAX_STREAMS.total)
      return refuseTooMany(60);
    const isResuming = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId);
    const stream: Stream = {
      response,
      sessionKey,
      lastChange: isResuming ? Number(lastEventId) : -1,
      timers: [],
      pendingWrite: Promise.resolve(),
    };
    this.#streams.set(accountId, accountStreams.add(stream));
    this.#openStreamCount++;
    response.on('close', () => this.#removeStream(accountId, stream));
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      // Proxies must not cache, compress or buffer the stream.
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'authorization',
    });
    response.write(`retry: ${retryDelayMs()}\n\n`);
    stream.timers.push(
      setInterval(() => response.write(': still here\n\n'), STREAM_HEARTBEAT_MS),
      setTimeout(() => response.end(), MAX_STREAM_MS),
    );
    const handlers = {
      onNotification: (payload: string) => {
        const ended = SESSION_END.exec(payload)?.[1];
        if (ended === undefined) this.#notifyAccount(Number(payload) as AccountId);
        else this.#endStreamsOf(ended);
      },
      // Notifications sent while disconnected are lost, so query the changes of every account.
      onConnect: () => {
        for (const connected of this.#streams.keys()) this.#notifyAccount(connected);
        this.#endStreamsOfClosedSessions([...this.#allStreams()]);
      },
      onError: this.#report,
    };
    this.#listening ??= listen(this.#connection, 'messages_changed', handlers, this.#heartbeatMs);
    // The session may have ended after the request was authenticated.
    this.#endStreamsOfClosedSessions([stream]);
    this.#notifyStream(accountId, stream);
    return undefined;
  }

  /** Ends every stream, so that the server can close. Clients reconnect to another node. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { response } of this.#allStreams()) response.end();
    await this.#listening?.stop();
  }

  #removeStream(accountId: AccountId, stream: Stream): void {
    for (const timer of stream.timers) clearTimeout(timer);
    const accountStreams = this.#streams.get(accountId);
    if (!accountStreams?.delete(stream)) return;
    this.#openStreamCount--;
    if (accountStreams.size === 0) this.#streams.delete(accountId);
  }

  *#allStreams(): Generator<Stream> {
    for (const streams of this.#streams.values()) yield* streams;
  }

  /** @param key a session's key in hexadecimal */
  #endStreamsOf(key: string): void {
    for (const { response, sessionKey } of this.#allStreams()) if (sessionKey.toString('hex') === key) response.end();
  }

  /** Ends the streams whose session no longer exists. */
  #endStreamsOfClosedSessions(streams: readonly Stream[]): void {
    selectOpenSessions(
      this.#db,
      streams.map(({ sessionKey }) => sessionKey),
    ).then((open) => {
      const openKeys = new Set(open.map((key) => key.toString('hex')));
      for (const { response, sessionKey } of streams) if (!openKeys.has(sessionKey.toString('hex'))) response.end();
    }, this.#report);
  }

  #notifyAccount(accountId: AccountId): void {
    for (const stream of this.#streams.get(accountId) ?? []) this.#notifyStream(accountId, stream);
  }

  /** Writes events sequentially, so that an older event cannot follow a newer one. */
  #notifyStream(accountId: AccountId, stream: Stream): void {
    stream.pendingWrite = stream.pendingWrite
      .then(() => this.#write(accountId, stream))
      .catch((error: unknown) => {
        this.#report(error);
        // End the stream, so that the client reconnects and receives the missed changes.
        stream.response.end();
      });
  }

  async #write(accountId: AccountId, stream: Stream): Promise<void> {
    const { lastChange, response } = stream;
    const { threads, last } = await selectChanges(this.#db, accountId, lastChange);
    if (lastChange >= 0 && threads.length === 0) return;
    const unread = await countUnread(this.#db, { side: 'buyer', accountId });
    // A client that does not resume has just loaded all threads.
    const event: MessageEvent = { unread, threads: lastChange < 0 ? [] : threads };
    stream.lastChange = Math.max(last, 0);
    if (!response.writableEnded)
      response.write(`id: ${stream.lastChange}\nevent: messages\ndata: ${JSON.stringify(event)}\n\n`);
  }
}
