// Runs programs on the pinned Node. It runs on any Node, before node_modules exists, so it imports built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
/** What the scripts keep from run to run. */
export const cache = join(modules, '.cache', 'sokuwa');
const isWindows = process.platform === 'win32';

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
