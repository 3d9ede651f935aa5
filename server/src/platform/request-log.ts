import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

declare module 'fastify' {
  interface FastifyReply {
    /** The answer was kept, and sent before anything else was done with the request. */
    quick: boolean;
  }
}

/** Counts what was answered. */
export type RequestCounter = {
  /**
   * @param route the pattern of the address, such as /backend/api/products/:productId/
   * @param status of HTTP, 100 to 599
   */
  answered(method: string, route: string, status: number, seconds: number): void;
  /** One more kept answer was sent. These are the most and the quickest: counting one must cost next to nothing. */
  answeredQuickly(): void;
};

type Options = {
  /** Whether a line is written for each request. */
  lines: boolean;
  counter: RequestCounter | undefined;
  /** Whether the server asks itself: then it is part of a request that is told of. */
  isInternal(request: FastifyRequest): boolean;
};

/** What is neither a call nor a file. Such addresses are without number, and some hold what was mailed to one person. */
const PAGE = '(page)';

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? PAGE;

const writeLine = (error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void => {
  // A stream's length is not known.
  const length = reply.getHeader('content-length');
  const line = {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(length !== undefined && { bytes: Number(length) }),
    ...(reply.quick && { kept: true }),
    ...(error && { err: error }),
  };
  reply.log.info(line, 'request');
};

/**
 * Tells of each request once, when it is answered: a line in the log, and a number more. It names the route, never the
 * address: queries and some paths hold tokens. Headers and bodies are not in it either.
 */
export class RequestLog extends LogController {
  readonly #options: Options;

  constructor(options: Options) {
    // The framework's own lines hold whole addresses.
    super({ disableRequestLogging: true });
    this.#options = options;
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { lines, counter, isInternal } = this.#options;
    if (isInternal(request)) return;
    if (reply.quick) counter?.answeredQuickly();
    else counter?.answered(request.method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000);
    if (lines) writeLine(error, request, reply);
  }
}
