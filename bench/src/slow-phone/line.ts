import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const BITS_PER_MS_DOWN = 1600;
const BITS_PER_MS_UP = 750;
const ROUND_TRIP_MS = 150;
/** Bytes of a segment's content, and of its headers. */
const SEGMENT_BYTES = 1448;
const HEADER_BYTES = 52;
/** The first window of a connection (RFC 6928). It grows by what is acknowledged, which doubles it in each round trip. */
const FIRST_WINDOW_BYTES = 10 * SEGMENT_BYTES;
/** A source is paused above the first limit, and resumed below the second one. */
const MAX_QUEUED_BYTES = 65_536;
const RESUME_QUEUED_BYTES = 32_768;

/** What one connection sends in one direction. */
type Flow = {
  source: Socket;
  target: Socket;
  queue: Buffer[];
  queuedBytes: number;
  /** Sent, and not yet acknowledged. */
  unacknowledgedBytes: number;
  windowBytes: number;
  state: 'open' | 'ending' | 'ended' | 'dropped';
};

/** Segments on their way; without content, the end of the flow. */
type Delivery = { atMs: number; flow: Flow; content?: Buffer };

/** One direction of the line: its connections send their segments in turns, as far as the rate and their windows allow. */
class Direction {
  readonly #bytesPerMs: number;
  #flows: Flow[] = [];
  #deliveries: Delivery[] = [];
  #freeAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(bitsPerMs: number) {
    this.#bytesPerMs = bitsPerMs / 8;
  }

  /** Carries what `source` sends to `target`, until `drop`. */
  open(source: Socket, target: Socket): Flow {
    const flow: Flow = {
      source,
      target,
      queue: [],
      queuedBytes: 0,
      unacknowledgedBytes: 0,
      windowBytes: FIRST_WINDOW_BYTES,
      state: 'open',
    };
    this.#flows.push(flow);
    source.on('data', (content: Buffer) => {
      flow.queue.push(content);
      flow.queuedBytes += content.length;
      if (flow.queuedBytes > MAX_QUEUED_BYTES) source.pause();
      this.#run();
    });
    source.on('end', () => {
      if (flow.state === 'open') flow.state = 'ending';
      this.#run();
    });
    return flow;
  }

  drop(flow: Flow): void {
    flow.state = 'dropped';
    this.#flows = this.#flows.filter((other) => other !== flow);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #takeSegment(flow: Flow): Buffer {
    const [first = Buffer.alloc(0)] = flow.queue;
    if (first.length > SEGMENT_BYTES) flow.queue[0] = first.subarray(SEGMENT_BYTES);
    else flow.queue.shift();
    const content = first.subarray(0, SEGMENT_BYTES);
    flow.queuedBytes -= content.length;
    if (flow.queuedBytes < RESUME_QUEUED_BYTES) flow.source.resume();
    return content;
  }

  #nextFlow(): Flow | undefined {
    const position = this.#flows.findIndex(
      ({ queuedBytes, unacknowledgedBytes, windowBytes }) => queuedBytes > 0 && unacknowledgedBytes < windowBytes,
    );
    const [flow] = position === -1 ? [] : this.#flows.splice(position, 1);
    // The last one in turn.
    if (flow) this.#flows.push(flow);
    return flow;
  }

  #send(nowMs: number): void {
    while (this.#freeAtMs <= nowMs + 1) {
      const flow = this.#nextFlow();
      if (!flow) break;
      const content = this.#takeSegment(flow);
      flow.unacknowledgedBytes += content.length;
      this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + (content.length + HEADER_BYTES) / this.#bytesPerMs;
      this.#deliveries.push({ atMs: this.#freeAtMs + ROUND_TRIP_MS / 2, flow, content });
    }
    for (const flow of this.#flows) {
      if (flow.state !== 'ending' || flow.queuedBytes > 0) continue;
      flow.state = 'ended';
      this.#deliveries.push({ atMs: Math.max(this.#freeAtMs, nowMs) + ROUND_TRIP_MS / 2, flow });
    }
  }

  #deliver(nowMs: number): void {
    for (let first = this.#deliveries[0]; first && first.atMs <= nowMs; first = this.#deliveries[0]) {
      this.#deliveries.shift();
      const { flow, content } = first;
      if (flow.state === 'dropped') continue;
      if (!content) {
        flow.target.end();
        continue;
      }
      flow.target.write(content);
      setTimeout(() => {
        flow.unacknowledgedBytes -= content.length;
        flow.windowBytes += content.length;
        this.#run();
      }, ROUND_TRIP_MS / 2);
    }
  }

  /** Sends and delivers what is due, and sets the timer for what is due next. */
  #run(): void {
    const nowMs = performance.now();
    this.#send(nowMs);
    this.#deliver(nowMs);
    clearTimeout(this.#timer);
    const canSend = this.#flows.some(
      ({ queuedBytes, unacknowledgedBytes, windowBytes }) => queuedBytes > 0 && unacknowledgedBytes < windowBytes,
    );
    const nextMs = Math.min(this.#deliveries[0]?.atMs ?? Number.POSITIVE_INFINITY, canSend ? this.#freeAtMs : Infinity);
    if (nextMs < Infinity) this.#timer = setTimeout(() => this.#run(), Math.max(0, nextMs - performance.now()));
  }
}

