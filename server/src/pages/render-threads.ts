import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { collectYoungGarbage } from '../platform/v8-flags.ts';
import type { ApiResponse, FetchApi, PageRenderer, RenderedPage, RenderRequest } from './page-renderer.ts';

/** Calls from the main thread to a render thread. `page` identifies the page when the thread calls back. */
export type ThreadCalls = { render(page: number, request: RenderRequest): Promise<RenderedPage> };
/** Calls from a thread to the main thread. */
export type ServerCalls = { fetchApi(page: number, url: string, knownEtag: string | undefined): Promise<ApiResponse> };

type Thread = {
  worker: Worker;
  calls: BirpcReturn<ThreadCalls, ServerCalls>;
  activePages: number;
  /** Time of its last message, as performance.now(). */
  lastMessageAt: number;
};

const THREAD_MODULE = new URL('render-thread.ts', import.meta.url);
/** Maximum number of pages that are rendered or wait for a thread. */
const MAX_PAGES = 200;
/**
 * After so many bytes of pages the young generation of the main thread is collected. The bytes are outside the heap, so V8 would
 * otherwise run a full collection, which takes much longer, after every twenty megabytes (docs/decisions/response-cache.md).
 */
const BYTES_PER_COLLECTION = 8_000_000;
/** A page that takes longer fails. A thread that was silent for half of this time counts as hung. */
const RENDER_TIMEOUT_MS = 12_000;
/** Memory of one thread, several times what it needs. A thread that takes more is ended before the process runs out of memory. */
const MAX_THREAD_MEGABYTES = 384;
const MEGABYTE = 2 ** 20;
/** Time between two checks of the memory outside the heap of threads that render. V8 limits only the heap. */
const MEMORY_CHECK_MS = 500;

/** Thrown when too many pages wait. The visitor gets 503 with Retry-After instead of waiting until the time-out. */
export class TooManyPagesError extends Error {}

/**
 * Renders pages in worker threads, so that rendering does not block API calls and uses several cores
 * (docs/decisions/rendered-pages.md). A further thread is started when all are busy.
 */
export class RenderThreads {
  readonly #bundle: string;
  readonly #maxThreads: number;
  readonly #timeoutMs: number;
  readonly #maxPages: number;
  readonly #maxThreadMegabytes: number;
  readonly #memoryChecks: NodeJS.Timeout;
  #threads: Thread[] = [];
  /** API access of the pages in progress. */
  readonly #fetchers = new Map<number, FetchApi>();
  #nextPage = 0;
  /** Bytes of pages since the last collection. */
  #receivedBytes = 0;
  #isClosed = false;

  /**
   * @param bundle file: URL of the module that exports `render`
   * @param maxThreads maximum number of threads
   * @param timeoutMs maximum time for one page
   * @param maxPages maximum number of pages that are rendered or wait
   * @param maxThreadMegabytes memory of one thread
   */
  constructor(
    bundle: string,
    maxThreads: number,
    {
      timeoutMs = RENDER_TIMEOUT_MS,
      maxPages = MAX_PAGES,
      maxThreadMegabytes = MAX_THREAD_MEGABYTES,
    }: { timeoutMs?: number; maxPages?: number; maxThreadMegabytes?: number } = {},
  ) {
    this.#bundle = bundle;
    this.#maxThreads = maxThreads;
    this.#timeoutMs = timeoutMs;
    this.#maxPages = maxPages;
    this.#maxThreadMegabytes = maxThreadMegabytes;
    this.#memoryChecks = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS).unref();
    this.#start();
  }

  /**
   * Renders one page.
   * @throws errors of the rendering; TooManyPagesError if too many pages wait; Error on a time-out, if the thread ends, and after
   *   `close`
   */
  readonly render: PageRenderer = async (request, fetchApi) => {
    if (this.#isClosed) throw new Error('the server is stopping');
    if (this.#fetchers.size >= this.#maxPages)
      throw new TooManyPagesError('Too many visitors at once. Please try again in a moment.');
    const thread = this.#pickThread();
    const page = this.#nextPage++;
    this.#fetchers.set(page, fetchApi);
    thread.activePages++;
    try {
      const rendered = await thread.calls.render(page, request);
      this.#countBytes(rendered.body.length);
      return rendered;
    } finally {
      thread.activePages--;
      this.#fetchers.delete(page);
    }
  };

  /** Terminates all threads; pages in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#memoryChecks);
    await Promise.all(this.#threads.map((thread) => this.#end(thread, new Error('the server is stopping'))));
  }

  /** Counts the bytes of a page, and collects garbage when there are enough. */
  #countBytes(bytes: number): void {
    this.#receivedBytes += bytes;
    if (this.#receivedBytes < BYTES_PER_COLLECTION) return;
    this.#receivedBytes = 0;
    collectYoungGarbage();
  }

  /** Ends threads with too much memory outside the heap, such as buffers. */
  #checkMemory(): void {
    for (const thread of this.#threads.filter(({ activePages }) => activePages > 0))
      thread.worker.getHeapStatistics().then(
        ({ external_memory }) => {
          if (external_memory > this.#maxThreadMegabytes * MEGABYTE)
            void this.#end(thread, new Error('the render thread took too much memory'));
        },
        // The thread has ended.
        () => undefined,
      );
  }

  /** An idle thread, otherwise a new one, otherwise the one with the fewest pages. */
  #pickThread(): Thread {
    const least = this.#threads.toSorted((a, b) => a.activePages - b.activePages)[0];
    if (least && (least.activePages === 0 || this.#threads.length >= this.#maxThreads)) return least;
    return this.#start();
  }

  #start(): Thread {
    const worker = new Worker(THREAD_MODULE, {
      workerData: this.#bundle,
      resourceLimits: { maxOldGenerationSizeMb: this.#maxThreadMegabytes },
    });
    const thread: Thread = {
      worker,
      activePages: 0,
      lastMessageAt: performance.now(),
      calls: createBirpc<ThreadCalls, ServerCalls>(
        {
          fetchApi: (page, url, knownEtag) => {
            const fetchApi = this.#fetchers.get(page);
            if (!fetchApi) throw new Error('the page has timed out');
            return fetchApi(url, knownEtag);
          },
        },
        {
          post: (message) => worker.postMessage(message),
          on: (listener) =>
            worker.on('message', (message) => {
              thread.lastMessageAt = performance.now();
              listener(message);
            }),
          timeout: this.#timeoutMs,
          onTimeoutError: () => {
            // A hung render cannot be interrupted, so terminate its thread.
            const isSilent = performance.now() - thread.lastMessageAt > this.#timeoutMs / 2;
            if (isSilent) void this.#end(thread, new Error('the render thread hangs'));
          },
        },
      ),
    };
    // An uncaught error ends the thread and fails its pages.
    worker.on('error', (error: Error) => void this.#end(thread, error));
    worker.on('exit', () => void this.#end(thread, new Error('the render thread ended')));
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
