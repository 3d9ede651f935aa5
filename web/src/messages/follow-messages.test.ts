import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followMessages } from './follow-messages.ts';

const EVENT = 'retry: 1\n\nid: 7\nevent: messages\ndata: {"unread":2,"threads":["a"]}\n\n';
const headers = { 'content-type': 'text/event-stream; charset=utf-8' };

/** A page, in sight or not. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

/** A stream that says something, and then goes on. */
const going = (signal: AbortSignal | null | undefined, text = EVENT): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    }),
    { headers },
  );

let answer: (init: RequestInit) => Response | Promise<Response>;
let asked: RequestInit[];
let leaving: AbortController;
const onEvent = vi.fn();
const onPoll = vi.fn(async () => {});
let following: Promise<void>;
const follow = () => {
  following = followMessages('token', { onEvent, onPoll }, leaving.signal);
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  onEvent.mockClear();
  onPoll.mockClear();
  asked = [];
  leaving = new AbortController();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(init);
    return answer(init);
  });
});
afterEach(async () => {
  leaving.abort();
  await following;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const lastId = (at: number) => new Headers(asked[at]?.headers).get('last-event-id');

it('a page out of sight holds no stream, and goes on where it ended when it is back', {
  tags: ['@MESSAGE-53'],
}, async () => {
  answer = ({ signal }) => going(signal);
  follow();
  await pass(10);
  expect(onEvent.mock.calls).toEqual([[{ unread: 2, threads: ['a'] }]]);
  expect([asked.length, lastId(0)]).toEqual([1, null]);
  show('hidden');
  await pass(120_000);
  expect(asked).toHaveLength(1);
  show('visible');
  await pass(5_000);
  expect([asked.length, lastId(1)]).toEqual([2, '7']);
  expect(onPoll).not.toHaveBeenCalled();
});

it('a stream that falls silent is opened anew', async () => {
  answer = ({ signal }) => going(signal);
  follow();
  await pass(60_000 + 5_000);
  expect(asked.length).toBe(2);
  expect(onPoll).not.toHaveBeenCalled();
});

it.each([
  ['refuses', () => new Response('{}', { status: 429 })],
  ['answers a page', () => new Response('<html>')],
  ['cuts the stream at once', () => new Response(EVENT, { headers })],
  ['can not be reached', () => Promise.reject(new Error('Network'))],
  [
    'holds the stream back',
    ({ signal }: RequestInit) =>
      new Promise<Response>((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted')))),
  ],
])(
  'where the server, or what stands before it, %s, it is asked from time to time',
  { tags: ['@MESSAGE-52'] },
  async (_, how) => {
    answer = how;
    follow();
    await pass(10_000 + 10);
    expect(onPoll).toHaveBeenCalledTimes(1);
    await pass(45_000);
    expect(onPoll).toHaveBeenCalledTimes(2);
    leaving.abort();
    await pass(300_000);
    expect(onPoll).toHaveBeenCalledTimes(2);
  },
);

it('a token that opens nothing is not asked with again', async () => {
  answer = () => new Response('{}', { status: 401 });
  follow();
  await pass(300_000);
  expect([asked.length, onPoll.mock.calls.length]).toEqual([1, 0]);
});
