// Responds to each request with the same bytes: the highest rate that Fastify can reach.
import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

const [file = '', type = ''] = process.argv.slice(2);
const body = await readFile(file);
const app = Fastify({ forceCloseConnections: true });
app.get('/', (_, reply) => reply.type(type).send(body));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
