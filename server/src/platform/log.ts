import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

export type Log = FastifyBaseLogger;

/** Opens the log: lines of JSON, without anybody's token. @param stream standard output when left out */
export const openLog = (level: string, stream?: DestinationStream): Log =>
  pino({ level, redact: ['req.headers.authorization', 'req.headers.cookie'] }, stream);
