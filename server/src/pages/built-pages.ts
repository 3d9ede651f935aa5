import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { orUndefinedAfter } from '../platform/with-timeout.ts';
import { dictionaryHeaders } from './asset-headers.ts';
import { serveDesk } from './desk-files.ts';
import { Dictionaries } from './dictionaries.ts';
import { sendOtherReleases } from './other-releases.ts';
import type { PageFileParts, Pages } from './pages.routes.ts';
import { RenderThreads } from './render-threads.ts';
import { sendDeltas } from './send-deltas.ts';

/** Not sent by name: the service worker has a route of its own, compressed copies are sent instead of files, dotfiles belong to tools. */
const NOT_SENT = /^worker\.js$|\.(?:br|gz)$|(?:^|\/)\./;
/** From the start: a database that serves requests but stores no files does not keep the node out for ever. */
const MAX_UNREADY_MS = 30_000;
const STATIC_OPTIONS = { serve: false, index: false, preCompressed: true } as const;

/** The paths of all files in a folder, with slashes. */
const listFiles = async (root: string): Promise<string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'));
};

/**
 * Sends a file of the build, or the files of a folder. Another name in the folder is refused, however the URL is spelled, without looking
 * for it on the disk and without rendering a page: requests of files count little towards the limits. A folder has one route,
 * because hundreds of routes took a tenth of the start.
 * @param entry a file or folder in the root folder
 * @param files all files
 */
const addRoute = (app: FastifyInstance, entry: string, files: ReadonlySet<string>): void => {
  const options = { schema: { hide: true } };
  if (files.has(entry)) return void app.get(`/${entry}`, options, (_, reply) => reply.sendFile(entry));
  app.get<{ Params: { '*': string } }>(`/${entry}/*`, options, ({ params }, reply) => {
    const path = `${entry}/${params['*']}`;
    return files.has(path) ? reply.sendFile(path) : sendRefusal(reply, refuse('not_found'));
  });
};

/** Serves the files with hashes in their names, which are cached forever. */
const serveAssets = async (app: FastifyInstance, root: string, files: ReadonlySet<string>, parts: PageFileParts) => {
  const { db, config } = parts;
  const folder = resolve(root, 'assets');
  const hasDictionaries = config.dictionaryReleases > 0;
  if (hasDictionaries) {
    const report = (err: unknown) =>
      app.log.warn({ err }, 'files are sent without dictionaries until the release is stored');
    const { dictionaryReleases: maxReleases, dictionaryTimeoutMs: timeoutMs } = config;
    const dictionaries = new Dictionaries(db, folder, { maxReleases, timeoutMs, report });
    // Before this node gets requests of pages, the others can send the files that the pages need.
    app.delayReadiness(orUndefinedAfter(dictionaries.stored, MAX_UNREADY_MS));
    sendDeltas(app, dictionaries);
    sendOtherReleases(app, new Set(Array.from(files, (path) => basename(path))), db);
  }
  await app.register(fastifyStatic, {
    ...STATIC_OPTIONS,
    root,
    immutable: true,
    maxAge: '1y',
    // Immutable files need neither ranges nor revalidation, and shorter headers save bytes on the first visit.
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      if (hasDictionaries) reply.headers(dictionaryHeaders(path.replace(/\.(?:br|gz)$/, '')));
    },
  });
  addRoute(app, 'assets', files);
};

/** Serves the files of the build. Those with hashes in their names are cached forever, others for an hour. */
const serveFiles = async (app: FastifyInstance, root: string, parts: PageFileParts): Promise<void> => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
  const files = new Set((await listFiles(root)).filter((path) => !NOT_SENT.test(path)));
  const entries = new Set(Array.from(files, (path) => path.split('/', 1)[0] ?? path));
  entries.delete('assets');
  await app.register((scope) => serveAssets(scope, root, files, parts));
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { ...STATIC_OPTIONS, root, maxAge: '1h' });
    for (const entry of entries) addRoute(scope, entry, files);
  });
};

/**
 * Pages from the build output.
 * @param threads maximum number of render threads
 * @param maxPages maximum number of pages that are rendered or wait
 * @param deskFolder the build output of the desk; without it, there is no desk
 */
export const openBuiltPages = async (
  folder: string,
  threads: number,
  maxPages: number,
  deskFolder?: string,
): Promise<Pages> => {
  const bundleOf = (built: string) => pathToFileURL(resolve(built, 'server/server.js')).href;
  const bundles = { shop: bundleOf(folder), ...(deskFolder !== undefined && { desk: bundleOf(deskFolder) }) };
  const renderers = new RenderThreads(bundles, threads, { maxPages });
  const client = resolve(folder, 'client');
  return {
    worker: await readFile(resolve(client, 'worker.js')),
    register: async (app, parts) => {
      app.addHook('onClose', () => renderers.close());
      await app.register((files) => serveFiles(files, client, parts));
      if (deskFolder !== undefined)
        await app.register((files) => serveDesk(files, deskFolder, { ...parts, render: renderers.render }));
    },
    render: renderers.render,
  };
};
