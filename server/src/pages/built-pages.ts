import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Pages } from './pages.routes.ts';
import { RenderThreads } from './render-threads.ts';

/** Serves the files of the folder. Hashed ones are cached forever, others for an hour. */
const serveFiles = async (app: FastifyInstance, folder: string): Promise<void> => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
  const options = { index: false, preCompressed: true, schemaHide: true } as const;
  await app.register(fastifyStatic, {
    ...options,
    root: resolve(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    // Immutable files need neither ranges nor revalidation, and shorter headers save bytes on the first visit.
    acceptRanges: false,
    lastModified: false,
  });
  await app.register(fastifyStatic, {
    ...options,
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
    register: async (app) => {
      app.addHook('onClose', () => renderers.close());
      await app.register((files) => serveFiles(files, client));
    },
    render: renderers.render,
  };
};
