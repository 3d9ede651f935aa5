import type { ServerResponse } from 'node:http';
import type { Auth, Endpoint, Shape } from '@sokuwa/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type Cookie, formatSetCookie, readCookies } from './cookies.ts';
import type { Database } from './database.ts';
import type { AccountId, MerchantId, SessionKey } from './ids.ts';
import { isRefused, type Refused, sendRefusal } from './refusal.ts';
import { CachedResponse } from './response-cache.ts';
import { readSeller } from './seller-tokens.ts';
import { sendResponse } from './send-response.ts';
import { readSession, type Session, type TokenKind } from './sessions.ts';
import { takePictures } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readSession(authorization: string | undefined, kind: TokenKind): ReturnType<typeof readSession>;
    readSeller(authorization: string | undefined): ReturnType<typeof readSeller>;
  }
  interface FastifyRequest {
    session: Session | undefined;
    merchant: MerchantId | undefined;
  }
}

/** Lets the calls that are served hereafter know whose token a request carries. */
export const knowSessions = (app: FastifyInstance, db: Database): void => {
  app.decorate('readSession', (authorization, kind) => readSession(db, authorization, kind));
  app.decorate('readSeller', (authorization) => readSeller(db, authorization));
  app.decorateRequest('session', undefined);
  app.decorateRequest('merchant', undefined);
};

type Schemas = {
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** What the body may be instead, as multipart/form-data with one picture. */
  form?: z.ZodType;
  response: z.ZodType;
};
type Input<S extends Schemas> = {
  params: S['params'] extends z.ZodType ? z.output<S['params']> : undefined;
  query: S['query'] extends z.ZodType ? z.output<S['query']> : undefined;
  headers: S['headers'] extends z.ZodType ? z.output<S['headers']> : undefined;
  body:
    | (S['body'] extends z.ZodType ? z.output<S['body']> : undefined)
    | (S['form'] extends z.ZodType ? z.output<S['form']> : never);
  /** Where the request comes from, on the network. */
  address: string;
  /** The browser's cookies, and how to leave it one. */
  cookies: { read(name: string): string | undefined; set(cookie: Cookie): void };
};
type SignedIn = { account: AccountId; session: SessionKey };
/** What a handler is told of who asks. */
type Asker = {
  none: unknown;
  optional: { account: AccountId | undefined };
  required: SignedIn;
  merchant: SignedIn;
  seller: { merchant: MerchantId };
};
/** Finished bytes are for everybody, so only a call without a token may answer them. */
type Result<Call extends Shape, R extends RefusalCode, A extends Auth> =
  | Call['response']
  | Refused<R>
  | (A extends 'none' ? CachedResponse : never);

const eventHeaders = z.object({ 'last-event-id': z.string().optional() });

const errorSchema = z
  .object({
    code: z.string(),
    detail: z.string(),
    message: z.string(),
    error: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ description: 'A refusal; the header x-request-id names the request.' });

/** Answers with what belongs to one account: no cache may share it, the browser's own asks each time whether it changed. */
const sendPrivate = (request: FastifyRequest, reply: FastifyReply, json: string, fileName?: string): FastifyReply =>
  sendResponse(
    request,
    reply,
    new CachedResponse(Buffer.from(json), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'authorization',
      ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
    }),
  );

/** Finds out who asks, before the body is read: a stranger's is not worth reading. */
const identify =
  (auth: Auth) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (auth === 'seller') {
      const merchant = await request.server.readSeller(request.headers.authorization);
      if (isRefused(merchant)) return sendRefusal(reply, merchant);
      request.merchant = merchant;
      return undefined;
    }
    const kind = auth === 'merchant' ? 'merchant' : 'buyer';
    const session = await request.server.readSession(request.headers.authorization, kind);
    if (!isRefused(session)) request.session = session;
    else if (auth !== 'optional' || session.refused === 'token_invalid') return sendRefusal(reply, session);
    return undefined;
  };

/** Makes a place for calls without a body, where whatever comes as one is left unread: nothing in it could be wrong. */
const withoutBody = (app: FastifyInstance, register: (scope: FastifyInstance) => void): void => {
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    register(scope);
    done();
  });
};

