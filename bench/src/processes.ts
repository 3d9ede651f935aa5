import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { EmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** As `npm start` runs the server (scripts/bootstrap.mjs). */
const SERVER_OPTIONS = ['--max-semi-space-size=8', '--min-semi-space-size=8'];
const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '4194304',
};
/** Maximum time for the start of a server; the first start creates a database and the demo market. */
const START_TIMEOUT_MS = 120_000;

/** A child process of the benchmark. */
export type Program = {
  process: ChildProcess;
  pid: number;
  /** Terminates it, and waits until it has exited. */
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  // A benchmark that fails must leave no process behind.
  for (const child of running) child.kill();
});

/** Starts a program with the running Node, and with an IPC channel. */
export const startProgram = (
  file: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
  execArgv: string[] = [],
): Program => {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = fork(file, args, { env: { ...process.env, ...env }, execArgv, stdio });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return {
    process: child,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

/** Sends a task to a program over its IPC channel. @throws Error if the program exits without a result */
export const runTask = <Result>(program: Program, task: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the program exited with ${code}`));
    program.process.once('exit', onExit);
    program.process.once('message', (result) => {
      program.process.off('exit', onExit);
      resolve(result as Result);
    });
    program.process.send(task);
  });

/** A temporary folder that the user of the database may enter. */
export const createTemporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'sokuwa-bench-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Waits until a URL responds with 200. */
const waitUntilServed = async (program: Program, url: string): Promise<void> => {
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await wait(50)) {
    if (program.process.exitCode !== null) throw new Error(`the server exited with ${program.process.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
  }
  throw new Error(`${url} did not respond`);
};

export type ServerProgram = Program & { port: number; origin: string };

/** Starts a program that listens on PORT, and waits until `readyPath` responds. */
export const startServer = async (
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  readyPath: string,
  execArgv: string[] = [],
): Promise<ServerProgram> => {
  const port = await getPort();
  const origin = `http://127.0.0.1:${port}`;
  const program = startProgram(file, args, { ...env, PORT: String(port), HOST: '127.0.0.1' }, execArgv);
  await waitUntilServed(program, origin + readyPath);
  return { ...program, port, origin };
};

/**
 * Starts the shop as `npm start` does, with little logging and without effective rate limits.
 * NODE_ENV is set because Vite sets it in the process that builds: a production shop would have no demo market.
 * @param env more settings, such as DATA_DIR
 * @param checkout the folder of another checkout, with its packages and built pages
 */
export const startShop = (env: NodeJS.ProcessEnv, checkout = CHECKOUT): Promise<ServerProgram> =>
  startServer(
    // An older checkout has no bundle.
    [join(checkout, 'server/dist/main.js'), join(checkout, 'server/src/main.ts')].find(existsSync) ?? '',
    [],
    { ...SERVER_ENV, NODE_ENV: 'development', RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn', ...env },
    '/readyz',
    SERVER_OPTIONS,
  );

/** Settings of a shop in production mode, with sandbox mails and payments. Its database must have a market already. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://shop.test',
  SANDBOX_MAILBOX: '1',
  SANDBOX_PAYMENTS: '1',
};

/** A database on a unix socket, as a value of DATABASE_URL. */
export const databaseUrl = ({ host, port, user, database }: EmbeddedPostgres['connection']): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
