import { queryString } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/messages/messages.endpoints.ts';
import { MESSAGES_PAGE_SIZE } from '@sokuwa/contract/messages/messages.rules.ts';
import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AccountId, MerchantId } from '../platform/ids.ts';
import { linkPages } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve, serveEvents } from '../platform/routes.ts';
import { securityHeaders } from '../platform/security-headers.ts';
import type { ShopParts } from '../shop.ts';
import { addWaiting, presentDetail, presentMessage, presentReply } from './messages.present.ts';
import * as service from './messages.service.ts';
import * as store from './messages.sql.ts';

type MessageParts = Pick<ShopParts, 'config' | 'db' | 'accountChanges' | 'rateLimiter' | 'feed' | 'apiUrl'>;
const createBuyerViewer = (accountId: AccountId): store.Viewer => ({ side: 'buyer', accountId });

type Filters = z.output<typeof schemas.merchantMessagesQuery>;
const createReaders = ({ db, apiUrl }: MessageParts) => ({
  list: async (viewer: store.Viewer, path: string, { page = 1, ...query }: Filters) => {
    const filter = { isUnanswered: query.unanswered, search: query.search };
    const count = await store.countThreads(db, viewer, filter);
    const links = linkPages(
      { page, size: MESSAGES_PAGE_SIZE, count },
      (to) => apiUrl + path + queryString({ ...query, page: to }),
    );
    if (isRefused(links)) return links;
    return { count, ...links, rows: await store.selectThreads(db, viewer, page, filter) };
  },
  one: async (viewer: store.Viewer, id: string, before?: number) =>
    (service.isThreadId(id) ? await store.selectThread(db, viewer, id, before) : undefined) ?? refuse('not_found'),
});

/** Adds a reply and returns its wire format for the writer. */
const reply = async (shop: MessageParts, viewer: store.Viewer, id: string, content: string) => {
  const post = await service.reply(shop, viewer, id, content);
  if (isRefused(post)) return post;
  const thread = await store.selectThread(shop.db, viewer, id);
  return thread ? presentReply(thread.id, thread, post, viewer.side) : refuse('not_found');
};

/** Endpoints for buyers (MESSAGE-3 to MESSAGE-8). */
export const messageRoutes = (app: FastifyInstance, shop: MessageParts): void => {
  const { db, feed } = shop;
  // Streams bypass the hook that adds these headers to all other responses.
  const headers = securityHeaders(shop.config);
  const { list, one } = createReaders(shop);
  const params = schemas.messageId;
  serve(
    app,
    calls.listMessages,
    { query: schemas.messagesQuery, response: schemas.messagePage },
    async ({ accountId, query }) => {
      const page = await list(createBuyerViewer(accountId), calls.listMessages.path, query);
      if (isRefused(page)) return page;
      const { rows, ...links } = page;
      return { ...links, results: rows.map((row) => presentMessage(row, 'buyer')) };
    },
  );
  serve(app, calls.countUnread, { response: schemas.unread }, async ({ accountId }) => ({
    unread: await store.countUnread(db, createBuyerViewer(accountId)),
  }));
  serveEvents(app, calls.messageEvents, { response: schemas.messageEvent }, ({ session, lastEventId, stream }) =>
    feed.startStream(session, lastEventId, stream, headers),
  );
  app.addHook('preClose', () => feed.close());
  serve(
    app,
    calls.getMessage,
    { params, query: schemas.repliesQuery, response: schemas.messageDetail },
    async ({ accountId, params: { id }, query }) => {
      const row = await one(createBuyerViewer(accountId), id, query.before);
      return isRefused(row) ? row : presentDetail(row, 'buyer');
    },
  );
  serve(
    app,
    calls.markMessageRead,
    { params: schemas.messageOfType, body: schemas.markRead, response: schemas.unread },
    ({ accountId, params: { id, message_type } }) =>
      service.markRead(shop, createBuyerViewer(accountId), id, message_type),
  );
  serve(
    app,
    calls.replyToMerchant,
    { params, body: schemas.newReply, response: schemas.reply },
    ({ accountId, params: { id }, body }) => reply(shop, createBuyerViewer(accountId), id, body.content),
  );
  serve(
    app,
    calls.contactMerchant,
    { body: schemas.newQuestion, response: schemas.sent },
    async ({ accountId, body }) => {
      const id = await service.askMerchant(shop, accountId, body);
      return isRefused(id) ? id : { message: 'Message sent successfully', id };
    },
  );
};

/** Endpoints for merchants, with merchant tokens (MERCHANT-8, MERCHANT-9). */
export const merchantMessageRoutes = (app: FastifyInstance, shop: MessageParts): void => {
  const { list, one } = createReaders(shop);
  const params = schemas.messageId;
  const seller = (merchantId: MerchantId): store.Viewer => ({ side: 'merchant', merchantId });
  serve(
    app,
    calls.listMerchantMessages,
    { query: schemas.merchantMessagesQuery, response: schemas.merchantMessagePage },
    async ({ merchantId, query }) => {
      const page = await list(seller(merchantId), calls.listMerchantMessages.path, query);
      if (isRefused(page)) return page;
      const { rows, ...links } = page;
      return { ...links, results: rows.map((row) => addWaiting(presentMessage(row, 'merchant'), row)) };
    },
  );
  serve(
    app,
    calls.getMerchantMessage,
    { params, query: schemas.repliesQuery, response: schemas.merchantMessageDetail },
    async ({ merchantId, params: { id }, query }) => {
      const row = await one(seller(merchantId), id, query.before);
      return isRefused(row) ? row : addWaiting(presentDetail(row, 'merchant'), row);
    },
  );
  serve(
    app,
    calls.markMerchantMessageRead,
    { params, body: schemas.markRead, response: schemas.unread },
    ({ merchantId, params: { id } }) => service.markRead(shop, seller(merchantId), id),
  );
  serve(
    app,
    calls.markMerchantMessageDone,
    { params, body: schemas.done, response: schemas.waiting },
    async ({ merchantId, params: { id }, body }) => {
      const waiting = await service.markDone(shop, merchantId, id, body.is_done);
      return isRefused(waiting) ? waiting : { unanswered_since: waiting.unansweredSince?.toISOString() ?? null };
    },
  );
  serve(
    app,
    calls.replyToBuyer,
    { params, body: schemas.newReply, response: schemas.reply },
    ({ merchantId, params: { id }, body }) => reply(shop, seller(merchantId), id, body.content),
  );
  serve(app, calls.contactBuyer, { body: schemas.newNote, response: schemas.sent }, async ({ merchantId, body }) => {
    const id = await service.writeToBuyer(shop, merchantId, body);
    return isRefused(id) ? id : { message: 'Message sent successfully', id };
  });
};
