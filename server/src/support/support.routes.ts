import { done } from '@sokuwa/contract/account/account.schemas.ts';
import { sendToSupport } from '@sokuwa/contract/support/support.endpoints.ts';
import { contactSupport } from '@sokuwa/contract/support/support.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database.ts';
import type { RateLimiter } from '../platform/rate-limiter.ts';
import { serve } from '../platform/routes.ts';
import { storeSupportMessage } from './support.service.ts';

export const supportRoutes = (app: FastifyInstance, deps: { db: Database; rateLimiter: RateLimiter }): void => {
  serve(app, sendToSupport, { body: contactSupport, response: done }, async ({ body, ipAddress }) => {
    const refused = await storeSupportMessage(deps, body, ipAddress);
    return refused ?? { message: 'Message sent successfully!' };
  });
};
