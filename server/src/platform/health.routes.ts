import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** /healthz: the process answers. /readyz: it can serve, because the database answers too. */
export const healthRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  // A balancer asks often, and must never be told to come back later.
  const options = { schema: { hide: true }, config: { rateLimit: false as const } };
  app.get('/healthz', options, async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await sql`select 1`.execute(db);
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database is away');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'unavailable', detail: 'The database does not answer.' });
    }
  });
};
