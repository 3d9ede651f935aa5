import type { ServerResponse } from 'node:http';
import { finished, Readable } from 'node:stream';
import { type Auth, deskRefusals, type Endpoint, type Shape, STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import { isPermitted, type MerchantArea, type OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { type ApiClient, readApiToken } from './api-tokens.ts';
import { accountActor, merchantSubject, recordAudit, tokenActor } from './audit.ts';
import { type Cookie, formatSetCookie, readCookies } from './cookies.ts';
import { CsvFile } from './csv-file.ts';
import type { Database } from './database.ts';
import { type Dependencies, dependenciesOfRefusals } from './dependencies.ts';
import { type Client, DeskAuthentication, type DeskSender, type ReadStaff } from './desk-authentication.ts';
import type { DeskSession } from './desk-sessions.ts';
import type { AccountId, MerchantId, SessionKey } from './ids.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { KnownTokens } from './known-tokens.ts';
import type { Log } from './log.ts';
import { isRefused, type Refused, refuse, sendRefusal } from './refusal.ts';
import { CachedResponse } from './response-cache.ts';
import { sendResponse } from './send-response.ts';
import { readSession, type Session, type TokenKind } from './sessions.ts';
import { acceptUploads, UPLOADS } from './uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readSession(
      authorization: string | undefined,
      kind: TokenKind,
    ): Promise<Awaited<ReturnType<typeof readSession>> | Refused<'too_many_requests'>>;
    readApiToken(
      authorization: string | undefined,
    ): Promise<Awaited<ReturnType<typeof readApiToken>> | Refused<'too_many_requests'>>;
    /** As `DeskAuthentication.identify`. */
    identifyInDesk(
      request: FastifyRequest,
      endpoint: Endpoint,
    ): Promise<Awaited<ReturnType<DeskAuthentication['identify']>> | Refused<'too_many_requests'>>;
    desk: DeskAuthentication;
    /** Writes into the audit log what a person of a merchant has changed in the desk. */
    recordDeskAct(request: FastifyRequest, endpoint: Endpoint): Promise<void>;
    /** The running and waiting calls, by account or merchant. */
    callsByOwner: KeyedQueue<string>;
    knownTokens: KnownTokens;
    /** Whether the server itself makes the call, to render a page. */
    isInternal(request: FastifyRequest): boolean;
  }
  interface FastifyRequest {
    session: Session | undefined;
    /** The program of a merchant or operator, or the person in the desk. */
    apiClient: Client | undefined;
    deskSession: DeskSession | undefined;
  }
}

/** Maximum calls of one account or merchant that run, and that wait, at the same time. */
export type CallLimits = { maxRunning: number; maxWaiting: number };

/**
 * Lets `serve` and `serveEvents` identify the account or merchant of a request. One account's calls cannot take all
 * database connections: calls with the same token are checked one at a time, and only a few calls of the account run at
 * the same time.
 */
export const addAuthentication = (
  app: FastifyInstance,
  db: Database,
  {
    callLimits,
    sessionMaxDays,
    ...desk
  }: {
    callLimits: CallLimits;
    sessionMaxDays: number;
    publicUrl: string;
    operatorsNeedSecondFactor: boolean;
    readStaff: ReadStaff;
  },
): void => {
  const checks = new KeyedQueue<string>({ maxRunning: 1, maxWaiting: callLimits.maxRunning + callLimits.maxWaiting });
  app.decorate('readSession', (authorization, kind) =>
    checks.run(authorization ?? '', () => readSession(db, authorization, { maxDays: sessionMaxDays, kind })),
  );
  app.decorate('readApiToken', (authorization) =>
    checks.run(authorization ?? '', () => readApiToken(db, authorization)),
  );
  const deskAuthentication = new DeskAuthentication(db, desk);
  app.decorate('desk', deskAuthentication);
  app.decorate('identifyInDesk', (request, endpoint) =>
    checks.run(credentialOf(request) ?? '', () => deskAuthentication.identify(request, endpoint)),
  );
  app.decorate('recordDeskAct', async ({ apiClient, params }, { method, path, area }) => {
    // What operators do, and changes of a team, are recorded in the transaction that does it.
    if (!apiClient || apiClient.merchantId === null || area === 'team') return;
    const subject = merchantSubject(apiClient.merchantId);
    await recordAudit(
      db,
      { actor: apiClient.actor },
      { action: `${method} ${path}`, subject, after: { ...(params as object) } },
    );
  });
  app.decorate('knownTokens', new KnownTokens());
  app.decorate('callsByOwner', new KeyedQueue<string>(callLimits));
  app.decorateRequest('session', undefined);
  app.decorateRequest('apiClient', undefined);
  app.decorateRequest('deskSession', undefined);
};

