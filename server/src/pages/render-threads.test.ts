import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { threadId, Worker } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '../testing/wait-for.ts';
import type { ApiResponse, FetchApi, RenderedPage } from './page-renderer.ts';
import { RenderThreads, RenderUnavailableError, ThreadEndedError } from './render-threads.ts';

/** Stands in for the built pages: the path selects the behaviour. */
const BUNDLE = `
import { writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
export const render = async (path, { send, country }) => {
  if (path === '/broken') throw new TypeError('a component failed');
  if (path === '/moved/') return { status: 307, html: [], location: '/moved' };
  if (path.startsWith('/moved-reports/')) {
    // Runs after the page has been sent.
    setImmediate(() => writeFileSync(decodeURIComponent(path.slice('/moved-reports/'.length)), ''));
    return { status: 307, html: [], location: '/moved' };
  }
  if (path === '/gone') process.exit(3);
  if (path === '/gone-later') {
    await send({ method: 'GET', url: '/list/' });
    process.exit(3);
  }
  if (path === '/hangs') for (;;) {}
  if (path.startsWith('/eats-')) {
    const eaten = [];
    const takes = {
      '/eats-buffers': () => Buffer.alloc(1e7, 1),
      '/eats-objects': () => Array.from({ length: 1e6 }, () => 1.5),
      // 90 MB of each.
      '/eats-both': (n) => n < 9 ? Buffer.alloc(1e7, 1) : n < 20 ? Array.from({ length: 1e6 }, () => 1.5) : undefined,
    };
    while (eaten.length < 100) eaten.push(takes[path](eaten.length));
    for (;;) eaten.at(-1);
  }
  const { status, body } = await send({ method: 'GET', url: '/list/' });
  const html = '<p>' + JSON.stringify({ path, country, threadId, priority: getPriority(), status, body }) + '</p>';
  return { status: 200, scripts: path === '/scripts' ? ['a("₦")'] : [], html: path === '/scripts' ? [html, '<script>a("₦")</script><script>injected()</script><script src="/x.js"></script>',
    '<script type="application/json">{"no":"leave"}</script>'] : [html] };
};
`;

/** Render timeout of tests that expect one. Only the test moves the clock: a thread may take longer to start on a busy machine. */
const RENDER_TIMEOUT_MS = 2000;
const stopClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
};
/** Longer than a test. */
const NO_TIMEOUT_MS = 600_000;

let folder: string;
let bundle: string;
let threads: RenderThreads;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-bundle-'));
  const file = join(folder, 'bundle.mjs');
  await writeFile(file, BUNDLE);
  bundle = pathToFileURL(file).href;
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => threads.close());

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const respondWith =
  (response: ApiResponse): FetchApi =>
  async () =>
    response;
const fetchApi = respondWith({ status: 200, etag: '"1"', body: bytes(['yam', '₦500']) });
const requestFor = (path: string) => ({
  path,
  country: 'GB',
  origin: 'http://shop.test',
  sellUrl: '/desk/',
  hasComponentPages: false,
  baseUrls: { api: '/backend', countries: '/backend', shop: '/backend' },
  hasIdentityProvider: true,
  flagSources: [],
  isDataSaverOn: false,
  compression: undefined,
});
const readPage = ({ body }: RenderedPage) =>
  JSON.parse(/<p>(.*?)<\/p>/.exec(new TextDecoder().decode(body))?.[1] ?? '') as Record<string, unknown>;

const expectUnavailable = async (page: Promise<RenderedPage>, reason: string) => {
  const error = await page.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(RenderUnavailableError);
  expect(error).toHaveProperty('message', expect.stringContaining(reason));
};

