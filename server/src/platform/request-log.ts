import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** The response came from the cache, before any other processing of the request. */
    fromCache: boolean;
  }
}

/** Counts responses. */
export type RequestCounter = {
  /**
   * @param route the URL's pattern, such as /backend/api/products/:productId/
   * @param status of HTTP, 100 to 599
   */
  countResponse(method: string, route: string, status: number, seconds: number): void;
  /** Called for most requests, so it must be very cheap. */
  countCachedResponse(): void;
};

type Options = {
  /** Whether to write a log line for each request. */
  logRequests: boolean;
  counter: RequestCounter | undefined;
  /** Whether the server itself sent the request, as part of one that is logged already. */
  isInternal(request: FastifyRequest): boolean;
};

/** The route of every page: the number of page URLs is unlimited, and some contain a mailed token. */
const PAGE_ROUTE = '(page)';

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? PAGE_ROUTE;

/** The account of the session; without one, as when the limit of requests refuses a call, the one that it was counted for. */
const accountOf = ({ session, deskSession, countedAs }: FastifyRequest): number | undefined => {
  const counted = /^account (\d+)$/.exec(countedAs ?? '')?.[1];
  return (session ?? deskSession)?.accountId ?? (counted === undefined ? undefined : Number(counted));
};

const writeLine = (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void => {
  // Undefined for a stream.
  const length = reply.getHeader('content-length');
  const line = {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(length !== undefined && { bytes: Number(length) }),
    ...(reply.fromCache && { cached: true }),
    // Only of refused and failed requests, so that the log is no record of what a person does and when.
    ...(reply.statusCode >= 400 && { account: accountOf(request) }),
    ...(error && { err: error }),
  };
  reply.log.info(line, 'request');
};

/**
 * Logs and counts each request once, when its response is sent. The line contains the route, never the URL (queries and
 * some paths contain tokens), and no headers or bodies.
 */
export class RequestLog extends LogController {
  readonly #options: Options;

  constructor(options: Options) {
    // The lines that Fastify writes contain whole URLs.
    super({ disableRequestLogging: true });
    this.#options = options;
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { logRequests, counter, isInternal } = this.#options;
    if (isInternal(request)) return;
    if (reply.fromCache) counter?.countCachedResponse();
    else counter?.countResponse(request.method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000);
    if (logRequests) writeLine(error, request, reply);
  }
}
