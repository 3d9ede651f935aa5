import { percentile } from '../statistics.ts';

/** What a shopper's request is for. */
export type Kind = 'page' | 'script' | 'catalogue' | 'account' | 'cart' | 'order' | 'payment' | 'message';

export type Reply = { status: number; headers: Headers; body: Buffer };

type Sample = { phase: string; kind: Kind; ms: number; node: string };

type Request = {
  method?: 'GET' | 'POST';
  /** Sent in the header Authorization. */
  token?: string;
  headers?: Record<string, string>;
  body?: object;
  /** The only status that is not a failure. */
  status?: number;
};

/** A part of the traffic that is done again and again. */
export type Actor = { name: string; round(): Promise<void> };

/** Longer than any request takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const MAX_FAILURE_TEXT = 300;

/** Shoppers who use the shop without pause, each one request after the other. Every failed request is recorded. */
export class Traffic {
  readonly failures: string[] = [];
  readonly #origin: string;
  readonly #samples: Sample[] = [];
  readonly #rounds = new Map<string, number>();
  readonly #running: Promise<void>[] = [];
  /** Called after each round. */
  readonly #watchers = new Set<() => void>();
  #phase = '';
  #isStopped = false;

  /** @param origin of the load balancer */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Sends a request and reads the whole response. @throws Error if it fails or has another status, after recording that */
  async send(
    kind: Kind,
    path: string,
    { method = 'GET', token, headers, body, status = 200 }: Request = {},
  ): Promise<Reply> {
    const phase = this.#phase;
    const startMs = performance.now();
    try {
      const response = await fetch(this.#origin + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const content = Buffer.from(await response.arrayBuffer());
      const node = response.headers.get('x-node') ?? 'no node';
      this.#samples.push({ phase, kind, ms: performance.now() - startMs, node });
      if (response.status !== status)
        throw new Error(`${response.status} from ${node}: ${content.toString().slice(0, MAX_FAILURE_TEXT)}`);
      return { status: response.status, headers: response.headers, body: content };
    } catch (error) {
      throw this.fail(`${method} ${path}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`);
    }
  }

  /** Sends a request to the API. @returns the parsed response */
  call<Result>(kind: Kind, path: string, request: Request = {}): Promise<Result> {
    return this.callAt(kind, `/backend${path}`, request);
  }

  /** Sends a request to an address of the shop. @returns the parsed response */
  async callAt<Result>(kind: Kind, path: string, request: Request = {}): Promise<Result> {
    return JSON.parse((await this.send(kind, path, request)).body.toString()) as Result;
  }

  /** Records that a shopper saw something wrong. */
  fail(text: string): Error {
    this.failures.push(`${this.#phase}: ${text}`);
    return new Error(text);
  }

  /** Starts an actor, whose rounds follow each other until `stop`. A round that fails ends early. */
  start({ name, round }: Actor): void {
    this.#rounds.set(name, 0);
    const run = async () => {
      while (!this.#isStopped) {
        const failures = this.failures.length;
        await round().catch((error: unknown) => {
          // A failed request is recorded already.
          if (this.failures.length === failures) this.fail(`${name}: ${error}`);
        });
        this.#rounds.set(name, (this.#rounds.get(name) ?? 0) + 1);
        for (const watch of this.#watchers) watch();
      }
    };
    this.#running.push(run());
  }

  /** Names what happens from now on. */
  beginPhase(phase: string): void {
    this.#phase = phase;
  }

  /** Waits until each actor has begun and finished as many further rounds. */
  async settle(rounds: number): Promise<void> {
    // The present round of each actor began before.
    const goals = new Map([...this.#rounds].map(([name, done]) => [name, done + rounds + 1]));
    const isDone = () => [...goals].every(([name, goal]) => (this.#rounds.get(name) ?? 0) >= goal);
    await new Promise<void>((resolve) => {
      const watch = () => {
        if (!isDone()) return;
        this.#watchers.delete(watch);
        resolve();
      };
      this.#watchers.add(watch);
    });
  }

  /** Waits until a node has sent as many responses since the start of the phase. */
  async waitForNode(node: string, responses: number): Promise<void> {
    const phase = this.#phase;
    const isDone = () =>
      this.#samples.filter((sample) => sample.phase === phase && sample.node === node).length >= responses;
    while (!isDone()) await this.settle(0);
  }

  /** Lets every actor finish its round. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** The number of requests, failures, and response times in milliseconds, by phase. */
  summarize(): { phase: string; requests: number; failed: number; p50: number; p99: number; slowest: number }[] {
    return [...Map.groupBy(this.#samples, ({ phase }) => phase)].map(([phase, samples]) => {
      const times = samples.map(({ ms }) => ms);
      const failed = this.failures.filter((text) => text.startsWith(`${phase}: `)).length;
      const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => Math.round(percentile(times, share)));
      return { phase, requests: samples.length, failed, p50: p50 ?? 0, p99: p99 ?? 0, slowest: slowest ?? 0 };
    });
  }

  /** The number of requests of each kind. */
  countKinds(): Map<Kind, number> {
    const kinds = Map.groupBy(this.#samples, ({ kind }) => kind);
    return new Map([...kinds].map(([kind, samples]) => [kind, samples.length]));
  }
}
