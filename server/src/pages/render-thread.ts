// Renders pages beside the server's own thread, which hands it orders and answers what it asks of the API.
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import { pageMaker } from './page-maker.ts';
import type { ServerCalls, ThreadCalls } from './render-threads.ts';

const port = parentPort;
if (!port) throw new Error('this is a program for a thread');
const { render } = (await import(workerData as string)) as { render: RenderPage };
const make = pageMaker(render);

const server: BirpcReturn<ServerCalls, ThreadCalls> = createBirpc(
  { make: (page, order) => make(order, (url, known) => server.answer(page, url, known)) },
  {
    // The bytes of a page that is made change hands; nobody copies them.
    post: (message) => port.postMessage(message, message.r ? [message.r.body.buffer] : []),
    on: (listener) => port.on('message', listener),
    // The server knows how long it waits.
    timeout: -1,
  },
);
