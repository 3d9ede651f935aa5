import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followMessages } from './follow-messages.ts';

const EVENT = 'retry: 1\n\nid: 7\nevent: messages\ndata: {"unread":2,"threads":["a"]}\n\n';
const headers = { 'content-type': 'text/event-stream; charset=utf-8' };

/** The document, with a visibility that tests can set. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const setVisibility = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

/** A stream that sends one event and then stays open. */
const openStream = (signal: AbortSignal | null | undefined, text = EVENT): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    }),
    { headers },
  );

let respond: (init: RequestInit) => Response | Promise<Response>;
let requests: RequestInit[];
let abortController: AbortController;
const onEvent = vi.fn();
const onPoll = vi.fn(async () => {});
let following: Promise<void>;
const follow = () => {
  following = followMessages('/backend/user/messages/events/', 'token', { onEvent, onPoll }, abortController.signal);
};
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  onEvent.mockClear();
  onPoll.mockClear();
  requests = [];
  abortController = new AbortController();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push(init);
    return respond(init);
  });
});
afterEach(async () => {
  abortController.abort();
  await following;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const lastEventId = (index: number) => new Headers(requests[index]?.headers).get('last-event-id');

it('a hidden page closes its stream, and resumes after the last event when it is visible again', {
  tags: ['@MESSAGE-53'],
}, async () => {
  respond = ({ signal }) => openStream(signal);
  follow();
  await advanceTime(10);
  expect(onEvent.mock.calls).toEqual([[{ unread: 2, threads: ['a'] }]]);
  expect([requests.length, lastEventId(0)]).toEqual([1, null]);
  setVisibility('hidden');
  await advanceTime(120_000);
  expect(requests).toHaveLength(1);
  setVisibility('visible');
  await advanceTime(5_000);
  expect([requests.length, lastEventId(1)]).toEqual([2, '7']);
  expect(onPoll).not.toHaveBeenCalled();
});

it('reopens a stream that stays silent', async () => {
  respond = ({ signal }) => openStream(signal);
  follow();
  await advanceTime(60_000 + 5_000);
  expect(requests.length).toBe(2);
  expect(onPoll).not.toHaveBeenCalled();
});

it.each([
  ['refuses the request', () => new Response('{}', { status: 429 })],
  ['responds with a page', () => new Response('<html>')],
  ['closes the stream at once', () => new Response(EVENT, { headers })],
  ['can not be reached', () => Promise.reject(new Error('Network'))],
  [
    'buffers the stream',
    ({ signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  ],
])('polls at an interval when the server or a proxy %s', { tags: ['@MESSAGE-52'] }, async (_, respondWithoutStream) => {
  respond = respondWithoutStream;
  follow();
  await advanceTime(10_000 + 10);
  expect(onPoll).toHaveBeenCalledTimes(1);
  await advanceTime(45_000);
  expect(onPoll).toHaveBeenCalledTimes(2);
  abortController.abort();
  await advanceTime(300_000);
  expect(onPoll).toHaveBeenCalledTimes(2);
});

it('sends no further request with an invalid token', async () => {
  respond = () => new Response('{}', { status: 401 });
  follow();
  await advanceTime(300_000);
  expect([requests.length, onPoll.mock.calls.length]).toEqual([1, 0]);
});