/** What identifies the sender of a request: the header Authorization, or the cookie of the desk. */
export const credentialOf = ({ server, headers }: FastifyRequest): string | undefined => {
  if (headers.authorization) return headers.authorization;
  const key = server.desk.readKey(headers);
  return key === undefined ? undefined : `Desk ${key}`;
};

type Schemas = {
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  /** The body as multipart/form-data with one file, where that is also allowed. */
  form?: z.ZodType;
  /** Default: a picture. */
  upload?: keyof typeof UPLOADS;
  response: z.ZodType;
};
type Input<S extends Schemas> = {
  params: S['params'] extends z.ZodType ? z.output<S['params']> : undefined;
  query: S['query'] extends z.ZodType ? z.output<S['query']> : undefined;
  headers: S['headers'] extends z.ZodType ? z.output<S['headers']> : undefined;
  body:
    | (S['body'] extends z.ZodType ? z.output<S['body']> : undefined)
    | (S['form'] extends z.ZodType ? z.output<S['form']> : never);
  /** The IP address of the client. */
  ipAddress: string;
  /** The header User-Agent. */
  userAgent: string;
  /** Its lines have the request's id. */
  log: Log;
  cookies: { read(name: string): string | undefined; set(cookie: Cookie): void };
};
type SignedIn = { accountId: AccountId; sessionKey: SessionKey };
type Acting<Area> = {
  /** The token or the person, for the audit log. */
  actor: string;
  /** The person, or the account that answers for the token; null if it was made by command. */
  responsibleId: AccountId | null;
  /** Undefined for a program. */
  deskSession: DeskSession | undefined;
  /** Whether the sender may read an area, for responses with parts of several. */
  mayRead: (area: Area) => boolean;
};
/** What a handler gets from the token, depending on the endpoint's `auth`. */
type Identity = {
  none: unknown;
  optional: { accountId: AccountId | undefined };
  required: SignedIn;
  reply: SignedIn;
  merchant: Acting<MerchantArea> & { merchantId: MerchantId };
  operator: Acting<OperatorArea>;
  desk: { deskSession: DeskSession };
};
/** Cached responses are public, so only an endpoint without a token may send one. A file may be sent while it is read. */
type Result<Call extends Shape, R extends RefusalCode, A extends Auth> =
  | Call['response']
  | Refused<R>
  | (A extends 'none' ? CachedResponse : never)
  | (Call['response'] extends string ? CsvFile : never);

/** What responses to calls of the server itself depend on, for the pages that are made from them. */
export const dependenciesOf = new WeakMap<ServerResponse, Dependencies>();

const eventHeaders = z.object({ 'last-event-id': z.string().optional() });

const errorSchema = z
  .object({
    code: z.string(),
    detail: z.string(),
    message: z.string(),
    error: z.string().optional(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    current: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ description: 'A refusal; the header x-request-id names the request.' });

/** The headers of a response. @param fileName of a download */
const describeFile = (fileName: string | undefined): Record<string, string> => ({
  'content-type': `${fileName?.endsWith('.csv') ? 'text/csv' : 'application/json'}; charset=utf-8`,
  ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
});

/** The text of a response, with the headers that describe it. @param fileName of a download */
const formatContent = (
  result: unknown,
  fileName: string | undefined,
): { content: string; headers: Record<string, string> } => ({
  content: fileName?.endsWith('.csv') && typeof result === 'string' ? result : JSON.stringify(result),
  headers: describeFile(fileName),
});

/** Sends the data of one account: no shared cache stores it, and the browser revalidates it each time. */
const sendPrivate = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  fileName?: string,
): FastifyReply => {
  const { content, headers } = formatContent(result, fileName);
  return sendResponse(
    request,
    reply,
    new CachedResponse(Buffer.from(content), {
      ...headers,
      'cache-control': 'private, no-cache',
      vary: request.deskSession ? `cookie, ${STORE_HEADER}` : 'authorization',
    }),
  );
};

