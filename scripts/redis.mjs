import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';
import { root } from './bootstrap.mjs';

const NAMES = ['redis-server', 'valkey-server'];
/** The Debian package redis-tools contains the server too: the program redis-check-rdb runs as a server under that name. */
const REDIS_CHECK = '/usr/bin/redis-check-rdb';

const findRedis = () => {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER) return REDIS_SERVER;
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (found || !existsSync(REDIS_CHECK)) return found;
  // In node_modules/.bin, tests that are run without npm test find it too.
  const link = join(root, 'node_modules/.bin/redis-server');
  rmSync(link, { force: true });
  symlinkSync(REDIS_CHECK, link);
  return link;
};

/**
 * Finds a Redis-protocol server, or installs redis-tools if apt works. That package contains only the program; redis-server
 * would also start a system service.
 * @returns the environment variable that tells tests where it is
 */
export const ensureRedis = () => {
  const purpose = 'Tests of several web servers need a Redis-protocol server';
  const found =
    findRedis() ?? (installPackage(purpose, ['redis-tools'], 'set REDIS_SERVER to its path') ? findRedis() : undefined);
  if (found) return { REDIS_SERVER: found };
  process.stderr.write(
    `${purpose}, and none could be installed, so those tests will fail. Install redis or valkey, or set REDIS_SERVER to its path.\n`,
  );
  return {};
};
