import type { Config } from '../config.ts';
import { openPool } from '../platform/database.ts';
import { describeReason } from '../platform/reason.ts';
import { pingRequestCounts } from '../platform/redis-request-counts.ts';
import { openMedia } from '../ports/media/open-media.ts';
import { createFindings, type Finding } from './findings.rules.ts';

/** Checks the systems that several nodes share. A single-node shop has none of them and gets no findings. */

const pictures = createFindings('pictures');
const rateLimits = createFindings('rate limits');
const replica = createFindings('replica');

export const examineBucket = async (config: Config): Promise<Finding[]> => {
  if (!config.s3) return [];
  try {
    // The picture does not exist; the request only checks the credentials.
    await (await openMedia(config)).read('doctor');
    return [pictures.ok(`The bucket ${config.s3.bucket} can be read.`)];
  } catch (error) {
    return [
      pictures.error(
        `The bucket ${config.s3.bucket} cannot be read: ${describeReason(error)}. Check the S3_… settings.`,
      ),
    ];
  }
};

export const examineRateLimits = async ({ redisUrl }: Config): Promise<Finding[]> => {
  if (redisUrl === undefined) return [];
  const { host } = new URL(redisUrl);
  try {
    await pingRequestCounts(redisUrl);
    return [rateLimits.ok(`${host} counts the requests of all nodes.`)];
  } catch (error) {
    return [
      rateLimits.warning(
        `${host} cannot be used, so requests are not limited: ${describeReason(error)}. Check REDIS_URL.`,
      ),
    ];
  }
};

export const examineReplica = async ({ databaseReadUrl }: Config): Promise<Finding[]> => {
  if (databaseReadUrl === undefined) return [];
  const pool = openPool(databaseReadUrl, 1, () => undefined);
  try {
    const { rows } = await pool.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
    return rows[0]?.is_replica
      ? [replica.ok('It responds, and follows a primary.')]
      : [replica.warning('It follows no primary, so it is not used. Check DATABASE_READ_URL.')];
  } catch (error) {
    return [replica.warning(`It cannot be used: ${describeReason(error)}. Check DATABASE_READ_URL.`)];
  } finally {
    await pool.end();
  }
};
