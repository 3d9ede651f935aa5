import { fileURLToPath } from 'node:url';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import type { FastifyInstance } from 'fastify';
import { createServer, type RunnableDevEnvironment } from 'vite';
import { createPageRenderer } from './page-renderer.ts';
import type { Pages } from './pages.routes.ts';

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));
const DESK = fileURLToPath(new URL('../../../desk/', import.meta.url));
const ENTRY = 'virtual:tanstack-start-server-entry';

type Bundle = { render: RenderPage };

/** Pages from their sources, with hot reload. */
export const openDevPages = async (): Promise<Pages> => {
  process.chdir(WEB);
  return {
    register: async (app: FastifyInstance) => {
      const vite = await createServer({
        root: WEB,
        configLoader: 'native',
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      // The desk is rendered in the browser: Vite serves its document for all of its addresses.
      const desk = await createServer({
        root: DESK,
        configLoader: 'native',
        appType: 'spa',
        server: { middlewareMode: true, hmr: { server: app.server, path: 'hmr' } },
      });
      app.addHook('onClose', () => Promise.all([vite.close(), desk.close()]));
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/backend/') || request.url.startsWith('/media/')) return done();
        const { middlewares } = /^\/desk(?:[/?]|$)/.test(request.url) ? desk : vite;
        middlewares(request.raw, reply.raw, () => done());
      });
      environment = vite.environments.ssr as RunnableDevEnvironment;
    },
    render: createPageRenderer(async (path, context) => {
      const bundle = (await environment?.runner.import(ENTRY)) as Bundle;
      return bundle.render(path, context);
    }),
  };
};
let environment: RunnableDevEnvironment | undefined;
