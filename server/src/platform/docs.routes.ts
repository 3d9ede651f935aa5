import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { brand } from '@sokuwa/contract/brand.ts';
import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

const DOCS = `${API_PREFIX}/docs`;

/** The page's library writes styles into its elements; nothing else inline is allowed. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const describeOne = createJsonSchemaTransform({ skipList: [] });
/** As the library does it, and for a body that may come in several types each of them, which it leaves out. */
const describe: typeof describeOne = (document) => {
  const body = document.schema?.body;
  if (!isByContentType(body)) return describeOne(document);
  const { body: _, ...schema } = document.schema;
  const contents = Object.entries(body.content).map(([type, one]) => {
    const described = describeOne({ ...document, schema: { ...schema, body: one.schema } });
    return [type, { schema: described.schema.body }] as const;
  });
  const described = describeOne({ ...document, schema });
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(contents) } } };
};
const isByContentType = (body: unknown): body is { content: Record<string, { schema: unknown }> } =>
  typeof body === 'object' && body !== null && 'content' in body;

/** The API's description, made from the contract: OpenAPI 3.1 for programs, a page for people, at one address. */
export const docsRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        description: 'Every call, what it takes, what it answers, and every refusal it can give.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The word Token, a blank, and the token that the login answered: `Token {token}`.',
          },
          merchant_token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'The same with the `merchant_token` of the login, which opens the sending of replies alone.',
          },
          seller_token: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: "The same with a merchant's own token, which the shop's operator makes and hands over.",
          },
        },
      },
    },
    transform: describe,
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: PAGE_POLICY,
    // The bar at the top is for loading other people's descriptions.
    theme: { css: [{ filename: 'shop.css', content: '.topbar { display: none }' }] },
  });
  // Programs that don't ask for a page get the description itself.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(DOCS) && isDocs(request) && !request.headers.accept?.includes('text/html')) {
      reply.type('application/json; charset=utf-8').send(app.swagger());
      return;
    }
    done();
  });
};

const isDocs = ({ url }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0];
  return path === DOCS || path === `${DOCS}/`;
};
