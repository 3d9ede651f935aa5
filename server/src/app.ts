import { randomBytes } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { accessRoutes, accountRoutes, identityRoutes, Passwords } from './account/index.ts';
import { addressRoutes } from './addresses/index.ts';
import { cartRoutes } from './cart/index.ts';
import { catalogRoutes, type Search } from './catalog/index.ts';
import { checkoutRoutes, openCheckout } from './checkout/index.ts';
import { type Config, publicUrlOf } from './config.ts';
import { type Geo, geoRoutes } from './geo/index.ts';
import { mediaRoutes } from './media/index.ts';
import { type MessageFeed, merchantMessageRoutes, messageRoutes } from './messages/index.ts';
import { orderRoutes, paymentRoutes, RETURN_PATH } from './orders/index.ts';
import { type Pages, pageRoutes, readableAddress } from './pages/index.ts';
import { sendCachedResponses } from './platform/cached-responses.ts';
import { endConnectionsOnceAnswered } from './platform/closing.ts';
import type { Database } from './platform/database.ts';
import { docsRoutes } from './platform/docs.routes.ts';
import { answerError, answerErrors, requestId } from './platform/errors.ts';
import { healthRoutes } from './platform/health.routes.ts';
import { RateLimiter } from './platform/rate-limiter.ts';
import type { Reads } from './platform/reads.ts';
import { refuse, sendRefusal } from './platform/refusal.ts';
import { type RequestCounter, RequestLog } from './platform/request-log.ts';
import type { ResponseCache } from './platform/response-cache.ts';
import { knowSessions } from './platform/routes.ts';
import { securityHeaders } from './platform/security-headers.ts';
import type { IdentityPort } from './ports/identity/identity.port.ts';
import type { MediaStore } from './ports/media/media.port.ts';
import type { Renditions } from './ports/media/renditions.ts';
import type { Payments } from './ports/payments/payments.port.ts';
import type { ShippingRates } from './ports/shipping/shipping.port.ts';

import { type Sandbox, sandboxRoutes } from './sandbox/index.ts';
import { savedRoutes } from './saved/index.ts';
import { supportRoutes } from './support/index.ts';
import { walletRoutes } from './wallet/index.ts';

export type Deps = {
  config: Config;
  db: Database;
  /** For what everybody may see of the catalogue. */
  reads: Reads;
  geo: Geo;
  search: Search;
  answers: ResponseCache;
  media: MediaStore;
  renditions: Renditions;
  /** Who vouches for people. */
  identity: IdentityPort;
  /** Stand-ins for outside systems; undefined serves none of their pages. */
  sandbox: Sandbox | undefined;
  shipping: ShippingRates;
  payments: Payments;
  /** Tells whoever looks at the moment of new messages; ended when the server closes. */
  feed: MessageFeed;
  /** What renders the pages, and where finished ones are kept; undefined serves the API alone. */
  pages: { pages: Pages; cache: ResponseCache } | undefined;
  /** Counts requests; nobody does when left out. */
  counter?: RequestCounter | undefined;
  /** Where the log goes; to standard output when left out. */
  logStream?: { write(line: string): void } | undefined;
};

/** Requests a minute that one address may make of the API and of pages, before RATE_LIMIT_FACTOR. */
const REQUESTS_A_MINUTE = 1200;
/** Largest body of a request that carries no picture. */
const BODY_LIMIT = 256 * 1024;
/** At which a line is written for each request. */
const LEVELS_WITH_REQUESTS = ['info', 'debug', 'trace'];
const INTERNAL_HEADER = 'x-internal-request';

/** Where payment providers send buyers back to. */
export const returnUrlOf = (config: Config): string => publicUrlOf(config) + API_PREFIX + RETURN_PATH;

/** What every kind of server stands on. */
type Base = Pick<Deps, 'config' | 'counter' | 'logStream'> & {
  isInternal?: (request: FastifyRequest) => boolean;
  rewriteUrl?: ((url: string) => string) | undefined;
};