/** Sends a file while it is read. If that fails, the connection breaks, so that nobody takes a part for the whole. @returns when all is sent */
const sendFile = async (reply: FastifyReply, { lines }: CsvFile, headers: Record<string, string>): Promise<void> => {
  reply.headers({ ...headers, 'cache-control': 'private, no-store' }).send(Readable.from(lines));
  await new Promise<void>((resolve) => {
    finished(reply.raw, () => resolve());
  });
};

/**
 * The key under which requests are counted and queued: the account of a shopper, and of a person in the desk; a merchant, whoever works for it,
 * by program or in the desk; a program of operators.
 */
const identifyOwner = ({ session, apiClient, deskSession }: FastifyRequest): string | undefined => {
  if (apiClient) return apiClient.merchantId === null ? apiClient.actor : merchantSubject(apiClient.merchantId);
  const signedIn = session ?? deskSession;
  return signedIn && accountActor(signedIn.accountId);
};

const isApiAuth = (auth: Auth): auth is 'merchant' | 'operator' => auth === 'merchant' || auth === 'operator';

/**
 * The program that sent the request. A merchant's token is invalid for operators' calls, and the other way round. No program decides who
 * works for a store: a token that becomes known must not make somebody an owner.
 */
const readClient = async ({ server, method, headers }: FastifyRequest, { auth, area }: Endpoint) => {
  const client = await server.readApiToken(headers.authorization);
  if (isRefused(client)) return client;
  if ((client.merchantId === null) !== (auth === 'operator')) return refuse('token_invalid');
  if (client.scope === 'read' && method !== 'GET') return refuse('token_read_only');
  return area === 'team' ? refuse('not_permitted') : client;
};

/** Whether the role of a person in the desk may read an area. Programs read everything but a team. */
const mayRead = ({ apiClient }: FastifyRequest, area: MerchantArea | OperatorArea): boolean =>
  apiClient?.staff ? isPermitted(apiClient.staff, area, 'GET') : area !== 'team';

/** Identifies the sender of a call that takes a token or the cookie of the desk. */
const identifySender = (request: FastifyRequest, endpoint: Endpoint) => {
  const { server, headers } = request;
  const { auth } = endpoint;
  const { authorization } = headers;
  if (auth === 'desk') return server.identifyInDesk(request, endpoint);
  if (isApiAuth(auth))
    return authorization === undefined && server.desk.readKey(headers) !== undefined
      ? server.identifyInDesk(request, endpoint)
      : readClient(request, endpoint);
  return server.readSession(authorization, auth === 'reply' ? 'reply' : 'buyer');
};

const setSender = (request: FastifyRequest, sender: DeskSender | ApiClient | Session): void => {
  if ('scope' in sender) {
    const { merchantId, name, responsibleId } = sender;
    request.apiClient = { merchantId, actor: tokenActor(name), responsibleId };
  } else if ('session' in sender) {
    request.deskSession = sender.session;
    request.apiClient = sender.client;
  } else request.session = sender;
};

/** Identifies the sender before the body is parsed, so that bodies without a valid token are not read. */
const authenticate =
  (endpoint: Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { knownTokens } = request.server;
    // An optional token is missing, so there is nothing to check.
    if (endpoint.auth === 'optional' && !request.headers.authorization) return undefined;
    const sender = await identifySender(request, endpoint);
    if (isRefused(sender)) {
      if (sender.refused === 'token_invalid') knownTokens.delete(credentialOf(request));
      return sendRefusal(reply, sender);
    }
    setSender(request, sender);
    knownTokens.add(credentialOf(request), identifyOwner(request));
    return undefined;
  };

/** Refuses a call that sets a cookie, unless a page of the shop makes it: nobody is signed in by another site. */
const requireSameOrigin = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
  request.server.desk.isSameOrigin(request.headers) ? undefined : sendRefusal(reply, refuse('cross_site'));

