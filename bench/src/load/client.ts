import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** What a connection sends: the next request, as bytes. */
type NextRequest = () => Buffer;

/** A request as it goes over the wire. */
export const requestBytes = (path: string, headers: Readonly<Record<string, string>> = {}): Buffer => {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(lines.join('\r\n') + HEAD_END, 'latin1');
};

/** Bytes of the whole answer, from its head. @throws Error for an answer that the benchmark must not count */
const answerLength = (chunk: Buffer): number => {
  const end = chunk.indexOf(HEAD_END);
  const head = chunk.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`unwanted answer: ${head.slice(0, 300)}`);
  return end + HEAD_END.length + Number(length);
};

/**
 * One connection that asks again as soon as it was answered.
 * It reads heads and counts bytes, no more: what asks must cost little beside what answers.
 * @param until performance.now() at which no new request is sent
 * @param pause milliseconds from an answer to the next request
 * @returns milliseconds that each request took
 */
export const keepAsking = (port: number, next: NextRequest, until: number, pause = 0): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    let missing = 0;
    let sent = 0;
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const send = () => {
      sent = performance.now();
      socket.write(next());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      try {
        if (missing === 0) missing = answerLength(chunk);
      } catch (error) {
        return reject(error);
      }
      missing -= chunk.length;
      if (missing > 0) return;
      const now = performance.now();
      times.push(now - sent);
      if (now + pause < until) return pause > 0 ? setTimeout(send, pause) : send();
      socket.removeAllListeners('close');
      socket.destroy();
      resolve(times);
    });
  });
