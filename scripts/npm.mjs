// It runs on any Node, before node_modules exists, so it imports built-ins only.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the npm that started this script, because the one on PATH may be another. */
export const runNpm = (args, options = {}) => {
  const npm = process.env.npm_execpath;
  const all = { cwd: root, stdio: 'inherit', ...options };
  return npm
    ? spawnSync(process.execPath, [npm, ...args], all)
    : spawnSync('npm', args, { ...all, shell: process.platform === 'win32' });
};
