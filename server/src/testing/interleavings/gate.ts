import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type Waiting = { text: string; release: () => void };

const textOf = (first: unknown): string =>
  typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');

/** pg-boss reads its queues when its copy of them is a minute old, so this statement comes at random. */
const isAtRandom = (text: string): boolean => /\bfrom pgboss\.queue\b/i.test(text);

/**
 * Holds back the SQL statements of one node's pool until they are released one by one, so that a test decides which node
 * sends its next statement. While the gate is open, statements pass.
 */
export class Gate {
  /** Process ids of the pool's connections in PostgreSQL. */
  readonly pids = new Set<number>();
  /** Changes the text of each statement that is released, for example to leave out a lock. */
  rewrite: (text: string) => string = (text) => text;
  #isOpen = true;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #notify: () => void = () => undefined;

  constructor(pool: pg.Pool) {
    const gated = new WeakSet<pg.PoolClient>();
    pool.on('acquire', (client) => {
      if (gated.has(client)) return;
      gated.add(client);
      const { processID } = client as unknown as { processID: number };
      this.pids.add(processID);
      const query = client.query.bind(client) as unknown as Query;
      client.query = ((...args: unknown[]) => this.#pass(query, args)) as typeof client.query;
    });
  }

  /** The statement that would be released next. */
  get next(): string | undefined {
    return this.#waiting[0]?.text;
  }

  /** Whether a released statement has no result yet. */
  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Holds back statements from now on. */
  close(): void {
    this.#isOpen = false;
  }

  /** Lets everything pass. */
  open(): void {
    this.#isOpen = true;
    for (const { release } of this.#waiting.splice(0)) release();
  }

  /** Sends the first statement that waits. @returns its text */
  release(): string {
    const first = this.#waiting.shift();
    if (!first) throw new Error('no statement waits');
    first.release();
    return first.text;
  }

  /** Resolves when a statement arrives, or a released one has its result. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = resolve;
    });
  }

  #pass(query: Query, args: unknown[]): unknown {
    const [first] = args;
    const isStream = typeof (first as { submit?: unknown } | undefined)?.submit === 'function';
    if (this.#isOpen || isStream || isAtRandom(textOf(first))) return query(...args);
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as (...result: unknown[]) => void) : undefined;
    const result = this.#wait(textOf(first)).then(() =>
      typeof first === 'string' ? query(this.rewrite(first), ...args.slice(1)) : query(...args),
    );
    const done = () => {
      this.#running--;
      this.#notify();
    };
    result.then(done, done);
    if (!callback) return result;
    result.then((value) => callback(null, value), callback);
    return undefined;
  }

  #wait(text: string): Promise<void> {
    return new Promise((resolve) => {
      const release = () => {
        this.#running++;
        resolve();
      };
      this.#waiting.push({ text, release });
      this.#notify();
    });
  }
}
