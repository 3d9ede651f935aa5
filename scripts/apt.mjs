import { spawnSync } from 'node:child_process';
import { run } from './bootstrap.mjs';

const succeeds = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Installs what is missing from Debian's packages, where apt works and may be used without asking for a password.
 * @param what the missing thing, as a sentence calls it
 * @param packages the first that can be installed is
 * @returns whether one was installed
 */
export const installPackage = (what, packages) => {
  const sudo = process.getuid?.() === 0 ? [] : succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
  if (!sudo || !succeeds('apt-get', ['--version'])) return false;
  process.stdout.write(`No ${what} found: installing Debian's (apt-get install ${packages[0]})…\n`);
  const [program, ...args] = [...sudo, 'apt-get'];
  const get = (...more) => run(program, [...args, ...more]) === 0;
  get('update', '-qq');
  return packages.some((name) => get('install', '-y', '-qq', '--no-install-recommends', name));
};
