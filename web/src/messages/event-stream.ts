/** One server-sent event. */
export type StreamEvent = { id: string | undefined; data: string };

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) in the form that the shop's server writes: lines end with \n, and an
 * event has one line of data. The browser's EventSource can't send a token in a header.
 * @param onChunk called for each received chunk, comments included
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
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
