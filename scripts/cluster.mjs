import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackage } from './apt.mjs';

const PURPOSE =
  'The proof of a cluster that loses its primary needs Patroni, etcd, HAProxy, and PostgreSQL 15 as on Debian 12';
/** Debian's packages, each with a program that it contains. */
const PACKAGES = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};

const versionOf = (name) =>
  spawnSync('dpkg-query', ['--show', name], { encoding: 'utf8' }).stdout.split('\t')[1]?.trim();

/**
 * Installs the programs of the database cluster in docs/deployment.md that are missing. Their services may start too.
 * @returns the environment variable that tells the proof what was installed, in which version
 */
export const ensureCluster = () => {
  const packages = Object.entries(PACKAGES).map(([name, program]) => {
    const wasFound = existsSync(program);
    if (!wasFound) installPackage(PURPOSE, [name], `install ${program}`);
    if (!existsSync(program))
      process.stderr.write(
        `${PURPOSE}. The package ${name} could not be installed, so that part will fail: install it.\n`,
      );
    return `${name} ${versionOf(name)}${wasFound ? '' : ' (installed by this run)'}`;
  });
  return { CLUSTER_PACKAGES: packages.join(', ') };
};
