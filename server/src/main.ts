import { ConfigError, readConfig } from './config.ts';
import { openLog } from './platform/log.ts';
import { NewerDatabaseError } from './platform/migrations.ts';
import { startDatabase } from './platform/start-database.ts';
import { setV8Flags } from './platform/v8-flags.ts';
import { stopSignal } from './process-signals.ts';

setV8Flags();

/** Starts the database first, and loads the modules of the shop, which takes as long, while it starts. */
const main = async (args: readonly string[]): Promise<void> => {
  const isSeed = args.includes('--seed');
  // `npm run seed` ends at once: there are no requests to finish.
  const signal = isSeed ? undefined : stopSignal();
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const startedDatabase = startDatabase(config, (message) => log.warn(message));
  // The shop waits for it later, and then gets its error.
  startedDatabase.catch(() => undefined);
  const { run, seed } = await import('./run.ts');
  if (signal) await run(config, { startedDatabase, log }, { dev: args.includes('--dev'), signal });
  else await seed(config, { startedDatabase, log });
};

const describeError = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof NewerDatabaseError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is already in use: stop the other program, or set PORT to another one.';
  return error.stack ?? error.message;
};

try {
  await main(process.argv);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