/** What happens before the body is parsed. */
const beforeBody = (endpoint: Endpoint) => {
  if (endpoint.auth !== 'none') return { preParsing: authenticate(endpoint) };
  return endpoint.refusals.includes('cross_site') ? { preParsing: requireSameOrigin } : {};
};

/** Opens a scope for endpoints without a body, in which any body is ignored. */
const ignoreBodies = (app: FastifyInstance, register: (scope: FastifyInstance) => void): void => {
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    // A malformed type would be refused before the parser above.
    scope.addHook('onRequest', (request, _reply, next) => {
      delete request.raw.headers['content-type'];
      next();
    });
    register(scope);
    done();
  });
};

const IN_DESK = { desk: [] };
const IN_DESK_FOR_MERCHANT = { desk: [], desk_store: [] };
/** For OpenAPI: what each kind of call takes. An empty requirement makes the token optional. */
const SECURITY: Record<Auth, Record<string, string[]>[]> = {
  none: [],
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
  reply: [{ merchant_token: [] }],
  merchant: [{ merchant_api_token: [] }, IN_DESK_FOR_MERCHANT],
  operator: [{ operator_api_token: [] }, IN_DESK],
  desk: [IN_DESK],
};
/** As `SECURITY`; no program changes who works for a store. */
const describeSecurity = ({ auth, area }: Endpoint): Record<string, string[]>[] => {
  if (area !== 'team') return SECURITY[auth];
  return [auth === 'merchant' ? IN_DESK_FOR_MERCHANT : IN_DESK];
};

/** For OpenAPI: the response to `If-None-Match`, if the one that the client has is still right. */
const notModified = z.undefined().describe('Not modified: only for a response with an ETag, which the client has.');

