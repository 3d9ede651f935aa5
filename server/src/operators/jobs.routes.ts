import { optionalActReason } from '@sokuwa/contract/operators/acts.schemas.ts';
import * as calls from '@sokuwa/contract/operators/jobs.endpoints.ts';
import * as schemas from '@sokuwa/contract/operators/jobs.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { actLive } from '../platform/audit.ts';
import { linkPage } from '../platform/paging.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { listJobs, retryJob } from './jobs.service.ts';

/** What operators do with background jobs and mails. */
export const jobRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  serve(app, calls.listJobs, { query: schemas.jobsQuery, response: schemas.troubledJobs }, async ({ query }) =>
    linkPage(apiUrl + calls.listJobs.path, query, await listJobs(db, query)),
  );
  serve(
    app,
    calls.retryJob,
    { params: schemas.jobParams, body: optionalActReason, response: schemas.jobRetried },
    async ({ actor, params: { id }, body: { reason } }) => retryJob(db, id, actLive(actor, reason)),
  );
};
