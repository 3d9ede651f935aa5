import type { Config } from '../config.ts';
import { openPool } from '../platform/database.ts';
import { pingRateLimitStore } from '../platform/rate-limit-store.ts';
import { openMedia } from '../ports/media/open-media.ts';
import { type Finding, findingsAbout } from './findings.rules.ts';
import { reasonOf } from './reason.ts';

/** Checks the systems that several nodes share. A single-node shop has none of them and gets no findings. */

const pictures = findingsAbout('pictures');
const counts = findingsAbout('request counts');
const replica = findingsAbout('replica');

export const examineBucket = async (config: Config): Promise<Finding[]> => {
  if (!config.s3) return [];
  try {
    // The picture does not exist; the request only checks the credentials.
    await (await openMedia(config)).read('doctor');
    return [pictures.ok(`The bucket ${config.s3.bucket} can be read.`)];
  } catch (error) {
    return [
      pictures.wrong(`The bucket ${config.s3.bucket} cannot be read: ${reasonOf(error)}. Check the S3_… settings.`),
    ];
  }
};

export const examineCounts = async ({ redisUrl }: Config): Promise<Finding[]> => {
  if (redisUrl === undefined) return [];
  const { host } = new URL(redisUrl);
  try {
    await pingRateLimitStore(redisUrl);
    return [counts.ok(`${host} counts for all nodes.`)];
  } catch (error) {
    return [
      counts.warning(`${host} does not count, so requests are not limited: ${reasonOf(error)}. Check REDIS_URL.`),
    ];
  }
};

export const examineReplica = async ({ databaseReadUrl }: Config): Promise<Finding[]> => {
  if (databaseReadUrl === undefined) return [];
  const pool = openPool(databaseReadUrl, 1, () => undefined);
  try {
    const { rows } = await pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    return rows[0]?.follows
      ? [replica.ok('It answers, and follows a primary.')]
      : [replica.warning('It follows no primary, so it is not read. Check DATABASE_READ_URL.')];
  } catch (error) {
    return [replica.warning(`It is not read: ${reasonOf(error)}. Check DATABASE_READ_URL.`)];
  } finally {
    await pool.end();
  }
};
