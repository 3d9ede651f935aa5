import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

/** Opens the log: JSON lines without tokens or cookies. @param stream default: standard output */
export const openLog = (level: string, stream?: DestinationStream): Log =>
  pino({ level, redact: ['req.headers.authorization', 'req.headers.cookie'] }, stream);