/** The address that a SOCKS 5 client asks for (RFC 1928), or undefined while its request is incomplete. */
const readTarget = (request: Buffer): { host: string; port: number } | undefined => {
  const type = request[3];
  const length = type === 1 ? 4 : type === 4 ? 16 : (request[4] ?? 0) + 1;
  if (request.length < 4 + length + 2) return undefined;
  const address = request.subarray(4, 4 + length);
  const host =
    type === 1
      ? address.join('.')
      : type === 3
        ? address.subarray(1).toString()
        : (address.toString('hex').match(/.{4}/g) ?? []).join(':');
  return { host, port: request.readUInt16BE(4 + length) };
};

/** Reads from a socket until `parse` has a result. */
const readFrom = async <Result>(socket: Socket, parse: (bytes: Buffer) => Result | undefined): Promise<Result> => {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const result = parse(bytes);
    if (result !== undefined) return result;
    const [more] = (await once(socket, 'data')) as [Buffer];
    bytes = Buffer.concat([bytes, more]);
  }
};

export type SlowLine = { proxy: string; close(): void };

/**
 * Opens a slow mobile line: a SOCKS 5 proxy whose connections share 1.6 Mbit/s down and 750 kbit/s up, with round trips
 * of 150 ms, one of them to connect, and windows that open as those of TCP. The throttling of DevTools delays responses
 * only, so it leaves out connecting, and has no windows.
 */
export const openSlowLine = async (): Promise<SlowLine> => {
  const down = new Direction(BITS_PER_MS_DOWN);
  const up = new Direction(BITS_PER_MS_UP);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
  };

  const carry = async (client: Socket) => {
    await readFrom(client, (bytes) => (bytes.length >= 2 && bytes.length >= 2 + (bytes[1] ?? 0)) || undefined);
    client.write(Buffer.from([5, 0]));
    const server = connect({ ...(await readFrom(client, readTarget)), allowHalfOpen: true });
    track(server);
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    await once(server, 'connect');
    setTimeout(() => {
      if (client.destroyed) return;
      const flows = [up.open(client, server), down.open(server, client)] as const;
      client.on('close', () => {
        up.drop(flows[0]);
        down.drop(flows[1]);
      });
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    }, ROUND_TRIP_MS);
  };

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    track(client);
    client.on('error', () => client.destroy());
    // A connection that fails is closed, as on a real line; the browser shows what that means for the page.
    carry(client).catch(() => client.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    proxy: `socks5://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
      down.close();
      up.close();
    },
  };
};
