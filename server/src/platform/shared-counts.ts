import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';

/** Milliseconds without a word from the store after which it is away: whoever counts must not slow the shop down. */
const PATIENCE = 500;
const IMPATIENT = { connectTimeout: PATIENCE, socketTimeout: PATIENCE, maxRetriesPerRequest: 0 };
/** Milliseconds between two tries to reach a store that is away. */
const LONGEST_PAUSE = 2000;

/**
 * Counts requests where all nodes do. While the store is away nothing is counted, which is logged once, and once more when
 * it is back.
 * @param url redis:// or rediss://
 * @returns what the rate limits of `app` need; closed with it
 */
export const sharedCounts = (app: FastifyInstance, url: string): RateLimitPluginOptions => {
  const redis = new Redis(url, {
    ...IMPATIENT,
    // A request is counted at once or not at all.
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 50, LONGEST_PAUSE),
  });
  let away = false;
  const lose = (err?: Error) => {
    if (!away) app.log.warn({ err }, 'the store of request counts is away; requests are not counted');
    away = true;
  };
  redis.on('error', lose);
  const close = () => lose();
  redis.on('close', close);
  redis.on('ready', () => {
    if (away) app.log.warn('the store of request counts is back');
    away = false;
  });
  app.addHook('onClose', async () => {
    redis.off('close', close);
    redis.disconnect();
  });
  return { redis, nameSpace: 'requests:', skipOnError: true };
};

/** Asks the store whether it is there. @throws whatever keeps it from answering */
export const greetCounts = async (url: string): Promise<void> => {
  const redis = new Redis(url, {
    ...IMPATIENT,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  // The reason comes by this way; connect() only says that the connection was closed.
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), failed]);
  } finally {
    redis.disconnect();
  }
};
