// Installs packages, and runs programs on the pinned Node. It runs on any Node, before node_modules exists, so it imports
// built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './npm.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const cache = join(modules, '.cache', 'sokuwa');
const isWindows = process.platform === 'win32';

const SERVER_BUILD = 'scripts/build-server.mjs';

const print = (text) => process.stdout.write(`${text}\n`);
const stampOf = (name) => join(cache, name);
const readStamp = (name) => (existsSync(stampOf(name)) ? readFileSync(stampOf(name), 'utf8') : '');
const writeStamp = (name, value) => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampOf(name), value);
};

/** Paths of all files in a folder, without build output, installed packages and symbolic links. */
const listFiles = (path) => {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (['node_modules', 'dist', '.tanstack'].includes(entry.name)) return [];
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return listFiles(inner);
    return entry.isFile() ? [inner] : [];
  });
};
const listSources = (paths) =>
  paths
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => (statSync(join(root, path)).isFile() ? [path] : listFiles(path)))
    .sort();

const hashAll = (files, read) => {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(read(join(root, file)));
  return hash.digest('hex');
};
const hashContents = (files) => hashAll(files, (file) => readFileSync(file));
/** Reading a thousand files takes a tenth of the time that the shop needs to start; reading their sizes and times takes a third of that. */
const hashStats = (files) =>
  hashAll(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });

/** Exits with the exit code of a command that failed. */
const exitOnFailure = (result) => {
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
};

/** Installs the packages of a folder if its package-lock.json changed since the last time. */
const installPackages = (folder, stamp) => {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (readStamp(stamp) === lockHash && existsSync(join(folder, 'node_modules'))) return;
  print('Installing packages (once)…');
  exitOnFailure(runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }));
  writeStamp(stamp, lockHash);
};

/** Installs the programs of quality/, which only `npm run mutate` and `npm run validate` need. */
export const installQualityTools = () => installPackages(join(root, 'quality'), 'quality-installed');

/**
 * The environment in which the programs of the project, and the pinned Node, come first on PATH. Node keeps the compiled
 * modules in a folder: a later start takes a third less time and memory.
 */
export const environment = (extra = {}) => ({
  NODE_COMPILE_CACHE: join(cache, 'compiled'),
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}`,
  ...extra,
});

/** The pinned Node (node_modules/.bin/node), or the running one if there is no package for this platform. */
export const pinnedNode = () => {
  const pinned = join(modules, '.bin', isWindows ? 'node.cmd' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
};

/** Runs a program and waits for it. @returns its exit code */
export const run = (program, args, { env = {}, cwd = root } = {}) => {
  const result = spawnSync(program, args, { cwd, stdio: 'inherit', env: environment(env), shell: isWindows });
  if (result.error) throw result.error;
  return result.status ?? 1;
};

/**
 * Runs a program at the same time as others.
 * @param captures whether to return what it prints instead of printing it
 * @returns its exit code and the captured output
 */
export const runBeside = (program, args, { env = {}, captures = false } = {}) =>
  new Promise((resolve, reject) => {
    const stdio = captures ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd: root, stdio, env: environment(env), shell: isWindows });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });

/** Runs a build if one of its sources changed since the last time. */
const buildOnce = (stamp, sources, output, build) => {
  const files = listSources(sources);
  const [builtContents, builtStats] = readStamp(stamp).split('\n');
  const isBuilt = existsSync(join(root, output));
  if (isBuilt && hashStats(files) === builtStats) return;
  if (isBuilt && hashContents(files) === builtContents) {
    writeStamp(stamp, `${builtContents}\n${hashStats(files)}`);
    return;
  }
  // A build that fails or is interrupted counts as none.
  writeStamp(stamp, '');
  build();
  // A build may change one of its own sources, so list and hash them again after it.
  const built = listSources(sources);
  writeStamp(stamp, `${hashContents(built)}\n${hashStats(built)}`);
};

/** Builds the pages. The build regenerates the route tree. */
export const buildPages = () =>
  buildOnce('built', ['contract', 'ui', 'web', 'package-lock.json'], 'web/dist/server/server.js', () => {
    print('Building the pages…');
    const args = ['run', 'build', '--workspace', 'web', '--silent'];
    exitOnFailure(runNpm(args, { env: environment({ NODE_ENV: 'production' }) }));
  });

/** Bundles the server and the command line. */
export const buildServer = () =>
  buildOnce(
    'server-built',
    ['contract/src', 'server/src', 'catalog/src', 'cli/src', 'package-lock.json', SERVER_BUILD],
    'server/dist/main.js',
    () => {
      exitOnFailure({ status: run(pinnedNode(), [SERVER_BUILD]) });
    },
  );

/**
 * How the server runs in less memory (docs/decisions/server-memory.md): V8's young generation has 3 × 8 MB from the start, and glibc
 * uses two arenas instead of eight for each core, and returns free memory above 4 MB to the system at once.
 */
const SERVER_OPTIONS = ['--max-semi-space-size=8', '--min-semi-space-size=8'];
const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};

/** Runs a server, and forwards the signals that end it. */
export const runServer = (args, env = {}) => {
  const child = spawn(pinnedNode(), [...SERVER_OPTIONS, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: environment({ ...SERVER_ENV, ...env }),
  });
  // In a terminal Ctrl-C reaches the child too; a supervisor signals only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY || signal !== 'SIGINT') child.kill(signal);
    });
  }
  // When npm is stopped, it terminates only the shell between itself and this process, so watch for a new parent.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
};

installPackages(root, 'installed');
