import { type ErrorBody, formatTooManyRequests, type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type RefusedPage = { body: string; headers: Record<string, string> };

declare module 'fastify' {
  interface FastifyInstance {
    /** The page that a person gets instead of JSON; undefined in a server without pages. */
    renderRefusalPage?: (request: FastifyRequest, refused: Refused) => RefusedPage | undefined;
  }
}

/** An expected failure, as services and handlers return it. */
export type Refused<C extends RefusalCode = RefusalCode> = {
  readonly refused: C;
  readonly errors?: Record<string, string[]> | undefined;
  /** Replaces the contract's text, to name a product or an amount. */
  readonly text?: string | undefined;
  /** What has been changed meanwhile, so that the sender sees both. */
  readonly currentBody?: object | undefined;
  /** Seconds, for the header Retry-After. */
  readonly retryAfter?: number | undefined;
};

/** Creates a refusal: `return refuse('out_of_stock')`. */
export const refuse = <const C extends RefusalCode>(
  code: C,
  errors?: Record<string, string[]>,
  text?: string,
): Refused<C> => ({ refused: code, errors, text });

/**
 * Creates the refusal of one request too many.
 * @param seconds until a request is accepted again; the header Retry-After is rounded up, and at least 1
 */
export const refuseTooMany = (seconds: number, text?: string): Refused<'too_many_requests'> => ({
  ...refuse('too_many_requests', undefined, text),
  retryAfter: Math.max(1, Math.ceil(seconds)),
});

export const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result;

export const getRefusalText = ({ refused, text, retryAfter }: Refused): string => {
  if (text !== undefined) return text;
  return refused === 'too_many_requests' && retryAfter !== undefined
    ? formatTooManyRequests(retryAfter)
    : refusals[refused].text;
};

/** The response body of a refusal. */
export const errorBody = (refusal: Refused): ErrorBody => {
  const { refused, errors, currentBody } = refusal;
  const message = getRefusalText(refusal);
  return {
    code: refused,
    detail: message,
    message,
    ...('error' in refusals[refused] && { error: message }),
    ...(errors && { errors }),
    ...(currentBody && { current: currentBody }),
  };
};

/** Sends a refusal as JSON, or as a page to a person who opened one (API-35). */
export const sendRefusal = (reply: FastifyReply, refused: Refused): FastifyReply => {
  const { status } = refusals[refused.refused];
  reply.code(status).header('cache-control', 'no-store');
  const retryAfter = refused.retryAfter ?? (status === 503 ? 2 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  const page = reply.server.renderRefusalPage?.(reply.request, refused);
  if (page) return reply.headers(page.headers).send(page.body);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(errorBody(refused)));
};
