// npm run prove: what takes too long for npm test. `npm run prove -- cluster faults` runs some parts; everything from
// the first argument that begins with a dash is Vitest's, as in `npm run prove -- faults -t Redis`. Results are written to prove/results.md. FROM_RELEASE names the
// commit that the upgrade begins with, instead of the last release.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPages, buildServer, pinnedNode, root, run } from './bootstrap.mjs';
import { ensureCluster } from './cluster.mjs';
import { ensureFaketime } from './faketime.mjs';
import { ensureHaproxy } from './haproxy.mjs';
import { ensureRedis } from './redis.mjs';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const canSudo = () => spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
const isDebian12 = () => {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID="?debian"?$/m.test(release) && /^VERSION_ID="?12"?$/m.test(release);
};

/** Each part with what this machine lacks for it. */
const PARTS = {
  interleavings: () => [],
  stories: () => [],
  cluster: () => [
    ...(isLinux && isDebian12() ? [] : ['Debian 12, whose packages the recipe in docs/deployment.md names']),
    ...(isRoot ? [] : ['root, because it creates namespaces of Linux: run it with sudo']),
  ],
  faults: () => [
    ...(isLinux ? [] : ['Linux']),
    ...(isRoot || canSudo() ? [] : ['root, or sudo without a password, because it mounts a small file system']),
  ],
  fuzz: () => [],
  upgrade: () => [],
};
const NAMES = Object.keys(PARTS);

const refuse = (text) => {
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith('-'));
const named = firstOption === -1 ? args : args.slice(0, firstOption);
const options = args.slice(named.length);
const unknown = named.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) refuse(`There is no proof named ${unknown.join(', ')}. The proofs are ${NAMES.join(', ')}.`);
const parts = named.length > 0 ? named : NAMES;
const lacking = parts.flatMap((name) => PARTS[name]().map((need) => `${name} needs ${need}.`));
if (lacking.length > 0) {
  const possible = NAMES.filter((name) => PARTS[name]().length === 0);
  refuse(`${lacking.join('\n')}\nThis machine can run: npm run prove -- ${possible.join(' ')}`);
}

const env = {
  ...(parts.includes('cluster') && ensureCluster()),
  ...ensureRedis(),
  ...((parts.includes('upgrade') || parts.includes('cluster')) && ensureHaproxy()),
  ...(parts.includes('faults') && ensureFaketime()),
};
buildPages();
buildServer();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const files = parts.map((name) => `src/${name}.prove.ts`);
process.exit(run(pinnedNode(), [vitest, 'run', '--config', 'prove/vitest.config.ts', ...files, ...options], { env }));
