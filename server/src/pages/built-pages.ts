import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { dictionaryHeaders } from './asset-headers.ts';
import { Dictionaries } from './dictionaries.ts';
import { sendOtherReleases } from './other-releases.ts';
import type { PageFileParts, Pages } from './pages.routes.ts';
import { RenderThreads } from './render-threads.ts';
import { sendDeltas } from './send-deltas.ts';

/** The service worker has a route of its own, compressed copies are sent instead of files, and hidden files are of the build tool. */
const NOT_SERVED = /^worker\.js$|\.(?:br|gz)$|^\./;
const FILE_OPTIONS = { index: false, preCompressed: true, schemaHide: true } as const;

/** Serves the files with hashes in their names, which are cached forever. */
const serveAssets = async (app: FastifyInstance, folder: string, { db, config }: PageFileParts): Promise<void> => {
  const hasDictionaries = config.dictionaryReleases > 0;
  if (hasDictionaries) {
    const report = (err: unknown) =>
      app.log.warn({ err }, 'files are sent without dictionaries until the release is stored');
    const { dictionaryReleases: maxReleases, dictionaryTimeoutMs: timeoutMs } = config;
    sendDeltas(app, new Dictionaries(db, folder, { maxReleases, timeoutMs, report }));
    sendOtherReleases(app, new Set(await readdir(folder)), db);
  }
  await app.register(fastifyStatic, {
    ...FILE_OPTIONS,
    root: folder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    // Immutable files need neither ranges nor revalidation, and shorter headers save bytes on the first visit.
    acceptRanges: false,
    lastModified: false,
    decorateReply: false,
    setHeaders: (reply, path) => {
      if (hasDictionaries) reply.headers(dictionaryHeaders(path.replace(/\.(?:br|gz)$/, '')));
    },
  });
};

/** Files and folders of the build that are served. */
type Served = { root: string; folders: string[]; files: string[] };

const findServed = async (root: string): Promise<Served> => {
  const entries = await readdir(root, { withFileTypes: true });
  const named = entries.filter(({ name }) => !NOT_SERVED.test(name));
  return {
    root,
    folders: named.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    files: named.filter((entry) => entry.isFile()).map(({ name }) => name),
  };
};

/**
 * Serves the files of the build. Hashed ones are cached forever, others for an hour. A folder has one route: hundreds of routes took a
 * tenth of the start.
 */
const serveFiles = async (app: FastifyInstance, { root, folders, files }: Served, parts: PageFileParts) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
  const options = { ...FILE_OPTIONS, maxAge: '1h' };
  await app.register(fastifyStatic, { ...options, root, serve: false });
  for (const name of files) app.get(`/${name}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(name));
  for (const name of folders) {
    const folder = resolve(root, name);
    if (name === 'assets') await app.register((assets) => serveAssets(assets, folder, parts));
    else await app.register(fastifyStatic, { ...options, root: folder, prefix: `/${name}/`, decorateReply: false });
  }
};

/**
 * Pages from the build output.
 * @param threads maximum number of render threads
 * @param maxPages maximum number of pages that are rendered or wait
 */
export const openBuiltPages = async (folder: string, threads: number, maxPages: number): Promise<Pages> => {
  const bundle = pathToFileURL(resolve(folder, 'server/server.js')).href;
  const renderers = new RenderThreads(bundle, threads, { maxPages });
  const client = resolve(folder, 'client');
  const served = await findServed(client);
  return {
    fileFolders: served.folders.map((name) => `/${name}/`),
    worker: await readFile(resolve(client, 'worker.js')),
    register: async (app, parts) => {
      app.addHook('onClose', () => renderers.close());
      await app.register((files) => serveFiles(files, served, parts));
    },
    render: renderers.render,
  };
};
