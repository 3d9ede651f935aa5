import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { withTimeout } from './with-timeout.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The process stops soon: load balancers must not send more requests. */
    isDraining: boolean;
    /** Until the promise settles, load balancers must not send requests yet. */
    delayReadiness(until: Promise<unknown>): void;
  }
}

/**
 * /healthz: the process responds. /readyz: it can serve, because it has started completely, the database responds and the process does not
 * stop soon.
 */
export const healthRoutes = (app: FastifyInstance, { db, timeoutMs }: { db: Database; timeoutMs: number }): void => {
  app.decorate('isDraining', false);
  let startingParts = 0;
  app.decorate('delayReadiness', (until: Promise<unknown>) => {
    startingParts++;
    const decrease = () => void startingParts--;
    until.then(decrease, decrease);
  });
  const sendUnavailable = (reply: FastifyReply, detail: string) =>
    reply.code(503).header('retry-after', '2').send({ status: 'unavailable', detail });
  // Load balancers check often, and must not be rate limited.
  const options = { schema: { hide: true }, config: { rateLimit: false as const } };
  app.get('/healthz', options, async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (app.isDraining) return sendUnavailable(reply, 'The server is shutting down.');
    if (startingParts > 0) return sendUnavailable(reply, 'The server is starting.');
    try {
      await withTimeout(
        sql`select 1`.execute(db),
        timeoutMs,
        () => new Error(`The database did not respond within ${timeoutMs} ms.`),
      );
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database is unavailable');
      return sendUnavailable(reply, 'The database is unavailable.');
    }
  });
};
