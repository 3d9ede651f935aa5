import type { RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';

/** Short, because every request waits for the store. */
const TIMEOUT_MS = 500;
const CONNECTION_OPTIONS = { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, maxRetriesPerRequest: 0 };
const MAX_RECONNECT_DELAY_MS = 2000;

/**
 * Lets all nodes count requests together, in a Redis-protocol store. While it is unavailable, requests are not counted.
 * The loss and the return of the store are logged once each.
 * @param url redis:// or rediss://
 * @returns options for @fastify/rate-limit; the connection is closed with `app`
 */
export const redisRateLimitStore = (app: FastifyInstance, url: string): RateLimitPluginOptions => {
  const redis = new Redis(url, {
    ...CONNECTION_OPTIONS,
    // A request is counted immediately or not at all.
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 50, MAX_RECONNECT_DELAY_MS),
  });
  let isUnavailable = false;
  const onUnavailable = (err?: Error) => {
    if (!isUnavailable) app.log.warn({ err }, 'the store of request counts is unavailable; requests are not counted');
    isUnavailable = true;
  };
  redis.on('error', onUnavailable);
  const onClose = () => onUnavailable();
  redis.on('close', onClose);
  redis.on('ready', () => {
    if (isUnavailable) app.log.warn('the store of request counts is available again');
    isUnavailable = false;
  });
  app.addHook('onClose', async () => {
    redis.off('close', onClose);
    redis.disconnect();
  });
  return { redis, nameSpace: 'requests:', skipOnError: true };
};

/** Checks that the store responds. @throws the reason if it does not */
export const pingRateLimitStore = async (url: string): Promise<void> => {
  const redis = new Redis(url, {
    ...CONNECTION_OPTIONS,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  // connect() rejects only with "connection closed"; the event carries the reason.
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  try {
    await Promise.race([redis.connect().then(() => redis.ping()), failed]);
  } finally {
    redis.disconnect();
  }
};
