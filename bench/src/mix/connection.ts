import { connect, type Socket } from 'node:net';

const HEADER_END = '\r\n\r\n';

export type MixResponse = { status: number; etag: string | undefined; body: Buffer };

type Pending = {
  bytes: Buffer;
  isRetry: boolean;
  resolve: (response: MixResponse) => void;
  reject: (error: Error) => void;
};

/** Encodes a request. @param body JSON text */
export const encodeMixRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer => {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: shop.test'];
  for (const name in headers) lines.push(`${name}: ${headers[name]}`);
  if (body !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(lines.join('\r\n') + HEADER_END + body);
};

/**
 * One HTTP/1.1 connection of a shopper. It sends one request after the other, reads status, ETag and body only, and opens
 * a new connection when the server has closed the idle one: the load generator must use little CPU time compared with the
 * servers.
 */
export class ShopperConnection {
  readonly #port: number;
  readonly #queue: Pending[] = [];
  #socket: Socket | undefined;
  #current: Pending | undefined;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #missingBytes = 0;
  #head: { status: number; etag: string | undefined; bodyStart: number } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  send(bytes: Buffer): Promise<MixResponse> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, isRetry: false, resolve, reject });
      this.#sendNext();
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #sendNext(): void {
    if (this.#current) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#socket ??= this.#open();
    this.#socket.write(next.bytes);
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(socket, error));
    socket.on('close', () => this.#end(socket, new Error('the server closed the connection')));
    return socket;
  }

  #end(socket: Socket, error: Error): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    const current = this.#current;
    const hasResponse = this.#receivedBytes > 0;
    this.#reset();
    if (!current) return;
    // The server may close an idle connection at the moment of the next request: browsers send that request again.
    if (!hasResponse && !current.isRetry) this.#queue.unshift({ ...current, isRetry: true });
    else current.reject(error);
    this.#sendNext();
  }

  #reset(): void {
    this.#current = undefined;
    this.#received = [];
    this.#receivedBytes = 0;
    this.#missingBytes = 0;
    this.#head = undefined;
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    if (!this.#head) {
      const bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
      const end = bytes.indexOf(HEADER_END);
      if (end < 0) return;
      const text = bytes.toString('latin1', 0, end);
      const status = Number(text.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      const hasNoBody = status === 304 || status === 204;
      if (!hasNoBody && length === undefined)
        return void this.#socket?.destroy(new Error(`a response without content-length: ${text.slice(0, 200)}`));
      const bodyStart = end + HEADER_END.length;
      this.#head = { status, etag: /\r\netag: (\S+)/i.exec(text)?.[1], bodyStart };
      this.#missingBytes = bodyStart + (hasNoBody ? 0 : Number(length)) - this.#receivedBytes;
    } else this.#missingBytes -= chunk.length;
    if (this.#missingBytes > 0) return;
    const { status, etag, bodyStart } = this.#head;
    const body = Buffer.concat(this.#received).subarray(bodyStart);
    const resolve = this.#current?.resolve;
    this.#reset();
    resolve?.({ status, etag, body });
    this.#sendNext();
  }
}
