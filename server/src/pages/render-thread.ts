// A worker thread that renders pages. The main thread sends it requests and makes its API calls.
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import { createPageRenderer } from './page-renderer.ts';
import type { ServerCalls, ThreadCalls } from './render-threads.ts';

/**
 * Below the main thread, which responds to everybody and should not wait while a page is rendered. By 5 less a thread still gets a
 * quarter of a contested processor.
 */
const PRIORITY_OFFSET = 5;
const LOWEST_PRIORITY = 19;

// Only Linux has priorities of threads; elsewhere this would be the process.
if (process.platform === 'linux') {
  try {
    setPriority(Math.min(getPriority() + PRIORITY_OFFSET, LOWEST_PRIORITY));
  } catch (error) {
    // A sandbox may forbid it. Pages are rendered all the same.
    process.emitWarning(`render threads keep the priority of the process: ${error}`);
  }
}

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
