import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { brand } from '@sokuwa/contract/brand.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

const DOCS = `${API_PREFIX}/docs`;

/** Swagger UI sets inline styles; no other inline code is allowed. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const transformSchema = createJsonSchemaTransform({ skipList: [] });
/** Like the library's transform, which ignores a body with several content types. */
const describe: typeof transformSchema = (document) => {
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

/** The OpenAPI 3.1 description of the contract at one URL: JSON for programs, Swagger UI for browsers. */
export const docsRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        description: 'All endpoints with their parameters, responses and refusals.',
      },
      servers: [{ url: '/' }],
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
            description: "`Token {token}`, with a merchant's API token, which the shop's operator creates.",
          },
        },
      },
    },
    transform: describe,
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: PAGE_POLICY,
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
