import { totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import PQueue from 'p-queue';
import { collectYoungGarbage } from '../platform/v8-flags.ts';
import type { ApiResponse, DeskRenderRequest, FetchApi, RenderedPage, RenderRequest } from './page-renderer.ts';

/** file: URLs of the modules that export `render`. */
export type Bundles = { shop: string; desk?: string | undefined };
type AnyRequest = RenderRequest | DeskRenderRequest;
/** Calls from the main thread to a render thread. `page` identifies the page when the thread calls back. */
export type ThreadCalls = { render(page: number, request: AnyRequest): Promise<RenderedPage> };
/** Calls from a thread to the main thread. */
export type ServerCalls = { fetchApi(page: number, url: string, knownEtag: string | undefined): Promise<ApiResponse> };

type Thread = {
  worker: Worker;
  calls: BirpcReturn<ThreadCalls, ServerCalls>;
  activePages: number;
  /** Time of its last message, as performance.now(). */
  lastMessageAt: number;
  /** Whether its memory is being checked. */
  isChecked: boolean;
  /** Whether it had too much memory at the last check. */
  hadTooMuch: boolean;
};
/** A page in progress. */
type Page = {
  id: number;
  request: AnyRequest;
  /** Rejects when the page takes too long. */
  timeout: Promise<never>;
  /** The thread that renders it; undefined while it waits for a second attempt. */
  thread: Thread | undefined;
};

const THREAD_MODULE = new URL('render-thread.ts', import.meta.url);
/** Maximum number of pages that are rendered or wait for a thread. */
const MAX_PAGES = 200;
/**
 * After so many bytes of pages the young generation of the main thread is collected. The bytes are outside the heap, so V8 would
 * otherwise run a full collection, which takes much longer, after every twenty megabytes (docs/decisions/response-cache.md).
 */
const BYTES_PER_COLLECTION = 8_000_000;
/** A page that takes longer, with a second attempt, fails. A thread that was silent for half of this time counts as hung. */
const RENDER_TIMEOUT_MS = 12_000;
const MEGABYTE = 2 ** 20;
/**
 * Memory of one thread, several times what it needs. A thread that takes more is ended before the process runs out of memory. All threads
 * and the one of second attempts may together take half of the machine or of the container, but each at least what it needs.
 */
const THREAD_MEGABYTES = { min: 128, max: 384 };
const getThreadMegabytes = (threads: number): number => {
  // 0 or a huge number without a limit.
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  const { min, max } = THREAD_MEGABYTES;
  return Math.min(max, Math.max(min, Math.floor(memory / 2 / (threads + 1) / MEGABYTE)));
};
/** Time between two checks of the memory of threads that render. V8 itself limits only the heap. */
const MEMORY_CHECK_MS = 200;

/** A page that has timed out waits this much longer for messages of its thread. */
const READ_GRACE_MS = 50;
/**
 * Calls back when the messages that wait have been read. Not after a number of turns of the event loop: on a busy machine, two were too few.
 */
const afterReading = async (callback: () => void): Promise<void> => {
  await wait(READ_GRACE_MS);
  callback();
};

/** A page could not be rendered, and may be a moment later. The visitor gets 503 with Retry-After. */
export class RenderUnavailableError extends Error {}

/** The thread of a page ended, not because the server stops. */
export class ThreadEndedError extends RenderUnavailableError {
  /** Whether the thread had other pages, so that one of them may have ended it. */
  readonly hadOthers: boolean;

  constructor(message: string, { hadOthers, cause }: { hadOthers: boolean; cause?: Error | undefined }) {
    super(message, { cause });
    this.hadOthers = hadOthers;
  }
}

/**
 * Renders pages in worker threads, so that rendering does not block API calls and uses several cores
 * (docs/decisions/rendered-pages.md). A further thread is started when all are busy.
 */
export class RenderThreads {
  readonly #bundles: Bundles;
  readonly #maxThreads: number;
  readonly #timeoutMs: number;
  readonly #maxPages: number;
  readonly #maxThreadMegabytes: number;
  readonly #memoryChecks: NodeJS.Timeout;
  /** Threads that get new pages. */
  #threads: Thread[] = [];
  /**
   * Pages whose thread ended, perhaps because of another page. They are rendered again one at a time, on a thread of their own: the page that
   * ended the thread may be one of them.
   */
  readonly #secondAttempts = new PQueue({ concurrency: 1 });
  #secondThread: Thread | undefined;
  /** API access of the pages in progress. */
  readonly #fetchers = new Map<number, FetchApi>();
  #nextPage = 0;
  /** Bytes of pages since the last collection. */
  #receivedBytes = 0;
  #isClosed = false;

  /**
   * @param maxThreads maximum number of threads
   * @param timeoutMs maximum time for one page
   * @param maxPages maximum number of pages that are rendered or wait
   * @param maxThreadMegabytes memory of one thread
   * @param memoryCheckMs time between two checks of it
   */
  constructor(
    bundles: Bundles,
    maxThreads: number,
    {
      timeoutMs = RENDER_TIMEOUT_MS,
      maxPages = MAX_PAGES,
      maxThreadMegabytes = getThreadMegabytes(maxThreads),
      memoryCheckMs = MEMORY_CHECK_MS,
    }: { timeoutMs?: number; maxPages?: number; maxThreadMegabytes?: number; memoryCheckMs?: number } = {},
  ) {
    this.#bundles = bundles;
    this.#maxThreads = maxThreads;
    this.#timeoutMs = timeoutMs;
    this.#maxPages = maxPages;
    this.#maxThreadMegabytes = maxThreadMegabytes;
    this.#memoryChecks = setInterval(() => this.#checkMemory(), memoryCheckMs).unref();
    this.#secondAttempts.addEventListener('idle', () => {
      if (this.#secondThread) void this.#end(this.#secondThread, 'no page needs the render thread');
    });
    this.#threads.push(this.#start());
  }

  /**
   * Renders one page.
   * @throws errors of the rendering; RenderUnavailableError if too many pages wait, on a time-out, if the thread ends, and after `close`
   */
  readonly render = async (request: AnyRequest, fetchApi: FetchApi): Promise<RenderedPage> => {
    if (this.#isClosed) throw new RenderUnavailableError('the server is stopping');
    if (this.#fetchers.size >= this.#maxPages)
      throw new RenderUnavailableError('Too many visitors at once. Please try again in a moment.');
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const page: Page = { id: this.#nextPage++, request, timeout, thread: undefined };
    const timer = setTimeout(() => {
      // If the main thread was busy, messages of the thread wait. They are read first.
      void afterReading(() => {
        const hungThread = page.thread && this.#isSilent(page.thread) ? page.thread : undefined;
        reject(new RenderUnavailableError(hungThread ? 'the render thread hangs' : 'the page took too long'));
        // A hung render cannot be interrupted, so terminate its thread.
        if (hungThread) void this.#end(hungThread, 'the render thread hangs');
      });
    }, this.#timeoutMs);
    this.#fetchers.set(page.id, fetchApi);
    try {
      const rendered = await Promise.race([this.#renderTwice(page), timeout]);
      this.#countBytes(rendered.body.length);
      return rendered;
    } finally {
      clearTimeout(timer);
      this.#fetchers.delete(page.id);
    }
  };

  /** Renders a page, and once more if its thread ended and that may be another page's fault. */
  async #renderTwice(page: Page): Promise<RenderedPage> {
    try {
      return await this.#renderOn(this.#pickThread(), page);
    } catch (error) {
      if (this.#isClosed || !(error instanceof ThreadEndedError && error.hadOthers)) throw error;
      return this.#secondAttempts.add(() => this.#renderAlone(page));
    }
  }

  async #renderAlone(page: Page): Promise<RenderedPage> {
    // It may have waited until its time-out, or until the end.
    if (this.#isClosed || !this.#fetchers.has(page.id)) throw new RenderUnavailableError('the page waited too long');
    this.#secondThread ??= this.#start();
    const thread = this.#secondThread;
    try {
      return await this.#renderOn(thread, page);
    } catch (error) {
      // It may hang.
      void this.#end(thread, 'the page took too long');
      throw error;
    }
  }

  async #renderOn(thread: Thread, page: Page): Promise<RenderedPage> {
    page.thread = thread;
    thread.activePages++;
    try {
      return await Promise.race([thread.calls.render(page.id, page.request), page.timeout]);
    } finally {
      thread.activePages--;
      page.thread = undefined;
    }
  }

  /** Terminates all threads; pages in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#memoryChecks);
    await Promise.all(this.#allThreads.map((thread) => this.#end(thread, 'the server is stopping')));
  }

  /** Counts the bytes of a page, and collects garbage when there are enough. */
  #countBytes(bytes: number): void {
    this.#receivedBytes += bytes;
    if (this.#receivedBytes < BYTES_PER_COLLECTION) return;
    this.#receivedBytes = 0;
    collectYoungGarbage();
  }

  get #allThreads(): Thread[] {
    return this.#secondThread ? [...this.#threads, this.#secondThread] : this.#threads;
  }

  #isSilent(thread: Thread): boolean {
    return performance.now() - thread.lastMessageAt > this.#timeoutMs / 2;
  }

  /**
   * Ends threads with too much memory, in the heap and outside of it, such as buffers. Part of it may be garbage that V8 collects a moment
   * later, so a thread is ended only after two checks in a row.
   */
  #checkMemory(): void {
    for (const thread of this.#allThreads) {
      if (thread.activePages === 0) thread.hadTooMuch = false;
      if (thread.activePages === 0 || thread.isChecked) continue;
      thread.isChecked = true;
      thread.worker.getHeapStatistics().then(
        ({ used_heap_size, external_memory }) => {
          thread.isChecked = false;
          const hasTooMuch = used_heap_size + external_memory > this.#maxThreadMegabytes * MEGABYTE;
          if (hasTooMuch && thread.hadTooMuch) void this.#end(thread, 'the render thread took too much memory');
          thread.hadTooMuch = hasTooMuch;
        },
        // The thread has ended.
        () => undefined,
      );
    }
  }

  /** An idle thread, otherwise a new one, otherwise the one with the fewest pages. */
  #pickThread(): Thread {
    const least = this.#threads.toSorted((a, b) => a.activePages - b.activePages)[0];
    if (least && (least.activePages === 0 || this.#threads.length >= this.#maxThreads)) return least;
    const thread = this.#start();
    this.#threads.push(thread);
    return thread;
  }

  #start(): Thread {
    const worker = new Worker(THREAD_MODULE, {
      workerData: this.#bundles,
      resourceLimits: { maxOldGenerationSizeMb: this.#maxThreadMegabytes },
    });
    const thread: Thread = {
      worker,
      activePages: 0,
      lastMessageAt: performance.now(),
      isChecked: false,
      hadTooMuch: false,
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
          // Pages have a time-out of their own, before this one.
          timeout: this.#timeoutMs * 2,
        },
      ),
    };
    // An uncaught error ends the thread and fails its pages.
    worker.on('error', (error: Error) => void this.#end(thread, error.message, error));
    worker.on('exit', () => void this.#end(thread, 'the render thread ended'));
    return thread;
  }

  async #end(thread: Thread, reason: string, cause?: Error): Promise<void> {
    if (!this.#allThreads.includes(thread)) return;
    this.#threads = this.#threads.filter((other) => other !== thread);
    if (this.#secondThread === thread) this.#secondThread = undefined;
    thread.calls.$close(
      this.#isClosed
        ? new RenderUnavailableError(reason)
        : new ThreadEndedError(reason, { hadOthers: thread.activePages > 1, cause }),
    );
    await thread.worker.terminate();
  }
}
