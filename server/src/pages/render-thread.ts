// A worker thread that renders pages. The main thread sends it requests and makes its API calls.
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import { lowerThreadPriority } from '../platform/priority.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { ServerCalls, ThreadCalls } from './render-threads.ts';

lowerThreadPriority();
const port = parentPort;
if (!port) throw new Error('render-thread.ts must run in a worker thread');
const { render } = (await import(workerData as string)) as { render: RenderPage };
const renderPage = createPageRenderer(render);

const server: BirpcReturn<ServerCalls, ThreadCalls> = createBirpc(
  { render: (page, request) => renderPage(request, (url, knownEtag) => server.fetchApi(page, url, knownEtag)) },
  {
    // Transfer the page's bytes instead of copying them.
    post: (message) => port.postMessage(message, message.r ? [message.r.body.buffer] : []),
    on: (listener) => port.on('message', listener),
    // The main thread has the timeout.
    timeout: -1,
  },
);
