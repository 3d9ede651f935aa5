import type { MessageEvent } from '@sokuwa/contract/messages/messages.schemas.ts';
import { readEvents } from './event-stream.ts';

/** Interval between two polls when no stream is available. Each round tries to open a stream again. */
const POLL_INTERVAL_MS = 30_000;
/** The server sends something every 25 seconds; a longer silence means that the stream is dead or buffered by a proxy. */
const SILENCE_TIMEOUT_MS = 60_000;
/** Without a first chunk in this time, a proxy buffers the stream. */
const FIRST_CHUNK_TIMEOUT_MS = 10_000;
/** A shorter stream was cut by a proxy; reopening it would not help. */
const MIN_STREAM_MS = 5_000;
/** Random delay before reopening, so that clients do not reconnect at the same time. */
const reconnectDelayMs = () => 1000 + Math.random() * 3000;

const delay = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** A hidden page closes its stream: a browser has six connections for all tabs of a site. */
const waitUntilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });

type Handlers = { onEvent: (event: MessageEvent) => void; onPoll: () => Promise<void> };
/** `unavailable`: no stream reaches this client. `unauthorized`: the token is invalid. */
type StreamEnd = 'closed' | 'unavailable' | 'unauthorized';

/** Opens a stream and reads it until it ends. */
const readStream = async (
  url: string,
  token: string,
  cursor: { lastEventId: string | undefined },
  { onEvent }: Handlers,
  signal: AbortSignal,
): Promise<StreamEnd> => {
  const ending = new AbortController();
  const closeWhenHidden = () => document.visibilityState === 'hidden' && ending.abort();
  document.addEventListener('visibilitychange', closeWhenHidden);
  let timer = setTimeout(() => ending.abort(), FIRST_CHUNK_TIMEOUT_MS);
  const startedAt = performance.now();
  let hasReceived = false;
  const handleChunk = () => {
    hasReceived = true;
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), SILENCE_TIMEOUT_MS);
  };
  try {
    const response = await fetch(url, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Token ${token}`,
        ...(cursor.lastEventId !== undefined && { 'last-event-id': cursor.lastEventId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, ending.signal]),
    });
    if (response.status === 401) return 'unauthorized';
    if (!response.ok || !response.body || !/^text\/event-stream\b/.test(response.headers.get('content-type') ?? ''))
      return 'unavailable';
    for await (const { id, data } of readEvents(response.body, handleChunk)) {
      onEvent(JSON.parse(data) as MessageEvent);
      cursor.lastEventId = id;
    }
  } catch {
    // A lost network, an abort, a silent stream and a hidden page are all handled in the same way.
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', closeWhenHidden);
  }
  const isStreamUsable = hasReceived && performance.now() - startedAt >= MIN_STREAM_MS;
  return isStreamUsable || document.visibilityState === 'hidden' ? 'closed' : 'unavailable';
};

/**
 * Follows the messages of the token's account until aborted: by server-sent events while the page is visible. When no stream
 * is available, it calls `onPoll` at an interval instead.
 * @param url of the stream
 */
export const followMessages = async (
  url: string,
  token: string,
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> => {
  const cursor: { lastEventId: string | undefined } = { lastEventId: undefined };
  while (!signal.aborted) {
    await waitUntilVisible(signal);
    if (signal.aborted) return;
    const end = await readStream(url, token, cursor, handlers, signal);
    if (end === 'unauthorized' || signal.aborted) return;
    if (end === 'unavailable') await handlers.onPoll();
    await delay(end === 'unavailable' ? POLL_INTERVAL_MS : reconnectDelayMs(), signal);
  }
};
