import * as schemas from '@sokuwa/contract/messages/messages.schemas.ts';
import * as calls from '@sokuwa/contract/messages/saved-replies.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './saved-replies.service.ts';
import { selectSavedReplies } from './saved-replies.sql.ts';

/** Endpoints for the replies that a merchant has saved (DESK-12). */
export const savedReplyRoutes = (app: FastifyInstance, { db }: Pick<ShopParts, 'db'>): void => {
  const params = schemas.savedReplyId;
  const body = schemas.savedReplyText;
  const response = schemas.savedReply;
  serve(app, calls.listSavedReplies, { response: z.array(response) }, ({ merchantId }) =>
    selectSavedReplies(db, merchantId),
  );
  serve(app, calls.createSavedReply, { body, response }, ({ merchantId, body: text }) =>
    service.createSavedReply(db, merchantId, text),
  );
  serve(app, calls.changeSavedReply, { params, body, response }, ({ merchantId, params: { replyId }, body: text }) =>
    service.changeSavedReply(db, merchantId, replyId, text),
  );
  serve(app, calls.deleteSavedReply, { params, response: z.array(response) }, ({ merchantId, params: { replyId } }) =>
    service.deleteSavedReply(db, merchantId, replyId),
  );
};
