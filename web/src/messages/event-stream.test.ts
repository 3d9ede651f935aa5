import { expect, it, vi } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

const read = async (chunks: readonly (string | Uint8Array)[], heard = () => {}) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body, heard)) events.push(event);
  return events;
};

it('events are read however they are cut, and comments are only heard', async () => {
  const text = 'retry: 1000\n\n: still here\n\nid: 7\nevent: messages\ndata: {"a":"Ọ: b"}\n\nid: 8\ndata: 2\n\n';
  const expected = [
    { id: '7', data: '{"a":"Ọ: b"}' },
    { id: '8', data: '2' },
  ];
  const heard = vi.fn();
  expect(await read([text], heard)).toEqual(expected);
  expect(heard).toHaveBeenCalledOnce();
  const bytes = new TextEncoder().encode(text);
  expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

it('an event that was cut off is none', async () => {
  expect(await read(['id: 7\ndata: {"half'])).toEqual([]);
});
