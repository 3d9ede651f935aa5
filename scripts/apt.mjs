import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';

const succeeds = (program, args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Installs a missing system package with apt, if that works without a password. Prints the package and the purpose
 * first.
 * @param purpose the reason, as a sentence: 'Tests in a browser need Chromium'
 * @param packages Debian packages that provide it; the first that installs is used
 * @param alternative how to use an existing program instead: 'set CHROMIUM_PATH to its path'
 * @returns whether a package was installed
 */
export const installPackage = (purpose, packages, alternative) => {
  const sudo = process.getuid?.() === 0 ? [] : succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
  if (!sudo || !succeeds('apt-get', ['--version'])) return false;
  const [program, ...args] = [...sudo, 'apt-get'];
  process.stdout.write(
    `${purpose}, and none was found on this machine.\n` +
      `Installing the system package ${packages.join(' or ')} with "${[program, ...args].join(' ')} install".\n` +
      `To use your own instead, ${alternative}.\n`,
  );
  const aptGet = (...more) => run(program, [...args, ...more]) === 0;
  aptGet('update', '-qq');
  return packages.some((name) => aptGet('install', '-y', '-qq', '--no-install-recommends', name));
};
