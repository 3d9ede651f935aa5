import { connect, type Socket } from 'node:net';

const HEADER_END = '\r\n\r\n';

/** Encodes a GET request. */
export const encodeRequest = (path: string, headers: Readonly<Record<string, string>> = {}): Buffer => {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(lines.join('\r\n') + HEADER_END, 'latin1');
};

/** Filled by each read of each connection in turn, so that a read allocates no buffer. */
const readBuffer = Buffer.allocUnsafe(65_536);

/** Reads the size of a response from its header section. @throws Error unless it is a 200 with a Content-Length */
const readResponseLength = (chunk: Buffer): number => {
  const end = chunk.indexOf(HEADER_END);
  const head = chunk.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`unexpected response: ${head.slice(0, 300)}`);
  return end + HEADER_END.length + Number(length);
};

/**
 * Sends one request after the other over one connection. It parses headers and counts bytes only, because the load
 * generator must use little CPU time compared with the server.
 * @param nextRequest returns the bytes of the next request
 * @param endMs the performance.now() after which no request is sent
 * @param pauseMs the pause between a response and the next request
 * @returns the milliseconds that each request took
 */
export const sendRequests = (port: number, nextRequest: () => Buffer, endMs: number, pauseMs = 0): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const timesMs: number[] = [];
    let missingBytes = 0;
    let sentMs = 0;
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: readBuffer,
        callback: (length) => {
          receive(length);
          return true;
        },
      },
    });
    const send = () => {
      sentMs = performance.now();
      socket.write(nextRequest());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    const receive = (length: number) => {
      try {
        if (missingBytes === 0) missingBytes = readResponseLength(readBuffer.subarray(0, length));
      } catch (error) {
        return reject(error);
      }
      missingBytes -= length;
      if (missingBytes > 0) return;
      const nowMs = performance.now();
      timesMs.push(nowMs - sentMs);
      if (nowMs + pauseMs < endMs) return pauseMs > 0 ? setTimeout(send, pauseMs) : send();
      socket.removeAllListeners('close');
      socket.destroy();
      resolve(timesMs);
    };
  });
