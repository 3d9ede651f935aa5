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

/** Installs the programs of the database cluster in docs/deployment.md that are missing. Their services may start too. */
export const ensureCluster = () => {
  for (const [name, program] of Object.entries(PACKAGES)) {
    if (existsSync(program)) continue;
    installPackage(PURPOSE, [name], `install ${program}`);
    if (existsSync(program)) continue;
    process.stderr.write(
      `${PURPOSE}. The package ${name} could not be installed, so that part will fail: install it.\n`,
    );
  }
};
