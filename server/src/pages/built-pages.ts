import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { PageContext, Pages } from './pages.routes.ts';

type Bundle = { default: { fetch(request: Request, context: PageContext): Promise<Response> } };

/** Pages from the folder that the build wrote: hashed assets kept for ever, other public files for an hour. */
export const builtPages = async (folder: string): Promise<Pages> => {
  const bundle = (await import(pathToFileURL(resolve(folder, 'server/server.js')).href)) as Bundle;
  const client = resolve(folder, 'client');
  const options = { index: false, preCompressed: true, schemaHide: true } as const;
  return {
    register: async (app) => {
      await app.register(fastifyStatic, {
        ...options,
        root: resolve(client, 'assets'),
        prefix: '/assets/',
        immutable: true,
        maxAge: '1y',
      });
      await app.register(fastifyStatic, {
        ...options,
        root: client,
        prefix: '/',
        wildcard: false,
        maxAge: '1h',
        decorateReply: false,
        globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
      });
    },
    render: (request, context) => bundle.default.fetch(request, context),
  };
};
