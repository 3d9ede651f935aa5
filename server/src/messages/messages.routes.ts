import { API_PREFIX, queryString } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import { MESSAGES_PAGE } from '@sokuwa/contract/messages/messages.rules.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { linkPages } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve, serveEvents } from '../platform/routes.ts';
import type { MessageFeed } from './feed.ts';
import { presentDetail, presentMessage, presentReply } from './messages.present.ts';
import * as service from './messages.service.ts';
import * as store from './messages.sql.ts';

type Deps = service.Writing & {
  feed: MessageFeed;
  /** The shop's origin, without a final slash. */
  publicUrl: string;
  /** Headers that every answer carries. */
  always: Record<string, string>;
};
const buyer = (account: AccountId): store.Viewer => ({ side: 'buyer', account });

const readers = ({ db, publicUrl }: Deps) => ({
  list: async (viewer: store.Viewer, path: string, page = 1) => {
    const count = await store.countThreads(db, viewer);
    const links = linkPages(
      { page, size: MESSAGES_PAGE, count },
      (to) => publicUrl + API_PREFIX + path + queryString({ page: to }),
    );
    if (isRefused(links)) return links;
    const rows = await store.selectThreads(db, viewer, page);
    return { count, ...links, results: rows.map((row) => presentMessage(row, viewer.side)) };
  },
  one: async (viewer: store.Viewer, id: string, before?: number) => {
    const row = service.isThreadId(id) ? await store.selectThread(db, viewer, id, before) : undefined;
    return row ? presentDetail(row, viewer.side) : refuse('not_found');
  },
});

/** A reply as its writer sees it. */
const reply = async (deps: Deps, viewer: store.Viewer, id: string, content: string) => {
  const post = await service.reply(deps, viewer, id, content);
  if (isRefused(post)) return post;
  const thread = await store.selectThread(deps.db, viewer, id);
  return thread ? presentReply(thread.id, thread, post, viewer.side) : refuse('not_found');
};

/** The calls of shoppers (MESSAGE-3 to MESSAGE-8). */
export const messageRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { db, feed, always } = deps;
  const { list, one } = readers(deps);
  const params = schemas.messageId;
  serve(
    app,
    calls.listMessages,
    { query: schemas.messagesQuery, response: schemas.messagePage },
    ({ account, query }) => list(buyer(account), calls.listMessages.path, query.page),
  );
  serve(app, calls.countUnread, { response: schemas.unread }, async ({ account }) => ({
    unread: await store.countUnread(db, buyer(account)),
  }));
  serveEvents(app, calls.messageEvents, schemas.messageEvent, ({ account, lastEventId, stream }) =>
    feed.begin(account, lastEventId, stream, always),
  );
  app.addHook('preClose', () => feed.close());
  serve(
    app,
    calls.getMessage,
    { params, query: schemas.repliesQuery, response: schemas.messageDetail },
    ({ account, params: { id }, query }) => one(buyer(account), id, query.before),
  );
  serve(
    app,
    calls.markMessageRead,
    { params: schemas.messageOfType, body: schemas.markRead, response: schemas.unread },
    ({ account, params: { id, message_type } }) => service.markRead(db, buyer(account), id, message_type),
  );
  serve(
    app,
    calls.replyToMerchant,
    { params, body: schemas.newReply, response: schemas.reply },
    ({ account, params: { id }, body }) => reply(deps, buyer(account), id, body.content),
  );
  serve(
    app,
    calls.contactMerchant,
    { body: schemas.newQuestion, response: schemas.sent },
    async ({ account, body }) => {
      const id = await service.askMerchant(deps, account, body);
      return isRefused(id) ? id : { message: 'Message sent successfully', id };
    },
  );
};

/** The calls of merchants, with their own tokens (MERCHANT-8, MERCHANT-9). */
export const merchantMessageRoutes = (app: FastifyInstance, deps: Deps): void => {
  const { list, one } = readers(deps);
  const params = schemas.messageId;
  const seller = (merchantId: MerchantId): store.Viewer => ({ side: 'merchant', merchantId });
  serve(
    app,
    calls.listMerchantMessages,
    { query: schemas.messagesQuery, response: schemas.messagePage },
    ({ merchant, query }) => list(seller(merchant), calls.listMerchantMessages.path, query.page),
  );
  serve(
    app,
    calls.getMerchantMessage,
    { params, query: schemas.repliesQuery, response: schemas.messageDetail },
    ({ merchant, params: { id }, query }) => one(seller(merchant), id, query.before),
  );
  serve(
    app,
    calls.markMerchantMessageRead,
    { params, body: schemas.markRead, response: schemas.unread },
    ({ merchant, params: { id } }) => service.markRead(deps.db, seller(merchant), id),
  );
  serve(
    app,
    calls.replyToBuyer,
    { params, body: schemas.newReply, response: schemas.reply },
    ({ merchant, params: { id }, body }) => reply(deps, seller(merchant), id, body.content),
  );
  serve(app, calls.contactBuyer, { body: schemas.newNote, response: schemas.sent }, async ({ merchant, body }) => {
    const id = await service.writeToBuyer(deps, merchant, body);
    return isRefused(id) ? id : { message: 'Message sent successfully', id };
  });
};
