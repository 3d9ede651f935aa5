import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';
import { root } from './bootstrap.mjs';

const NAMES = ['redis-server', 'valkey-server'];
/** Debian's package of tools holds the server too: what checks its files is the same program, told apart by its name. */
const DEBIANS = '/usr/bin/redis-check-rdb';

const find = () => {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER) return REDIS_SERVER;
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found || !existsSync(DEBIANS)) return found;
  // Among the project's own programs, where tests that are run alone find it too.
  const link = join(root, 'node_modules/.bin/redis-server');
  rmSync(link, { force: true });
  symlinkSync(DEBIANS, link);
  return link;
};

/**
 * Finds a server of the Redis protocol for the tests, and installs Debian's where there is none and apt works: the
 * program alone (redis-tools), not the service (redis-server), which would run from then on.
 * @returns the environment in which the tests find it
 */
export const ensureRedis = () => {
  const found = find() ?? (installPackage('server of the Redis protocol', ['redis-tools']) ? find() : undefined);
  if (found) return { REDIS_SERVER: found };
  process.stderr.write(
    'No server of the Redis protocol could be installed: tests that need one will fail. Install redis or valkey, or set REDIS_SERVER to one.\n',
  );
  return {};
};