/** The refusals of an endpoint by status, for OpenAPI. */
const describeRefusals = (codes: readonly RefusalCode[]): Record<string, z.ZodType> => {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status, text } = refusals[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${text}`]);
  }
  return Object.fromEntries([...byStatus].map(([status, texts]) => [status, errorSchema.describe(texts.join(' · '))]));
};

/** Fastify's schema of a response. */
const describeContent = ({ download }: Endpoint, response: z.ZodType) =>
  download?.endsWith('.csv') ? { description: 'A file.', content: { 'text/csv': { schema: response } } } : response;

/** An endpoint's path in Fastify's syntax, without the prefix. */
export const routePath = ({ path }: Endpoint): string => path.replaceAll('//', '/').replace(/\{(\w+)\}/g, ':$1');

/** Fastify's schema of a body with two content types. */
const byContentType = (body: z.ZodType, form: z.ZodType) => ({
  content: { 'application/json': { schema: body }, 'multipart/form-data': { schema: form } },
});

/**
 * Serves an endpoint of the contract. The handler returns the response's content, a cached response, or a refusal that
 * the endpoint declares; the compiler rejects others. With a token the handler gets the account or merchant.
 */
export const serve = <Call extends Shape, R extends RefusalCode, A extends Auth, S extends Schemas>(
  app: FastifyInstance,
  endpoint: Endpoint<Call, R, A>,
  schemas: S,
  handle: (input: Input<S> & Identity[A]) => Promise<Result<Call, NoInfer<R>, NoInfer<A>>>,
): void => {
  const refusalSchemas = describeRefusals([...endpoint.refusals, ...deskRefusals(endpoint)]);
  const { params, query, headers, body, form, upload = 'picture', response } = schemas;
  const route: RouteOptions = {
    method: endpoint.method,
    url: routePath(endpoint),
    schema: {
      summary: endpoint.summary,
      security: describeSecurity(endpoint),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body: form ? byContentType(body, form) : body }),
      response: {
        200: describeContent(endpoint, response),
        ...(endpoint.method === 'GET' && { 304: notModified }),
        ...refusalSchemas,
      },
    },
    ...beforeBody(endpoint),
    handler: async (request, reply) => {
      const parsed: Record<'params' | 'query' | 'headers' | 'body', unknown> = request;
      const input = {
        params: parsed.params,
        query: parsed.query,
        headers: parsed.headers,
        body: parsed.body,
        accountId: request.session?.accountId,
        merchantId: request.apiClient?.merchantId ?? undefined,
        actor: request.apiClient?.actor,
        responsibleId: request.apiClient?.responsibleId,
        mayRead: (area: MerchantArea | OperatorArea) => mayRead(request, area),
        sessionKey: request.session?.key,
        deskSession: request.deskSession,
        userAgent: request.headers['user-agent'] ?? '',
        ipAddress: request.ip,
        log: request.log,
        cookies: {
          read: (name) => readCookies(request.headers)[name],
          set: (cookie) => reply.header('set-cookie', formatSetCookie(cookie)),
        },
      } as Input<S> & Identity[A];
      const owner = identifyOwner(request);
      const respond = async () => {
        const result = await handle(input);
        // The call lasts until the file is sent, so that the owner's calls stay limited.
        if (result instanceof CsvFile) await sendFile(reply, result, describeFile(endpoint.download));
        return result;
      };
      const result = owner === undefined ? await respond() : await app.callsByOwner.run(owner, respond);
      if (result instanceof CsvFile) return reply;
      if (result instanceof CachedResponse) {
        if (result.origin) {
          result.origin.cache.addUrl(request.url, result.origin.key);
          if (app.isInternal(request)) dependenciesOf.set(reply.raw, result.origin.dependencies);
        }
        return sendResponse(request, reply, result);
      }
      if (isRefused(result)) {
        const dependencies = dependenciesOfRefusals.get(result);
        if (dependencies && app.isInternal(request)) dependenciesOf.set(reply.raw, dependencies);
        return sendRefusal(reply, result);
      }
      if (request.deskSession && endpoint.method !== 'GET') await app.recordDeskAct(request, endpoint);
      if (endpoint.auth !== 'none' && endpoint.method === 'GET')
        return sendPrivate(request, reply, result, endpoint.download);
      const { content, headers } = formatContent(result, endpoint.download);
      return reply.headers({ ...headers, 'cache-control': 'no-store' }).send(content);
    },
  };
  if (form) {
    app.register(async (scope) => {
      await acceptUploads(scope, UPLOADS[upload], identifyOwner);
      scope.route(route);
    });
  } else if (body || endpoint.method === 'GET') app.route(route);
  else ignoreBodies(app, (scope) => scope.route(route));
};

/** What the opener of a stream gets from the token, depending on the endpoint's `auth`. */
type StreamIdentity = {
  required: { session: Session };
  merchant: {
    merchantId: MerchantId;
    mayRead: (area: MerchantArea) => boolean;
    /** Whether the sender may still make the call: not after a sign-out, a removal from the team, or a revoked token. */
    isStillAllowed: () => Promise<boolean>;
  };
};

/**
 * Serves an endpoint that responds with server-sent events (WHATWG HTML, section 9.2).
 * @param open starts the stream on Node's response, or refuses
 */
export const serveEvents = <Call extends Shape, R extends RefusalCode, A extends keyof StreamIdentity>(
  app: FastifyInstance,
  endpoint: Endpoint<Call, R, A>,
  { query, response }: { query?: z.ZodType; response: z.ZodType },
  open: (
    input: StreamIdentity[A] & { lastEventId: string | undefined; stream: ServerResponse },
  ) => Refused<NoInfer<R>> | undefined,
): void => {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint),
    schema: {
      summary: endpoint.summary,
      security: describeSecurity(endpoint),
      headers: eventHeaders,
      ...(query && { querystring: query }),
      response: {
        200: { description: 'A stream of events.', content: { 'text/event-stream': { schema: response } } },
        ...describeRefusals([...endpoint.refusals, ...deskRefusals(endpoint)]),
      },
    },
    preParsing: authenticate(endpoint),
    handler: async (request, reply) => {
      const { session, apiClient } = request;
      if (session === undefined && apiClient === undefined)
        throw new Error('an endpoint that requires a token was handled without one');
      const lastEventId = request.headers['last-event-id'];
      const stream = reply.raw;
      const refused = open({
        session,
        merchantId: apiClient?.merchantId,
        mayRead: (area: MerchantArea) => mayRead(request, area),
        isStillAllowed: async () => !isRefused(await identifySender(request, endpoint)),
        lastEventId: Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
        stream,
      } as unknown as StreamIdentity[A] & { lastEventId: string | undefined; stream: ServerResponse });
      if (refused) return sendRefusal(reply, refused);
      return reply.hijack();
    },
  });
};
