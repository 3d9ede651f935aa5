import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { describeReason } from '../platform/reason.ts';
import { examineDatabase } from './doctor.database.ts';
import { examineBucket, examineRateLimits, examineReplica } from './doctor.nodes.ts';
import { examineIdentity, examineMail, examinePayments, examineRates, examineShipping } from './doctor.outside.ts';
import { checkFreeSpace, checkSettings, createFindings, type Finding } from './findings.rules.ts';

const examineFolder = async ({ dataDir }: Config): Promise<Finding> => {
  const probe = join(dataDir, `.doctor-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, '');
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    return checkFreeSpace(dataDir, bavail * bsize);
  } catch (error) {
    return createFindings('data folder').error(
      `${dataDir} cannot be written: ${describeReason(error)}. Set DATA_DIR to a folder that the user of the shop can write.`,
    );
  }
};

const readSettings = (env: Record<string, string | undefined>): Config | Finding[] => {
  const settings = createFindings('settings');
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      ...error.problems.map(settings.error),
      settings.warning('Nothing else was checked: correct the settings first.'),
    ];
  }
};

/** Checks the settings, the database and the external systems of a shop that may be running. Changes nothing but a probe picture. */
export const examineConfig = async (config: Config): Promise<Finding[]> => {
  const findings = await Promise.all([
    examineDatabase(config),
    examineFolder(config),
    examineMail(config),
    examineIdentity(config),
    examinePayments(config),
    examineShipping(config),
    examineRates(config),
    examineBucket(config),
    examineRateLimits(config),
    examineReplica(config),
  ]);
  return [...checkSettings(config), ...findings.flat()];
};

/**
 * Checks the settings, the database and the external systems of a shop. Changes nothing, except that it creates a
 * missing embedded database; the shop can run meanwhile.
 * @param env the environment variables of the shop
 */
export const examine = async (env: Record<string, string | undefined>): Promise<Finding[]> => {
  const config = readSettings(env);
  return Array.isArray(config) ? config : examineConfig(config);
};
