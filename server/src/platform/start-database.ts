import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Connection } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Returns the database of the settings, or starts the embedded PostgreSQL if they have none.
 * @param onRestart receives a log message when the embedded PostgreSQL is restarted; without it, it is not restarted
 */
export const startDatabase = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onRestart?: (message: string) => void,
): Promise<{ connection: Connection; stop(): Promise<void> }> =>
  databaseUrl === undefined
    ? startEmbeddedPostgres({ folder: join(dataDir, 'postgres'), ...(onRestart && { onRestart }) })
    : { connection: databaseUrl, stop: async () => undefined };
