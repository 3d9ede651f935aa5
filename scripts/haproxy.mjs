import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackage } from './apt.mjs';

const findHaproxy = () => {
  const { HAPROXY_PROGRAM, PATH = '' } = process.env;
  if (HAPROXY_PROGRAM) return HAPROXY_PROGRAM;
  const folders = [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path));
};

/**
 * Finds HAProxy, or installs it if apt works.
 * @returns the environment variable that tells the proofs where it is
 */
export const ensureHaproxy = () => {
  const purpose = 'The proofs with several nodes need the load balancer HAProxy';
  const alternative = 'set HAPROXY_PROGRAM to its path';
  const found = findHaproxy() ?? (installPackage(purpose, ['haproxy'], alternative) ? findHaproxy() : undefined);
  if (found) return { HAPROXY_PROGRAM: found };
  process.stderr.write(
    `${purpose}, and none could be installed, so they will fail. Install HAProxy, or ${alternative}.\n`,
  );
  return {};
};
