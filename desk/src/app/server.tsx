import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport } from '@sokuwa/contract/api-client.ts';
import type { RenderDeskPage } from '@sokuwa/contract/page.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { setServerTransport } from '../lib/api.ts';
import { setRenderTime } from '../lib/clock.ts';
import { Desk } from './desk.tsx';
import { writePageData } from './page-data.ts';
import { makeDesk } from './router.tsx';

/** Pages of several people are rendered at the same time: each has its own. */
const transports = new AsyncLocalStorage<Transport>();
setServerTransport(() => {
  const transport = transports.getStore();
  if (!transport) throw new Error('a call was made outside of a page');
  return transport;
});

/** Renders one page for one person. What is not a page for them, such as without a session, is left to the browser. */
export const render: RenderDeskPage = (path, send) =>
  transports.run(send, async () => {
    const desk = makeDesk(createMemoryHistory({ initialEntries: [path] }));
    await desk.router.load();
    const result = desk.router._serverResult;
    if (result?.type !== 'render' || result.status !== 200) return undefined;
    const time = new Date();
    setRenderTime(time);
    try {
      return [renderToString(<Desk {...desk} />), writePageData(desk.queryClient, time)] as const;
    } finally {
      setRenderTime(undefined);
    }
  });
