// A worker thread that renders pages. The main thread sends it requests and makes its API calls.
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderDeskPage, RenderPage } from '@sokuwa/contract/page.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import { lowerThreadPriority } from '../platform/priority.ts';
import {
  createDeskRenderer,
  createPageRenderer,
  type DeskRenderRequest,
  type FetchApi,
  type RenderedPage,
} from './page-renderer.ts';
import type { Bundles, ServerCalls, ThreadCalls } from './render-threads.ts';

lowerThreadPriority();
const port = parentPort;
if (!port) throw new Error('render-thread.ts must run in a worker thread');
const bundles = workerData as Bundles;
const { render } = (await import(bundles.shop)) as { render: RenderPage };
const renderPage = createPageRenderer(render);

const openDesk = async () => {
  if (bundles.desk === undefined) throw new Error('there is no desk');
  return createDeskRenderer(((await import(bundles.desk)) as { render: RenderDeskPage }).render);
};
/** Loaded with its first page: most threads of most shops need only the shop. */
let desk: ReturnType<typeof openDesk> | undefined;
const renderDesk = async (request: DeskRenderRequest, fetchApi: FetchApi): Promise<RenderedPage> => {
  desk ??= openDesk();
  return (await desk)(request, fetchApi);
};

const server: BirpcReturn<ServerCalls, ThreadCalls> = createBirpc(
  {
    render: (page, request) => {
      const fetchApi: FetchApi = (url, knownEtag) => server.fetchApi(page, url, knownEtag);
      return 'document' in request ? renderDesk(request, fetchApi) : renderPage(request, fetchApi);
    },
  },
  {
    // Transfer the page's bytes instead of copying them.
    post: (message) => port.postMessage(message, message.r ? [message.r.body.buffer] : []),
    on: (listener) => port.on('message', listener),
    // The main thread has the timeout.
    timeout: -1,
  },
);
