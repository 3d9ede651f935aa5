import type { FastifyInstance } from 'fastify';

/** Milliseconds between two looks for connections on which nothing is asked any more. */
const LOOK = 50;

/**
 * Lets a server that closes end as soon as it has answered what is at hand. Node ends connections that are idle when it
 * begins to close; one that is busy then would stay open after its answer, for as long as its client likes or for the 72
 * seconds that it may be idle, and balancers keep theirs.
 */
export const endConnectionsOnceAnswered = (app: FastifyInstance): void => {
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const looking = setInterval(() => app.server.closeIdleConnections(), LOOK);
      app.server.once('close', () => clearInterval(looking));
    }
    done();
  });
};
