import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { type Pages, pageRoutes, toReadableUrl } from './pages/index.ts';
import { createApiMapping, respondToPreflights } from './platform/api-host.ts';
import { sendCachedResponses } from './platform/cached-responses.ts';
import { closeIdleConnections } from './platform/close-connections.ts';
import { docsRoutes } from './platform/docs.routes.ts';
import { handleErrors, requestId, sendError } from './platform/errors.ts';
import { healthRoutes } from './platform/health.routes.ts';
import { refuse, sendRefusal } from './platform/refusal.ts';
import { LocalRequestCounts } from './platform/request-counts.ts';
import { limitRequests } from './platform/request-limits.ts';
import { RequestLog } from './platform/request-log.ts';
import { addAuthentication } from './platform/routes.ts';
import { securityHeaders } from './platform/security-headers.ts';
import type { Shop } from './shop.ts';
import { sliceList } from './slices.ts';
import { selectStaff } from './staff/index.ts';

/** Maximum size of a request body without a picture. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * Maximum interval at which Node looks for slow requests. Its default of 30 seconds would let them exceed the time-out
 * by far.
 */
const MAX_CHECK_INTERVAL_MS = 1000;
/** The log levels at which each request is logged. */
const LEVELS_WITH_REQUESTS = ['info', 'debug', 'trace'];
const INTERNAL_HEADER = 'x-internal-request';
/** Replaces a compiler of schemas that Fastify would load, although each route uses those that are set below. */
const noCompiler = (): never => {
  throw new Error('a route was added before the compilers of schemas were set');
};

type ServerOptions = Pick<Shop, 'config' | 'log' | 'metrics'> & {
  /** Whether the server sent the request itself, while it renders a page. */
  isInternal?: (request: FastifyRequest) => boolean;
  /** @param host the Host header */
  rewriteUrl?: (url: string, host: string | undefined) => string;
};

const openServer = ({ config, log, metrics, isInternal = () => false, rewriteUrl = (url) => url }: ServerOptions) => {
  const requestLog = new RequestLog({
    logRequests: LEVELS_WITH_REQUESTS.includes(config.logLevel),
    counter: metrics?.counter,
    isInternal,
  });
  const app = Fastify({
    loggerInstance: log,
    logController: requestLog,
    genReqId: requestId,
    bodyLimit: MAX_BODY_BYTES,
    // Node sends 408 and closes the connection.
    requestTimeout: config.requestTimeoutMs,
    http: {
      // Both are set: Node swaps the two values if the one of the headers is greater.
      headersTimeout: config.requestTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(MAX_CHECK_INTERVAL_MS, config.requestTimeoutMs),
    },
    trustProxy: config.trustedProxy ?? false,
    forceCloseConnections: 'idle',
    // A request that arrives while the server closes is served too: nobody else would send it again.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 2000 },
    rewriteUrl: ({ url = '/', headers }) => rewriteUrl(url, headers.host),
    frameworkErrors: (error, request, reply) => {
      // Fastify does not log the end of a request that it could not read.
      reply.raw.once('finish', () => requestLog.requestCompleted(null, request, reply));
      sendError(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  // Responses are not validated at run time: TypeScript checks them, and responses.test.ts compares them to the schemas.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  closeIdleConnections(app);
  return app;
};

/** Builds the server of a worker process, which serves only health checks. */
export const buildWorkerApp = ({ config, db, log, metrics }: Pick<Shop, 'config' | 'db' | 'log' | 'metrics'>) => {
  const app: FastifyInstance = openServer({ config, log, metrics });
  handleErrors(app, securityHeaders(config));
  healthRoutes(app, { db, timeoutMs: config.readinessTimeoutMs });
  app.setNotFoundHandler((_, reply) => sendRefusal(reply, refuse('not_found')));
  return app;
};

/**
 * Builds the whole server on an open shop, without listening.
 * @param pages renders the pages; without it the server has only the API
 */
export const buildApp = async (shop: Shop, pages?: Pages): Promise<FastifyInstance> => {
  const { config, db, apiCache } = shop;
  // API calls of the server while it renders a page are not counted or limited: the page request already is.
  const internal = randomBytes(16).toString('hex');
  const isInternal = (request: FastifyRequest) => request.headers[INTERNAL_HEADER] === internal;
  const toServedUrl = createApiMapping(config);
  const app: FastifyInstance = openServer({
    ...shop,
    isInternal,
    rewriteUrl: (url, host) => (pages ? toReadableUrl(toServedUrl(url, host)) : toServedUrl(url, host)),
  });
  app.decorate('isInternal', isInternal);
  const defaultHeaders = securityHeaders(config);
  sendCachedResponses(app, apiCache, defaultHeaders);
  handleErrors(app, defaultHeaders);
  respondToPreflights(app, config);

  // Load the store's client only when it is configured.
  const counts =
    config.redisUrl === undefined
      ? new LocalRequestCounts()
      : (await import('./platform/redis-request-counts.ts')).openRedisRequestCounts(app, config.redisUrl);
  const { requestsPerMinute: limits, rateLimitFactor: factor } = config;
  limitRequests(app, { counts, limits, factor, isInternal });

  addAuthentication(app, db, {
    callLimits: config.accountRequests,
    sessionMaxDays: config.sessionMaxDays,
    publicUrl: shop.publicUrl,
    operatorsNeedSecondFactor: config.operatorsNeedSecondFactor,
    readStaff: selectStaff,
  });
  healthRoutes(app, { db, timeoutMs: config.readinessTimeoutMs });
  await app.register(async (api) => {
    await docsRoutes(api, config);
    await api.register(
      async (calls) => {
        for (const slice of sliceList) slice.routes?.(calls, shop);
      },
      { prefix: API_PREFIX },
    );
  });
  for (const slice of sliceList) slice.rootRoutes?.(app, shop);
  if (pages) await pageRoutes(app, { ...shop, pages, internalHeaders: { [INTERNAL_HEADER]: internal } });
  else app.setNotFoundHandler((_, reply) => sendRefusal(reply, refuse('not_found')));
  return app;
};
