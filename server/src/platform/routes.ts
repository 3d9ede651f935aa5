import type { Endpoint, Shape } from '@sokuwa/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Finished } from './answer-cache.ts';
import { errorBody, isRefused, type Refused } from './refusal.ts';

type Schemas = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType; answer: z.ZodType };
type Input<S extends Schemas> = {
  params: S['params'] extends z.ZodType ? z.output<S['params']> : undefined;
  query: S['query'] extends z.ZodType ? z.output<S['query']> : undefined;
  body: S['body'] extends z.ZodType ? z.output<S['body']> : undefined;
  request: FastifyRequest;
};

const errorSchema = z
  .object({
    code: z.string(),
    detail: z.string(),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ description: 'A refusal; the header x-request-id names the request.' });

/** Bytes that are ready to send. */
type Sendable = Pick<Finished, 'body' | 'etag' | 'headers' | 'status' | 'encoded'>;

/** Sends finished bytes, or 304 when the client has them. */
export const sendFinished = (request: FastifyRequest, reply: FastifyReply, answer: Sendable): FastifyReply => {
  reply.headers(answer.headers).header('etag', answer.etag);
  if (isKnown(request, answer)) {
    return reply.code(304).send();
  }
  reply.code(answer.status);
  if (answer.encoded && acceptsEncoding(request, answer.encoded.encoding)) {
    return reply.header('content-encoding', answer.encoded.encoding).send(answer.encoded.body);
  }
  return reply.send(answer.body);
};

/** Whether the client has the answer already. */
export const isKnown = (request: FastifyRequest, answer: Sendable): boolean => {
  const known = request.headers['if-none-match'];
  if (!known || answer.status !== 200) return false;
  return known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === answer.etag);
};

/** Whether the client reads the encoding (and didn't say q=0). */
export const acceptsEncoding = (request: FastifyRequest, encoding: string): boolean => {
  const accepted = request.headers['accept-encoding'];
  return (
    typeof accepted === 'string' &&
    new RegExp(`(^|[\\s,])${encoding}\\s*(,|$|;(?!\\s*q=0(\\.0*)?\\s*(,|$)))`).test(accepted)
  );
};

export const sendRefusal = (reply: FastifyReply, refused: Refused): FastifyReply => {
  const { status } = refusals[refused.refused];
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (status === 503) reply.header('retry-after', '2');
  return reply.send(JSON.stringify(errorBody(refused)));
};

/**
 * Serves one call of the contract. The handler returns the answer, finished bytes, or one of the refusals that the
 * call declares: the compiler refuses any other.
 */
export const serve = <Call extends Shape, R extends RefusalCode, S extends Schemas>(
  app: FastifyInstance,
  call: Endpoint<Call, R>,
  schemas: S,
  handle: (input: Input<S>) => Promise<Call['answer'] | Finished | Refused<NoInfer<R>>>,
): void => {
  const byStatus = new Map<number, string[]>();
  for (const code of call.refusals) {
    const { status, text } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${text}`]);
  }
  const refusalSchemas = Object.fromEntries(
    [...byStatus].map(([status, texts]) => [status, errorSchema.describe(texts.join(' · '))]),
  );
  const { params, query, body, answer } = schemas;
  app.route({
    method: call.method,
    url: call.path.replaceAll('//', '/').replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: call.summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: answer, ...refusalSchemas },
    },
    handler: async (request, reply) => {
      const result = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        request,
      } as Input<S>);
      if (result instanceof Finished) {
        result.kept?.cache.remember(request.url, result.kept.key);
        return sendFinished(request, reply, result);
      }
      if (isRefused(result)) return sendRefusal(reply, result);
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(result));
    },
  });
};
