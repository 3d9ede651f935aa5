import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** /healthz: the process answers. /readyz: it can serve, because the database answers too. */
export const healthRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
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
