import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { allEndpoints, headings } from '@sokuwa/contract/all-endpoints.ts';
import { brand } from '@sokuwa/contract/brand.ts';
import { API_PREFIX, STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import { webhookEvents, webhookExamples } from '@sokuwa/contract/webhooks/webhook-events.schemas.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type Config, getBaseUrls, getForeignOrigin, getPublicUrl } from '../config.ts';
import { describeDeskCookie } from './desk-authentication.ts';
import { addExamples } from './docs.examples.ts';
import { routePath } from './routes.ts';

const DOCS = `${API_PREFIX}/docs`;

/** Swagger UI sets inline styles; no other inline code is allowed. It calls the API, which may be on another origin. */
const formatPagePolicy = (apiOrigin = ''): string =>
  `default-src 'self'; connect-src 'self' ${apiOrigin}; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** The operation id and the heading of each route, by method and URL. */
const operations = new Map(
  allEndpoints.map(({ name, heading, endpoint }) => [
    `${endpoint.method} ${API_PREFIX}${routePath(endpoint)}`,
    { operationId: name, tags: [heading] },
  ]),
);

/** An extension of OpenAPI that Redoc and other viewers show as headings above the tags. */
const TAG_GROUPS = headings.map(({ audience, topics }) => ({ name: audience, tags: topics.map(({ name }) => name) }));

const transformSchema = createJsonSchemaTransform({ skipList: [] });
const describe: typeof transformSchema = (document) => {
  const { schema, url } = describeBody(document);
  const operation = operations.get(`${document.route.method} ${url}`);
  // Below the base URL, which `servers` names.
  return { schema: { ...schema, ...operation }, url: url.slice(API_PREFIX.length) };
};
/** Does what the library's transform does, also for a body with several content types, which the library ignores. */
const describeBody: typeof transformSchema = (document) => {
  const body = document.schema?.body;
  if (!isByContentType(body)) return transformSchema(document);
  const { body: _, ...schema } = document.schema;
  const contents = Object.entries(body.content).map(([type, one]) => {
    const described = transformSchema({ ...document, schema: { ...schema, body: one.schema } });
    return [type, { schema: described.schema.body }] as const;
  });
  const described = transformSchema({ ...document, schema });
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(contents) } } };
};
const isByContentType = (body: unknown): body is { content: Record<string, { schema: unknown }> } =>
  typeof body === 'object' && body !== null && 'content' in body;

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const },
}));

const toJsonSchema = (schema: z.ZodType) => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema);
  return { type: 'object' as const, properties: properties as Record<string, object>, required };
};

/** What the shop sends to merchants' programs, with the schema and an example of each type. */
const webhookOperations = () =>
  Object.fromEntries(
    Object.entries(webhookEvents).map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `webhook_${type.replace('.', '_')}`,
          tags: ['Webhooks'],
          // It carries no token: the receiver verifies the signature.
          security: [],
          summary: `The event ${type}`,
          parameters: SIGNATURE_HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toJsonSchema(schema),
                example: webhookExamples[type as keyof typeof webhookExamples],
              },
            },
          },
          responses: { '2XX': { description: 'Accepted. Any other response, or none within 15 s, is repeated.' } },
        },
      },
    ]),
  );

/** The OpenAPI 3.1 description of the contract at one URL: JSON for programs, Swagger UI for browsers. */
export const docsRoutes = async (app: FastifyInstance, config: Config): Promise<void> => {
  const { api } = getBaseUrls(config);
  await app.register(swagger, {
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        description:
          'All endpoints with their parameters, responses and refusals. A path without an endpoint, also one with a parameter of more than 2,000 characters, is refused with 404. A request that is no valid HTTP may be refused before its path is known: with 400, 408 (it did not arrive in time), 417 or 431 (headers that are too large), and a body of other fields.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: headings.flatMap(({ topics }) => [...topics]),
      servers: [{ url: api }],
      webhooks: webhookOperations(),
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Token {token}`, with the `token` of the login response.',
          },
          merchant_token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description:
              '`Token {merchant_token}`, with the `merchant_token` of the login response. It only permits replies.',
          },
          merchant_api_token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: "`Token {token}`, with a merchant's API token. With the scope `read` it permits only GET.",
          },
          desk: {
            type: 'apiKey',
            in: 'cookie',
            name: describeDeskCookie(getPublicUrl(config)).name,
            description:
              'The session of a person in the desk, in a browser: `__Host-desk` with TLS, `desk` without. A call that changes something must come from a page of the shop.',
          },
          desk_store: {
            type: 'apiKey',
            in: 'header',
            name: STORE_HEADER,
            description: 'The id of the merchant for which a person in the desk makes the call.',
          },
          operator_api_token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description:
              '`Token {token}`, with an API token of an operator, which `npm run cli -- operators token` creates. With the scope `read` it permits only GET.',
          },
        },
      },
    },
    transform: describe,
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the description is not OpenAPI 3');
      return { ...addExamples(document.openapiObject), 'x-tagGroups': TAG_GROUPS };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: formatPagePolicy(getForeignOrigin(api)),
    // The top bar is for loading other APIs' descriptions.
    theme: { css: [{ filename: 'shop.css', content: '.topbar { display: none }' }] },
  });
  // Clients that do not accept HTML get JSON.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(DOCS) && isDocsPage(request) && !request.headers.accept?.includes('text/html')) {
      reply.type('application/json; charset=utf-8').send(app.swagger());
      return;
    }
    done();
  });
};

const isDocsPage = ({ url }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0];
  return path === DOCS || path === `${DOCS}/`;
};
