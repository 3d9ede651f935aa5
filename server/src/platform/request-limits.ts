import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isApiCall } from './api-host.ts';
import { getNetwork } from './rate-limiter.ts';
import { refuseTooMany, sendRefusal } from './refusal.ts';
import type { RequestCounts } from './request-counts.ts';
import { credentialOf } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False excludes a route from the request limits. */
    rateLimit?: false;
    /** Whether the route serves files of the pages, such as scripts, fonts and icons: they count less. */
    isFile?: true;
  }
  interface FastifyRequest {
    /** The key under which the request is counted. */
    countedAs: string | undefined;
  }
}

/** Maximum requests per minute. */
export type RequestLimits = {
  /** API calls of one signed-in account or one merchant, from all its addresses. */
  accountCalls: number;
  /** API calls of one network without a token that is known to be valid. */
  networkCalls: number;
  /** Pages that one network requests. */
  networkPages: number;
};

/** Cost of a request, in units. */
const COST = 20;
/** Cost of a file or of a 304 response, in units. */
const LOW_COST = 1;

type Options = {
  counts: RequestCounts;
  limits: RequestLimits;
  /** Multiplies every limit. */
  factor: number;
  /** Whether the server itself sent the request, while rendering a page. */
  isInternal: (request: FastifyRequest) => boolean;
};

/**
 * Refuses requests beyond the limits. Many shoppers share one IP address behind a mobile carrier's gateway, so
 * signed-in calls are counted by account. Other calls, and pages, are counted by network. A call whose token is not
 * known yet is counted by network, so that invented tokens do not escape the limit. Call `addAuthentication` before.
 */
export const limitRequests = (app: FastifyInstance, { counts, limits, factor, isInternal }: Options): void => {
  app.decorateRequest('countedAs', undefined);
  const findBudget = (request: FastifyRequest): { key: string; max: number } => {
    const { ip } = request;
    if (!isApiCall(request)) return { key: `pages ${getNetwork(ip)}`, max: limits.networkPages };
    const owner = app.knownTokens.getOwner(credentialOf(request));
    return owner === undefined
      ? { key: `calls ${getNetwork(ip)}`, max: limits.networkCalls }
      : { key: owner, max: limits.accountCalls };
  };

  app.addHook('onRequest', async (request, reply) => {
    const { rateLimit, isFile } = request.routeOptions.config ?? {};
    if (rateLimit === false || isInternal(request)) return undefined;
    const { key, max } = findBudget(request);
    const count = await counts.add(key, isFile ? LOW_COST : COST);
    if (!isFile) request.countedAs = key;
    if (!count || count.units <= Math.ceil(max * factor) * COST) return undefined;
    return sendRefusal(reply, refuseTooMany(count.endsInMs / 1000));
  });
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 304 && request.countedAs !== undefined)
      await counts.add(request.countedAs, LOW_COST - COST);
  });
};
