import type { Slice } from '../slice.ts';
import { messageWorkers } from './messages.jobs.ts';
import { merchantMessageRoutes, messageRoutes } from './messages.routes.ts';
import { savedReplyRoutes } from './saved-replies.routes.ts';

export { MessageFeed } from './feed.ts';
export { messageReaders } from './messages.service.ts';
export { findThreads, selectLastChanges, selectUnanswered, type ThreadRow } from './messages.sql.ts';

export const messages = {
  routes: (api, shop) => {
    messageRoutes(api, shop);
    merchantMessageRoutes(api, shop);
    savedReplyRoutes(api, shop);
  },
  jobs: messageWorkers,
  operatorCommands: async (shop) => (await import('./messages.operator.ts')).messageCommands(shop),
} satisfies Slice;
