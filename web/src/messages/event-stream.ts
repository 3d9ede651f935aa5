/** One event of a stream, as the server wrote it. */
export type StreamEvent = { id: string | undefined; data: string };

/**
 * Reads server-sent events (WHATWG HTML, section 9.2), as far as the shop's own server writes them: lines end with \n,
 * and one event has one line of data. The browser's EventSource can't send a token in a header.
 * @param heard told of every piece that arrives, comments too
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]));
        const data = fields.get('data');
        if (data !== undefined) yield { id: fields.get('id'), data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
