import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { messageEvents } from '@sokuwa/contract/messages/messages.endpoints.ts';
import type { MessageEvent } from '@sokuwa/contract/messages/messages.schemas.ts';
import { readEvents } from './event-stream.ts';

/** Milliseconds between two rounds where there is no stream: the one asks, and tries for a stream again. */
const POLL = 30_000;
/** A stream sends something every 25 seconds; a longer silence means that it is dead or buffered by a proxy. */
const SILENCE = 60_000;
/** No first event within this time means that a proxy buffers streams. */
const FIRST_WORD = 10_000;
/** A shorter stream was cut by a proxy; reopening it would not help. */
const SHORTEST = 5_000;
/** Random delay before reopening, so that clients do not reconnect at the same time. */
const pauseBefore = () => 1000 + Math.random() * 3000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) return done();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });

/** A hidden page closes its stream: a browser has six connections for all tabs of a site. */
const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      done();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

type Told = { onEvent: (event: MessageEvent) => void; onPoll: () => Promise<void> };
/** `none`: no stream is available. `refused`: the token is invalid. */
type End = 'over' | 'none' | 'refused';

/** Opens a stream and reads it until it ends. */
const readOne = async (
  token: string,
  last: { id: string | undefined },
  { onEvent }: Told,
  leaving: AbortSignal,
): Promise<End> => {
  const ending = new AbortController();
  const hide = () => document.visibilityState === 'hidden' && ending.abort();
  document.addEventListener('visibilitychange', hide);
  let timer = setTimeout(() => ending.abort(), FIRST_WORD);
  const began = performance.now();
  let spoke = false;
  const heard = () => {
    spoke = true;
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), SILENCE);
  };
  try {
    const answer = await fetch(API_PREFIX + messageEvents.path, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Token ${token}`,
        ...(last.id !== undefined && { 'last-event-id': last.id }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([leaving, ending.signal]),
    });
    if (answer.status === 401) return 'refused';
    if (!answer.ok || !answer.body || !/^text\/event-stream\b/.test(answer.headers.get('content-type') ?? ''))
      return 'none';
    for await (const { id, data } of readEvents(answer.body, heard)) {
      onEvent(JSON.parse(data) as MessageEvent);
      last.id = id;
    }
  } catch {
    // Broken off: by the network, by leaving, or for being silent or hidden; what follows is the same.
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', hide);
  }
  const wasOne = spoke && performance.now() - began >= SHORTEST;
  return wasOne || document.visibilityState === 'hidden' ? 'over' : 'none';
};

/**
 * Follows the messages of whoever holds the token until told to leave: by server-sent events while the page is in sight;
 * where no stream comes through, `onPoll` is called from time to time instead.
 */
export const followMessages = async (token: string, told: Told, leaving: AbortSignal): Promise<void> => {
  const last: { id: string | undefined } = { id: undefined };
  while (!leaving.aborted) {
    await untilVisible(leaving);
    if (leaving.aborted) return;
    const end = await readOne(token, last, told, leaving);
    if (end === 'refused' || leaving.aborted) return;
    if (end === 'none') await told.onPoll();
    await pause(end === 'none' ? POLL : pauseBefore(), leaving);
  }
};
