import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import { isDatabaseUnavailable } from './database.ts';
import { type Refused, refuse, sendRefusal } from './refusal.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** The id of a request: from its header if that is well-formed, else a new one. */
export const requestId = (request: { headers: Record<string, string | string[] | undefined> }): string => {
  const header = request.headers[REQUEST_ID_HEADER];
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
};

const refusalByFastifyCode: Record<string, Refused> = {
  FST_ERR_CTP_INVALID_JSON_BODY: refuse('invalid_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuse('invalid_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuse('invalid_json'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('unsupported_media_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('payload_too_large'),
  // Of a request with the method QUERY, at any path.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: refuse('unsupported_media_type'),
  FST_ERR_BAD_URL: refuse('not_found'),
  FST_ERR_MAX_PARAM_LENGTH: refuse('not_found'),
};

/** Error messages by field. */
const fieldErrors = (error: FastifyError): Record<string, string[]> => {
  const errors: Record<string, string[]> = {};
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), message ?? 'is not valid'];
  }
  return errors;
};

const refusalOf = (error: FastifyError): Refused | undefined => {
  // The server of static files refuses paths that it cannot read.
  if (error.statusCode === 403) return refuse('not_found');
  if (hasZodFastifySchemaValidationErrors(error)) return refuse('invalid_input', fieldErrors(error));
  if (error instanceof MediaUnavailable) return refuse('pictures_unavailable');
  if (isDatabaseUnavailable(error)) return refuse('database_unavailable');
  return refusalByFastifyCode[error.code];
};

/** Sends the refusal of a known error; any other one is logged with the request's id and sent as a 500 without details. */
export const sendError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // A URL that the router cannot parse does not pass the hook below.
  reply.header(REQUEST_ID_HEADER, request.id);
  const refused = refusalOf(error);
  if (refused?.refused === 'database_unavailable') request.log.warn({ err: error }, 'the database is unavailable');
  if (refused?.refused === 'pictures_unavailable')
    request.log.warn({ err: error }, 'the store of pictures is unavailable');
  if (refused) return sendRefusal(reply, refused);
  request.log.error({ err: error }, 'unexpected error');
  return sendRefusal(reply, refuse('internal_error'));
};

/** @param commonHeaders headers that every response carries, also those of the framework */
export const handleErrors = (app: FastifyInstance, commonHeaders: Record<string, string>): void => {
  // Fastify parses plain text by default; no endpoint accepts it.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders).header(REQUEST_ID_HEADER, request.id);
    done();
  });
};