const SECURITY = {
  none: undefined,
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
  merchant: [{ merchant_token: [] }],
  seller: [{ seller_token: [] }],
};

/** What a call can be refused with, by status, for the API's description. */
const describeRefusals = (codes: readonly RefusalCode[]): Record<string, z.ZodType> => {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, text } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${text}`]);
  }
  return Object.fromEntries([...byStatus].map(([status, texts]) => [status, errorSchema.describe(texts.join(' · '))]));
};

/** How Fastify wants a body that may come in two types. */
const byContentType = (body: z.ZodType, form: z.ZodType) => ({
  content: { 'application/json': { schema: body }, 'multipart/form-data': { schema: form } },
});

/**
 * Serves one call of the contract. The handler returns the answer, finished bytes, or one of the refusals that the
 * call declares: the compiler refuses any other. A call that takes a token hands its handler the account.
 */
export const serve = <Call extends Shape, R extends RefusalCode, A extends Auth, S extends Schemas>(
  app: FastifyInstance,
  call: Endpoint<Call, R, A>,
  schemas: S,
  handle: (input: Input<S> & Asker[A]) => Promise<Result<Call, NoInfer<R>, NoInfer<A>>>,
): void => {
  const refusalSchemas = describeRefusals(call.refusals);
  const { params, query, headers, body, form, response } = schemas;
  const security = SECURITY[call.auth];
  const route: RouteOptions = {
    method: call.method,
    url: call.path.replaceAll('//', '/').replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      summary: call.summary,
      ...(security && { security }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body: form ? byContentType(body, form) : body }),
      response: { 200: response, ...refusalSchemas },
    },
    ...(call.auth !== 'none' && { preParsing: identify(call.auth) }),
    handler: async (request, reply) => {
      const sent: Record<'params' | 'query' | 'headers' | 'body', unknown> = request;
      const result = await handle({
        params: sent.params,
        query: sent.query,
        headers: sent.headers,
        body: sent.body,
        account: request.session?.account,
        merchant: request.merchant,
        session: request.session?.key,
        address: request.ip,
        cookies: {
          read: (name) => readCookies(request.headers)[name],
          set: (cookie) => reply.header('set-cookie', formatSetCookie(cookie)),
        },
      } as Input<S> & Asker[A]);
      if (result instanceof CachedResponse) {
        result.storedIn?.cache.addUrl(request.url, result.storedIn.key);
        return sendResponse(request, reply, result);
      }
      if (isRefused(result)) return sendRefusal(reply, result);
      const json = JSON.stringify(result);
      if (call.auth !== 'none' && call.method === 'GET') return sendPrivate(request, reply, json, call.download);
      return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);
    },
  };
  if (form) {
    app.register(async (scope) => {
      await takePictures(scope);
      scope.route(route);
    });
  } else if (body || call.method === 'GET') app.route(route);
  else withoutBody(app, (scope) => scope.route(route));
};

/**
 * Serves a call of the contract whose answer is a stream of server-sent events (WHATWG HTML, section 9.2).
 * @param open begins the stream on the bare response, or refuses
 */
export const serveEvents = <Call extends Shape, R extends RefusalCode>(
  app: FastifyInstance,
  call: Endpoint<Call, R, 'required'>,
  response: z.ZodType,
  open: (input: {
    account: AccountId;
    lastEventId: string | undefined;
    stream: ServerResponse;
  }) => Refused<NoInfer<R>> | undefined,
): void => {
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      security: SECURITY[call.auth],
      headers: eventHeaders,
      response: { 200: response, ...describeRefusals(call.refusals) },
    },
    preParsing: identify(call.auth),
    handler: async (request, reply) => {
      const account = request.session?.account;
      if (account === undefined) throw new Error('a call that takes a token was handled without');
      const lastEventId = request.headers['last-event-id'];
      const stream = reply.raw;
      const refused = open({ account, lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId, stream });
      if (refused) return sendRefusal(reply, refused);
      return reply.hijack();
    },
  });
};
