import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

const CHECK_INTERVAL_MS = 50;

/**
 * Closes each connection as soon as its last response is sent, once the server closes. Node closes only those that are
 * idle at that moment; others would stay open until the client or the keep-alive timeout (72 seconds) closes them.
 */
export const closeIdleConnections = (app: FastifyInstance): void => {
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      // Fastify closes each connection after its next response.
      dropPipelinedRequests(app.server);
      const checking = setInterval(() => app.server.closeIdleConnections(), CHECK_INTERVAL_MS);
      app.server.once('close', () => clearInterval(checking));
    }
    done();
  });
};

/**
 * From now on closes each connection after its next response, and says so in it. Load balancers and browsers keep connections
 * open, and would otherwise send further requests over them until the server closes them, at the moment of a request perhaps.
 */
export const closeAfterNextResponse = (server: Server): void => {
  dropPipelinedRequests(server);
  server.prependListener('request', (_, response) => void response.setHeader('connection', 'close'));
};

/**
 * The next request of each connection is its last: Node drops what the client has already sent behind it (pipelining), because it would get
 * no response.
 */
const dropPipelinedRequests = (server: Server): void => {
  server.maxRequestsPerSocket = 1;
};
