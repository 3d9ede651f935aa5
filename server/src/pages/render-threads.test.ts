import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse, FetchApi, RenderedPage } from './page-renderer.ts';
import { RenderThreads } from './render-threads.ts';

/** Stands in for the built pages: each address does something else. */
const BUNDLE = `
import { threadId } from 'node:worker_threads';
export const render = async (path, { send, country }) => {
  if (path === '/broken') throw new TypeError('a component failed');
  if (path === '/moved/') return { status: 307, html: '', location: '/moved' };
  if (path === '/gone') process.exit(3);
  if (path === '/hangs') for (;;) {}
  const { status, body } = await send({ method: 'GET', url: '/list/' });
  const html = '<p>' + JSON.stringify({ path, country, threadId, status, body }) + '</p>';
  return { status: 200, html: path === '/scripts' ? html + '<script>a("₦")</script><script src="/x.js"></script>' +
    '<script type="application/json">{"no":"leave"}</script>' : html };
};
`;

/** Milliseconds that a page gets where one is to be given up: enough for a thread to start on a busy machine. */
const PATIENCE = 2000;

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
const answers =
  (answer: ApiResponse): FetchApi =>
  async () =>
    answer;
const anything = answers({ status: 200, etag: '"1"', body: bytes(['yam', '₦500']) });
const order = (path: string) => ({
  path,
  country: 'GB',
  origin: 'http://shop.test',
  sandbox: false,
  flagSources: [],
  saving: false,
});
const told = ({ body }: RenderedPage) =>
  JSON.parse(/<p>(.*?)<\/p>/.exec(new TextDecoder().decode(body))?.[1] ?? '') as Record<string, unknown>;

describe('render threads', () => {
  it('render pages from API responses of the main thread', async () => {
    threads = new RenderThreads(bundle, 2);
    const page = await threads.render(order('/a'), anything);
    expect(page).toMatchObject({ status: 200, location: undefined, databaseUnavailable: false, scripts: [] });
    expect(told(page)).toMatchObject({ path: '/a', country: 'GB', status: 200, body: ['yam', '₦500'] });
    expect(told(page).threadId).not.toBe(threadId);
  });

  it('return the hashes of inline scripts, and an ETag of the bytes', async () => {
    threads = new RenderThreads(bundle, 1);
    const [page, again] = [
      await threads.render(order('/scripts'), anything),
      await threads.render(order('/a'), anything),
    ];
    expect(page.scripts).toEqual(["'sha256-hV7orp0ddK9Mj70LvLBhCR+RmxPCMNdngsJIme+TWEE='"]);
    expect(page.etag).not.toBe(again.etag);
    expect((await threads.render(order('/scripts'), anything)).etag).toBe(page.etag);
  });

  it('return redirects', async () => {
    threads = new RenderThreads(bundle, 1);
    const page = await threads.render(order('/moved/'), anything);
    expect(page).toMatchObject({ status: 307, location: '/moved' });
    expect(page.body.length).toBe(0);
  });

  it('receive the body of an API response once, until it changes', async () => {
    threads = new RenderThreads(bundle, 1);
    const asked: [string, string | undefined][] = [];
    let now = { etag: '"1"', value: ['yam'] };
    const ask: FetchApi = async (url, known) => {
      asked.push([url, known]);
      return { status: 200, etag: now.etag, body: known === now.etag ? undefined : bytes(now.value) };
    };
    const first = await threads.render(order('/a'), ask);
    expect((await threads.render(order('/a'), ask)).body).toEqual(first.body);
    now = { etag: '"2"', value: ['plantain'] };
    expect(told(await threads.render(order('/a'), ask)).body).toEqual(['plantain']);
    expect(asked).toEqual([
      ['/list/', undefined],
      ['/list/', '"1"'],
      ['/list/', '"1"'],
    ]);
  });

  it('report that the database was unavailable', async () => {
    threads = new RenderThreads(bundle, 1);
    const away = answers({ status: 503, etag: undefined, body: bytes({ code: 'database_unavailable' }) });
    expect((await threads.render(order('/a'), away)).databaseUnavailable).toBe(true);
    expect((await threads.render(order('/a'), anything)).databaseUnavailable).toBe(false);
  });

  it('pass on errors of components and of API calls', async () => {
    threads = new RenderThreads(bundle, 1);
    await expect(threads.render(order('/broken'), anything)).rejects.toThrow(new TypeError('a component failed'));
    const fails: FetchApi = () => Promise.reject(new RangeError('no answer'));
    await expect(threads.render(order('/a'), fails)).rejects.toThrow(new RangeError('no answer'));
    expect(told(await threads.render(order('/a'), anything)).path).toBe('/a');
  });

  it('are started on demand, up to the maximum', async () => {
    threads = new RenderThreads(bundle, 2);
    // No page is finished before all have asked: the threads are all busy.
    const waiting: (() => void)[] = [];
    const together: FetchApi = async (_, known) => {
      await new Promise<void>((go) => {
        waiting.push(go);
        if (waiting.length === 3) for (const each of waiting) each();
      });
      return anything('/list/', known);
    };
    const pages = await Promise.all(['/a', '/b', '/c'].map((path) => threads.render(order(path), together)));
    expect(pages.map((page) => told(page).path)).toEqual(['/a', '/b', '/c']);
    expect(new Set(pages.map((page) => told(page).threadId)).size).toBe(2);
  });

  it('are replaced when one exits or hangs', async () => {
    threads = new RenderThreads(bundle, 1, PATIENCE);
    const first = told(await threads.render(order('/a'), anything)).threadId;
    await expect(threads.render(order('/gone'), anything)).rejects.toThrow('the render thread ended');
    const second = told(await threads.render(order('/a'), anything)).threadId;
    const hanging = threads.render(order('/hangs'), anything);
    const behind = threads.render(order('/b'), anything);
    await expect(hanging).rejects.toThrow('the render thread hangs');
    await expect(behind).rejects.toThrow('the render thread hangs');
    const third = told(await threads.render(order('/a'), anything)).threadId;
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('time out a page that waits too long, and no other page', async () => {
    threads = new RenderThreads(bundle, 1, PATIENCE);
    const never: FetchApi = () => new Promise(() => undefined);
    const failed = expect(threads.render(order('/never'), never)).rejects.toThrow('timeout');
    const madeBy = new Set<unknown>();
    const another = async () => madeBy.add(told(await threads.render(order('/a'), anything)).threadId);
    // Its thread goes on making others all the while.
    let given = false;
    const givenUp = failed.then(() => {
      given = true;
    });
    while (!given) await another();
    await givenUp;
    await another();
    expect(madeBy.size).toBe(1);
  });

  it('terminate with the server and fail pages in progress', async () => {
    threads = new RenderThreads(bundle, 1);
    const asked = Promise.withResolvers<void>();
    const page = threads.render(order('/a'), () => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    await asked.promise;
    const failed = expect(page).rejects.toThrow('the server is stopping');
    await threads.close();
    await failed;
  });
});
