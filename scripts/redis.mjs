import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';
import { root } from './run.mjs';

const NAMES = ['redis-server', 'valkey-server'];
/** The Debian package redis-tools contains the server too: the program redis-check-rdb runs as a server under that name. */
const REDIS_CHECK = '/usr/bin/redis-check-rdb';

const findRedis = () => {
  const { REDIS_SERVER, PATH = '' } = process.env;
  if (REDIS_SERVER) return REDIS_SERVER;
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  const paths = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), REDIS_CHECK];
  return paths.find((path) => existsSync(path));
};

const PURPOSE = 'Tests of several web servers need a Redis-protocol server';

/**
 * Finds a Redis-protocol server, or installs redis-tools if apt works. That package contains only the program; redis-server
 * would also start a system service.
 * @returns its path; undefined if there is none
 */
export const findOrInstallRedis = () =>
  findRedis() ?? (installPackage(PURPOSE, ['redis-tools'], 'set REDIS_SERVER to its path') ? findRedis() : undefined);

/** In node_modules/.bin, tests that are run without npm test find it too. @returns its path under the name of a server */
const linkAsServer = (program) => {
  const link = join(root, 'node_modules/.bin/redis-server');
  rmSync(link, { force: true });
  symlinkSync(program, link);
  return link;
};

/**
 * Like findOrInstallRedis, for tests.
 * @returns the environment variable that tells them where the server is
 */
export const ensureRedis = () => {
  const found = findOrInstallRedis();
  if (found) return { REDIS_SERVER: found === REDIS_CHECK ? linkAsServer(found) : found };
  process.stderr.write(
    `${PURPOSE}, and none could be installed, so those tests will fail. Install redis or valkey, or set REDIS_SERVER to its path.\n`,
  );
  return {};
};
