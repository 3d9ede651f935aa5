// Makes the project ready on whatever Node the machine has: Node built-ins only, since node_modules may not exist yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const cache = join(modules, '.cache', 'sokuwa');
const windows = process.platform === 'win32';

const say = (text) => process.stdout.write(`${text}\n`);
const stampOf = (name) => join(cache, name);
const readStamp = (name) => (existsSync(stampOf(name)) ? readFileSync(stampOf(name), 'utf8') : '');
const writeStamp = (name, value) => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampOf(name), value);
};

/** Files below the folders, each as its path; folders of products and of tools are left out. */
const filesBelow = (paths) =>
  paths.flatMap((path) => {
    const full = join(root, path);
    if (!existsSync(full)) return [];
    if (statSync(full).isFile()) return [path];
    return readdirSync(full)
      .filter((name) => !['node_modules', 'dist', '.tanstack'].includes(name))
      .flatMap((name) => filesBelow([join(path, name)]));
  });

const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of filesBelow(paths).sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
};

/** Stops with the command's own exit code, so that whoever called sees what failed. */
const must = (result) => {
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
};

/** npm's own program, when npm started us: the one on PATH may be another. */
const runNpm = (args, options = {}) => {
  const npm = process.env.npm_execpath;
  const all = { cwd: root, stdio: 'inherit', ...options };
  return npm ? spawnSync(process.execPath, [npm, ...args], all) : spawnSync('npm', args, { ...all, shell: windows });
};

/** Installs what package-lock.json names, when that changed since the last time. */
const install = () => {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (readStamp('installed') === wanted) return;
  say('Installing packages (once)…');
  must(runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']));
  writeStamp('installed', wanted);
};

/** The environment in which the project's own programs, and the pinned Node, are found first. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
  ...extra,
});

/** The pinned Node (node_modules/.bin/node), or this one where no platform package exists. */
export const pinnedNode = () => {
  const pinned = join(modules, '.bin', windows ? 'node.cmd' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
};

/** Runs a program of the project to its end. @returns its exit code */
export const run = (program, args, { env = {}, cwd = root } = {}) => {
  const result = spawnSync(program, args, { cwd, stdio: 'inherit', env: environment(env), shell: windows });
  if (result.error) throw result.error;
  return result.status ?? 1;
};

/** Builds the pages when a file they are made of changed since the last build. */
export const buildPages = () => {
  const wanted = hashOf(['contract', 'web', 'package-lock.json']);
  if (readStamp('built') === wanted && existsSync(join(root, 'web/dist/server/server.js'))) return;
  say('Building the pages…');
  const args = ['run', 'build', '--workspace', 'web', '--silent'];
  must(runNpm(args, { env: environment({ NODE_ENV: 'production' }) }));
  // The build writes the route tree anew, so what was built is hashed after it.
  writeStamp('built', hashOf(['contract', 'web', 'package-lock.json']));
};

/** Runs a program that stays, handing on the signals that end it. */
export const runServer = (args, env = {}) => {
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit', env: environment(env) });
  // In a terminal Ctrl-C reaches the child by itself; from a supervisor only we are told.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
    });
  }
  // npm that is told to stop takes only the shell between us with it; a shop that nobody holds any more must close too.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
};

install();
