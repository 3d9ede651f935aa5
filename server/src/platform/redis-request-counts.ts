import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { type RequestCounts, WINDOW_MS } from './request-counts.ts';

/** Short, because every request waits for the store. */
const TIMEOUT_MS = 500;
const CONNECTION_OPTIONS = { connectTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS, maxRetriesPerRequest: 0 };
const MAX_RECONNECT_DELAY_MS = 2000;

/** Adds units to the current window or starts a new one. Takes units back only if the window has not ended. */
const ADD_SCRIPT = `
  local units = tonumber(ARGV[1])
  if units < 0 and redis.call('EXISTS', KEYS[1]) == 0 then return {0, 0} end
  local total = redis.call('INCRBY', KEYS[1], units)
  local endsInMs = redis.call('PTTL', KEYS[1])
  if endsInMs < 0 then
    endsInMs = tonumber(ARGV[2])
    redis.call('PEXPIRE', KEYS[1], endsInMs)
  end
  return {total, endsInMs}`;

/**
 * Lets all nodes count requests together, in a Redis-protocol store. While it is unavailable, requests are not counted.
 * The loss and the return of the store are logged once each.
 * @param url redis:// or rediss://; the connection is closed with `app`
 */
export const openRedisRequestCounts = (app: FastifyInstance, url: string): RequestCounts => {
  const redis = new Redis(url, {
    ...CONNECTION_OPTIONS,
    keyPrefix: 'requests:',
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
  return {
    add: async (key, units) => {
      try {
        const [total, endsInMs] = (await redis.eval(ADD_SCRIPT, 1, key, units, WINDOW_MS)) as [number, number];
        return { units: total, endsInMs };
      } catch (err) {
        // The connection's events already log the loss once.
        app.log.debug({ err }, 'a request was not counted');
        return undefined;
      }
    },
  };
};

/** Checks that the store responds. @throws the reason if it does not */
export const pingRequestCounts = async (url: string): Promise<void> => {
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