describe('render threads', () => {
  it('render pages from API responses of the main thread', async () => {
    threads = new RenderThreads({ shop: bundle }, 2);
    const page = await threads.render(requestFor('/a'), fetchApi);
    expect(page).toMatchObject({ status: 200, location: undefined, databaseUnavailable: false, scripts: [] });
    expect(readPage(page)).toMatchObject({ path: '/a', country: 'GB', status: 200, body: ['yam', '₦500'] });
    expect(readPage(page).threadId).not.toBe(threadId);
  });

  it('leave the priority of the main thread as it is, and have a lower one where threads have priorities', async () => {
    const priority = getPriority();
    threads = new RenderThreads({ shop: bundle }, 1);
    const page = readPage(await threads.render(requestFor('/a'), fetchApi));
    expect(page.priority).toBe(process.platform === 'linux' ? Math.min(priority + 5, 19) : priority);
    expect(getPriority()).toBe(priority);
  });

  it('return the hashes of the scripts that the page emits, not of injected ones, and an ETag of the bytes', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const [page, otherPage] = [
      await threads.render(requestFor('/scripts'), fetchApi),
      await threads.render(requestFor('/a'), fetchApi),
    ];
    expect(page.scripts).toEqual(["'sha256-hV7orp0ddK9Mj70LvLBhCR+RmxPCMNdngsJIme+TWEE='"]);
    expect(page.etag).not.toBe(otherPage.etag);
    expect((await threads.render(requestFor('/scripts'), fetchApi)).etag).toBe(page.etag);
  });

  it('compress a page on request, and keep the ETag of its text', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const text = 'yam '.repeat(1000);
    const fetchText = respondWith({ status: 200, etag: '"1"', body: bytes(text) });
    const [plain, compressed] = [
      await threads.render(requestFor('/a'), fetchText),
      await threads.render({ ...requestFor('/a'), compression: 'small' as const }, fetchText),
    ];
    expect([plain.isCompressed, compressed.isCompressed]).toEqual([false, true]);
    expect(compressed.body.length).toBeLessThan(plain.body.length / 10);
    expect(brotliDecompressSync(compressed.body)).toEqual(Buffer.from(plain.body));
    expect(compressed.etag).toBe(plain.etag);
    // It would fit one network packet anyway.
    const short = await threads.render({ ...requestFor('/a'), compression: 'small' as const }, fetchApi);
    expect(short.isCompressed).toBe(false);
  });

  it('return redirects', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const page = await threads.render(requestFor('/moved/'), fetchApi);
    expect(page).toMatchObject({ status: 307, location: '/moved' });
    expect(page.body.length).toBe(0);
  });

  it('receive the body of an API response once, until it changes', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const calls: [string, string | undefined][] = [];
    let resource = { etag: '"1"', value: ['yam'] };
    const fetchResource: FetchApi = async (url, knownEtag) => {
      calls.push([url, knownEtag]);
      const { etag, value } = resource;
      return { status: 200, etag, body: knownEtag === etag ? undefined : bytes(value) };
    };
    const first = await threads.render(requestFor('/a'), fetchResource);
    expect((await threads.render(requestFor('/a'), fetchResource)).body).toEqual(first.body);
    resource = { etag: '"2"', value: ['plantain'] };
    expect(readPage(await threads.render(requestFor('/a'), fetchResource)).body).toEqual(['plantain']);
    expect(calls).toEqual([
      ['/list/', undefined],
      ['/list/', '"1"'],
      ['/list/', '"1"'],
    ]);
  });

  it('report that the database was unavailable', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const fetchUnavailable = respondWith({
      status: 503,
      etag: undefined,
      body: bytes({ code: 'database_unavailable' }),
    });
    expect((await threads.render(requestFor('/a'), fetchUnavailable)).databaseUnavailable).toBe(true);
    expect((await threads.render(requestFor('/a'), fetchApi)).databaseUnavailable).toBe(false);
  });

  it('pass on errors of components and of API calls', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    await expect(threads.render(requestFor('/broken'), fetchApi)).rejects.toThrow(new TypeError('a component failed'));
    const failingFetch: FetchApi = () => Promise.reject(new RangeError('no response'));
    await expect(threads.render(requestFor('/a'), failingFetch)).rejects.toThrow(new RangeError('no response'));
    expect(readPage(await threads.render(requestFor('/a'), fetchApi)).path).toBe('/a');
  });

  it('are started on demand, up to the maximum', async () => {
    threads = new RenderThreads({ shop: bundle }, 2);
    // API calls wait until all three pages have made one, so that all threads are busy.
    const waiting: (() => void)[] = [];
    const fetchTogether: FetchApi = async (_, knownEtag) => {
      await new Promise<void>((proceed) => {
        waiting.push(proceed);
        if (waiting.length === 3) for (const resolve of waiting) resolve();
      });
      return fetchApi('/list/', knownEtag);
    };
    const pages = await Promise.all(['/a', '/b', '/c'].map((path) => threads.render(requestFor(path), fetchTogether)));
    expect(pages.map((page) => readPage(page).path)).toEqual(['/a', '/b', '/c']);
    expect(new Set(pages.map((page) => readPage(page).threadId)).size).toBe(2);
  });

  it('are replaced when one exits or hangs', async () => {
    stopClock();
    threads = new RenderThreads({ shop: bundle }, 1, { timeoutMs: RENDER_TIMEOUT_MS });
    const first = readPage(await threads.render(requestFor('/a'), fetchApi)).threadId;
    const exiting = threads.render(requestFor('/gone'), fetchApi);
    await expectUnavailable(exiting, 'the render thread ended');
    const second = readPage(await threads.render(requestFor('/a'), fetchApi)).threadId;
    const hanging = threads.render(requestFor('/hangs'), fetchApi);
    const queued = threads.render(requestFor('/b'), fetchApi);
    const expectations = [
      expectUnavailable(hanging, 'the render thread hangs'),
      expectUnavailable(queued, 'the page took too long'),
    ];
    vi.advanceTimersByTime(RENDER_TIMEOUT_MS);
    await Promise.all(expectations);
    const third = readPage(await threads.render(requestFor('/a'), fetchApi)).threadId;
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('report that a page ended a thread on which it was alone', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const error = await threads.render(requestFor('/gone'), fetchApi).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ThreadEndedError);
    expect(error).toHaveProperty('hadOthers', false);
  });

  it('render the other pages of a thread that one page ended', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const exiting = threads.render(requestFor('/gone'), fetchApi);
    const others = ['/a', '/b', '/c'].map((path) => threads.render(requestFor(path), fetchApi));
    // It ends the thread of its second attempt too, on which it is alone.
    await expectUnavailable(exiting, 'the render thread ended');
    const pages = (await Promise.all(others)).map(readPage);
    expect(pages.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    expect(new Set(pages.map((page) => page.threadId)).size).toBe(1);
  });

  it('end the thread of second attempts when the next page has waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    onTestFinished(() => ended.mockRestore());
    threads = new RenderThreads({ shop: bundle }, 2);
    /** Renders a page whose API call waits. */
    const start = (path: string) => {
      const { promise, resolve } = Promise.withResolvers<ApiResponse>();
      const fetchLater = vi.fn(() => promise);
      const page = threads.render(requestFor(path), fetchLater).catch((error: unknown) => error);
      return { page, fetchLater, respond: async () => resolve(await fetchApi('/list/', undefined)) };
    };
    // In turn on the first thread and on the second one. Their time ends well before the one of the last page.
    const late = start('/late');
    const [endsSecond, endsFirst] = [start('/gone-later'), start('/gone-later')];
    await waitFor(() => expect(endsFirst.fetchLater).toHaveBeenCalledOnce());
    vi.advanceTimersByTime(6000);
    const slow = start('/slow');
    await waitFor(() => expect(slow.fetchLater).toHaveBeenCalledOnce());
    await endsSecond.respond();
    // Alone on a thread, after the other page has ended one more.
    await waitFor(() => expect(slow.fetchLater).toHaveBeenCalledTimes(2));
    const endedBefore = ended.mock.calls.length;
    await endsFirst.respond();
    await waitFor(() => expect(ended).toHaveBeenCalledTimes(endedBefore + 1));
    vi.advanceTimersByTime(6000);
    expect(await late.page).toHaveProperty('message', 'the page took too long');
    await slow.respond();
    expect(await slow.page).toHaveProperty('status', 200);
    await waitFor(() => expect(ended).toHaveBeenCalledTimes(endedBefore + 2));
  });

  it.each(['/eats-objects', '/eats-buffers'])(
    'are replaced when one takes too much memory: %s',
    {
      tags: ['@SETTING-22'],
    },
    async (path) => {
      threads = new RenderThreads({ shop: bundle }, 1, {
        maxThreadMegabytes: 100,
        memoryCheckMs: 100,
        timeoutMs: NO_TIMEOUT_MS,
      });
      const first = readPage(await threads.render(requestFor('/a'), fetchApi)).threadId;
      await expectUnavailable(threads.render(requestFor(path), fetchApi), 'memory');
      expect(readPage(await threads.render(requestFor('/a'), fetchApi)).threadId).not.toBe(first);
    },
  );

  it('may take half of the memory of a container, in and outside of their heaps', {
    tags: ['@SETTING-22'],
  }, async () => {
    vi.spyOn(process, 'constrainedMemory').mockReturnValueOnce(512 * 2 ** 20);
    threads = new RenderThreads({ shop: bundle }, 1, { memoryCheckMs: 100, timeoutMs: NO_TIMEOUT_MS });
    await expectUnavailable(threads.render(requestFor('/eats-both'), fetchApi), 'memory');
  });

  it('are ended for their memory only if it is too much at two checks in a row: V8 may not have collected garbage yet', {
    tags: ['@SETTING-22'],
  }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const read = vi.spyOn(Worker.prototype, 'getHeapStatistics');
    onTestFinished(() => read.mockRestore());
    const statistics = { ...getHeapStatistics(), external_memory: 0 };
    threads = new RenderThreads({ shop: bundle }, 1, { maxThreadMegabytes: 100, memoryCheckMs: 500 });
    const check = (megabytes: number) => {
      read.mockResolvedValueOnce({ ...statistics, used_heap_size: megabytes * 2 ** 20 });
      return vi.advanceTimersByTimeAsync(500);
    };
    const { promise, resolve } = Promise.withResolvers<ApiResponse>();
    const page = threads.render(requestFor('/slow'), () => promise);
    for (const megabytes of [101, 99, 101]) await check(megabytes);
    resolve(await fetchApi('/list/', undefined));
    expect((await page).status).toBe(200);
    // The thread is idle at this check, so the next two belong to another page.
    await vi.advanceTimersByTimeAsync(500);
    const failing = expectUnavailable(
      threads.render(requestFor('/slow'), () => new Promise(() => undefined)),
      'memory',
    );
    for (const megabytes of [101, 99, 101, 101]) await check(megabytes);
    await failing;
    expect(read).toHaveBeenCalledTimes(7);
  });

  it('are asked for their memory one time after the other', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const read = vi.spyOn(Worker.prototype, 'getHeapStatistics').mockReturnValue(new Promise(() => undefined));
    onTestFinished(() => read.mockRestore());
    threads = new RenderThreads({ shop: bundle }, 1);
    const { promise, resolve } = Promise.withResolvers<ApiResponse>();
    const page = threads.render(requestFor('/slow'), () => promise);
    vi.advanceTimersByTime(5000);
    expect(read).toHaveBeenCalledTimes(1);
    resolve(await fetchApi('/list/', undefined));
    expect((await page).status).toBe(200);
  });

  it('neither hang nor time out because the main thread was busy', async () => {
    stopClock();
    threads = new RenderThreads({ shop: bundle }, 1, { timeoutMs: RENDER_TIMEOUT_MS });
    const { threadId: first } = readPage(await threads.render(requestFor('/a'), fetchApi));
    const isSent = join(folder, 'is-sent');
    const page = threads.render(requestFor(`/moved-reports/${encodeURIComponent(isSent)}`), fetchApi);
    // Blocks this thread until the page is rendered and waits to be read. Then its time runs out.
    setImmediate(() => {
      while (!existsSync(isSent)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      vi.advanceTimersByTime(RENDER_TIMEOUT_MS);
    });
    expect((await page).status).toBe(307);
    expect(readPage(await threads.render(requestFor('/a'), fetchApi)).threadId).toBe(first);
  });

  it('time out a page that waits too long, and no other page', async () => {
    stopClock();
    threads = new RenderThreads({ shop: bundle }, 1, { timeoutMs: RENDER_TIMEOUT_MS });
    const renderOther = async () => readPage(await threads.render(requestFor('/a'), fetchApi)).threadId;
    const first = await renderOther();
    const fetchNever: FetchApi = () => new Promise(() => undefined);
    const expectTimeout = expectUnavailable(threads.render(requestFor('/never'), fetchNever), 'the page took too long');
    // The same thread renders other pages meanwhile.
    for (let quarter = 0; quarter < 4; quarter++) {
      expect(await renderOther()).toBe(first);
      vi.advanceTimersByTime(RENDER_TIMEOUT_MS / 4);
    }
    await expectTimeout;
    expect(await renderOther()).toBe(first);
  });

  it('refuse a page when too many wait, and accept one again when another is rendered', async () => {
    threads = new RenderThreads({ shop: bundle }, 1, { maxPages: 2 });
    const { promise, resolve } = Promise.withResolvers<ApiResponse>();
    const waiting = [1, 2].map(() => threads.render(requestFor('/slow'), () => promise));
    await expect(threads.render(requestFor('/a'), fetchApi)).rejects.toThrow(RenderUnavailableError);
    resolve(await fetchApi('/list/', undefined));
    await Promise.all(waiting);
    expect((await threads.render(requestFor('/a'), fetchApi)).status).toBe(200);
  });

  it('terminate with the server and fail pages in progress', async () => {
    threads = new RenderThreads({ shop: bundle }, 1);
    const called = Promise.withResolvers<void>();
    const page = threads.render(requestFor('/a'), () => {
      called.resolve();
      return new Promise(() => undefined);
    });
    await called.promise;
    const failing = page.catch((error: unknown) => error);
    await threads.close();
    // The page did not end its thread.
    expect(await failing).toHaveProperty('message', 'the server is stopping');
    expect(await failing).not.toBeInstanceOf(ThreadEndedError);
    // No thread is started for it.
    await expect(threads.render(requestFor('/a'), fetchApi)).rejects.toThrow('the server is stopping');
  });
});