const openServer = ({ config, counter, logStream: stream, isInternal = () => false, rewriteUrl }: Base) => {
  const requestLog = new RequestLog({
    logRequests: LEVELS_WITH_REQUESTS.includes(config.logLevel),
    counter,
    isInternal,
  });
  const app = Fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      ...(stream && { stream }),
    },
    logController: requestLog,
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustedProxy ?? false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 2000 },
    rewriteUrl: ({ url = '/' }) => (rewriteUrl ? rewriteUrl(url) : url),
    frameworkErrors: (error, request, reply) => {
      // The framework tells of no end of what it could not read.
      reply.raw.once('finish', () => requestLog.requestCompleted(null, request, reply));
      answerError(error, request, reply);
    },
  });
  endConnectionsOnceAnswered(app);
  return app;
};

/** What a process that only works jobs serves: whether it lives, and whether it can work. */
export const buildWorkerApp = ({ db, ...base }: Pick<Deps, 'config' | 'db' | 'counter'>): FastifyInstance => {
  const { config } = base;
  const app = openServer(base);
  answerErrors(app, securityHeaders(config));
  healthRoutes(app, { db });
  app.setNotFoundHandler((_, reply) => sendRefusal(reply, refuse('not_found')));
  return app;
};

/** Builds the whole server from its parts, without listening. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const {
    config,
    db,
    reads,
    geo,
    search,
    answers,
    media,
    renditions,
    identity,
    shipping,
    payments,
    feed,
    sandbox,
    pages,
  } = deps;
  const shopUrl = publicUrlOf(config);
  const rateLimiter = new RateLimiter(db, config.rateLimitFactor);
  // The server's own calls while it renders a page are part of a request that is counted, and limited, by itself.
  const internal = randomBytes(16).toString('hex');
  const isInternal = (request: FastifyRequest) => request.headers[INTERNAL_HEADER] === internal;
  const app = openServer({ ...deps, isInternal, rewriteUrl: pages && readableAddress });
  app.setValidatorCompiler(validatorCompiler);
  // Answers are made field by field and checked by the compiler; running each through its schema would only cost time.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  const always = securityHeaders(config);
  sendCachedResponses(app, answers, always);
  answerErrors(app, always);

  // Only a shop of several nodes loads the store's client.
  const shared =
    config.redisUrl === undefined
      ? {}
      : (await import('./platform/shared-counts.ts')).sharedCounts(app, config.redisUrl);
  await app.register(rateLimit, {
    ...shared,
    max: Math.ceil(REQUESTS_A_MINUTE * config.rateLimitFactor),
    timeWindow: '1 minute',
    // Said when it matters: with the refusal.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    allowList: isInternal,
  });

  const report = (error: unknown) => app.log.warn({ err: error }, 'no shipment rate');
  const checkout = openCheckout({ db, geo, shipping, report });
  const paying = { db, payments, returnUrl: returnUrlOf(config), log: app.log };
  const messages = { db, rateLimiter, feed, publicUrl: shopUrl, always };
  knowSessions(app, db);
  healthRoutes(app, { db });
  await app.register(async (api) => {
    await docsRoutes(api);
    await api.register(
      async (calls) => {
        catalogRoutes(calls, { reads, geo, answers, search, publicUrl: shopUrl });
        geoRoutes(calls, { geo, answers });
        accessRoutes(calls, { db, rateLimiter, passwords: new Passwords(), shopUrl });
        identityRoutes(calls, { db, identity, shopUrl });
        accountRoutes(calls, { db, geo, media });
        cartRoutes(calls, { db });
        addressRoutes(calls, { db, geo });
        checkoutRoutes(calls, { db, checkout });
        orderRoutes(calls, { ...paying, checkout, publicUrl: shopUrl });
        savedRoutes(calls, { db, geo, publicUrl: shopUrl });
        walletRoutes(calls, { db, publicUrl: shopUrl });
        paymentRoutes(calls, { ...paying, publicUrl: shopUrl });
        messageRoutes(calls, messages);
        merchantMessageRoutes(calls, messages);
        supportRoutes(calls, { db, rateLimiter });
      },
      { prefix: API_PREFIX },
    );
  });
  mediaRoutes(app, { renditions });
  if (sandbox) sandboxRoutes(app, sandbox);
  if (pages)
    await pageRoutes(app, { config, reads, geo, answers, ...pages, internalHeaders: { [INTERNAL_HEADER]: internal } });
  else app.setNotFoundHandler((_, reply) => sendRefusal(reply, refuse('not_found')));
  return app;
};
