import { expect, it, vi } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

const collectEvents = async (chunks: readonly (string | Uint8Array)[], onChunk = () => {}) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body, onChunk)) events.push(event);
  return events;
};

it('reads events from chunks of any size, and skips comments', async () => {
  const text = 'retry: 1000\n\n: still here\n\nid: 7\nevent: messages\ndata: {"a":"Ọ: b"}\n\nid: 8\ndata: 2\n\n';
  const expected = [
    { id: '7', data: '{"a":"Ọ: b"}' },
    { id: '8', data: '2' },
  ];
  const onChunk = vi.fn();
  expect(await collectEvents([text], onChunk)).toEqual(expected);
  expect(onChunk).toHaveBeenCalledOnce();
  const bytes = new TextEncoder().encode(text);
  expect(await collectEvents([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

it('ignores an incomplete event at the end of the stream', async () => {
  expect(await collectEvents(['id: 7\ndata: {"half'])).toEqual([]);
});
