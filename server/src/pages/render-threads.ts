import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { Answer, Ask, MadePage, MakePage, PageOrder } from './page-maker.ts';

/** What a thread is asked. `page` is the number by which it asks back. */
export type ThreadCalls = { make(page: number, order: PageOrder): Promise<MadePage> };
/** What a thread asks. */
export type ServerCalls = { answer(page: number, url: string, known: string | undefined): Promise<Answer> };

type Thread = {
  worker: Worker;
  calls: BirpcReturn<ThreadCalls, ServerCalls>;
  underWay: number;
  /** When it last said anything, as performance.now(). */
  heard: number;
};

const PROGRAM = new URL('render-thread.ts', import.meta.url);
/** Milliseconds after which a page is given up, and its thread taken to hang if it has been silent for half of them. */
const PATIENCE = 30_000;

/**
 * Renders pages in threads of their own, so that a page takes no time from those who ask for answers, and as many are
 * rendered at once as there are threads (docs/decisions/rendered-pages.md). Another thread is started when all are at work.
 */
export class RenderThreads {
  readonly #bundle: string;
  readonly #most: number;
  readonly #patience: number;
  #threads: Thread[] = [];
  /** How the pages under way ask the API. */
  readonly #asks = new Map<number, Ask>();
  #pages = 0;

  /**
   * @param bundle address (file:) of the module that exports `render`
   * @param most threads at once
   * @param patience milliseconds that one page may take
   */
  constructor(bundle: string, most: number, patience = PATIENCE) {
    this.#bundle = bundle;
    this.#most = most;
    this.#patience = patience;
    this.#start();
  }

  /** Makes one page. @throws whatever rendering throws; Error when it takes longer than it may, or its thread ends */
  readonly make: MakePage = async (order, ask) => {
    const thread = this.#choose();
    const page = this.#pages++;
    this.#asks.set(page, ask);
    thread.underWay++;
    try {
      return await thread.calls.make(page, order);
    } finally {
      thread.underWay--;
      this.#asks.delete(page);
    }
  };

  /** Ends all threads; pages under way fail. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => this.#end(thread, new Error('the server is stopping'))));
  }

  /** One that is idle, or a new one, or the one with the least to do. */
  #choose(): Thread {
    const least = this.#threads.toSorted((a, b) => a.underWay - b.underWay)[0];
    if (least && (least.underWay === 0 || this.#threads.length >= this.#most)) return least;
    return this.#start();
  }

  #start(): Thread {
    const worker = new Worker(PROGRAM, { workerData: this.#bundle });
    const thread: Thread = {
      worker,
      underWay: 0,
      heard: performance.now(),
      calls: createBirpc<ThreadCalls, ServerCalls>(
        {
          answer: (page, url, known) => {
            const ask = this.#asks.get(page);
            if (!ask) throw new Error('the page was given up');
            return ask(url, known);
          },
        },
        {
          post: (message) => worker.postMessage(message),
          on: (listener) =>
            worker.on('message', (message) => {
              thread.heard = performance.now();
              listener(message);
            }),
          timeout: this.#patience,
          onTimeoutError: () => {
            // Whatever a silent one is at goes on for ever: only the end of the thread ends it.
            const silent = performance.now() - thread.heard > this.#patience / 2;
            if (silent) void this.#end(thread, new Error('the thread hangs'));
          },
        },
      ),
    };
    // An error that nothing caught ends the thread, and with it the pages that it has under way.
    worker.on('error', (error: Error) => void this.#end(thread, error));
    worker.on('exit', () => void this.#end(thread, new Error('the thread ended')));
    this.#threads.push(thread);
    return thread;
  }

  async #end(thread: Thread, reason: Error): Promise<void> {
    if (!this.#threads.includes(thread)) return;
    this.#threads = this.#threads.filter((other) => other !== thread);
    thread.calls.$close(reason);
    await thread.worker.terminate();
  }
}
