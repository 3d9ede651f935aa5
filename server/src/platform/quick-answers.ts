import type { FastifyInstance } from 'fastify';
import type { AnswerCache, Finished } from './answer-cache.ts';
import { REQUEST_ID_HEADER } from './errors.ts';
import { acceptsEncoding, isKnown } from './routes.ts';

type Wire = Record<string, string | number>;

/**
 * Sends answers that are kept under the very address that was asked for, before anything else is done with the request:
 * it was parsed, checked and understood when the answer was made. Such an answer costs less than counting who asks, so it
 * is not counted against rate limits.
 * @param always headers that every answer carries
 */
export const answerQuickly = (app: FastifyInstance, answers: AnswerCache, always: Record<string, string>): void => {
  const wires = new WeakMap<Buffer, Wire>();
  const wire = (answer: Finished, body: Buffer): Wire => {
    let headers = wires.get(body);
    if (!headers) {
      headers = { ...always, ...answer.headers, etag: answer.etag, 'content-length': body.length };
      if (body !== answer.body) headers['content-encoding'] = 'br';
      wires.set(body, headers);
    }
    return headers;
  };
  app.decorateReply('quick', false);
  app.addHook('onRequest', (request, reply, done) => {
    const answer = request.method === 'GET' ? answers.at(request.url) : undefined;
    if (!answer) return done();
    const body = answer.encoded && acceptsEncoding(request, 'br') ? answer.encoded.body : answer.body;
    reply.hijack();
    reply.quick = true;
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
    if (isKnown(request, answer)) reply.raw.writeHead(304, { ...always, ...answer.headers, etag: answer.etag }).end();
    else reply.raw.writeHead(answer.status, wire(answer, body)).end(body);
  });
};
