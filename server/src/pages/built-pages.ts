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

/** Serves the files of the folder. Hashed ones are cached forever, others for an hour. */
const serveFiles = async (app: FastifyInstance, folder: string, parts: PageFileParts): Promise<void> => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
  await app.register((assets) => serveAssets(assets, resolve(folder, 'assets'), parts));
  await app.register(fastifyStatic, {
    ...FILE_OPTIONS,
    root: folder,
    prefix: '/',
    wildcard: false,
    maxAge: '1h',
    decorateReply: false,
    globIgnore: ['assets/**', 'worker.js', '**/*.br', '**/*.gz'],
  });
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
  return {
    worker: await readFile(resolve(client, 'worker.js')),
    register: async (app, parts) => {
      app.addHook('onClose', () => renderers.close());
      await app.register((files) => serveFiles(files, client, parts));
    },
    render: renderers.render,
  };
};
