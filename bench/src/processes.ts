import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts';

const SERVER = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** Milliseconds within which a server must answer; the first start makes a database and the demo market. */
const PATIENCE = 120_000;

/** A program of the benchmark or the shop itself, in a process of its own. */
export type Program = {
  process: ChildProcess;
  pid: number;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  // Nothing that was started here may outlive a benchmark that failed.
  for (const child of running) child.kill();
});

/** Starts a program with this same Node; it speaks over the IPC channel if it wants to. */
export const startProgram = (file: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Program => {
  const child = fork(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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

/** Asks a program over its IPC channel. @throws Error when it ends without an answer */
export const ask = <Answer>(program: Program, question: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the program ended with ${code}`));
    program.process.once('exit', ended);
    program.process.once('message', (answer) => {
      program.process.off('exit', ended);
      resolve(answer as Answer);
    });
    program.process.send(question);
  });

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
};

/** A temporary folder that the database's own user may walk through. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'sokuwa-bench-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Waits until an address answers 200. */
export const untilServed = async (program: Program, url: string): Promise<void> => {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await wait(50)) {
    if (program.process.exitCode !== null) throw new Error(`the server ended with ${program.process.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw new Error(`${url} did not answer`);
};

export type Served = Program & { port: number; origin: string };

/** Starts a program that listens on PORT, and waits until it serves. */
export const startServer = async (
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  ready: string,
): Promise<Served> => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = startProgram(file, args, { ...env, PORT: String(port), HOST: '127.0.0.1' });
  await untilServed(program, origin + ready);
  return { ...program, port, origin };
};

/**
 * Starts the shop as `npm start` does, quiet and with rate limits out of the way.
 * NODE_ENV is named because Vite sets it in the process that builds: a production shop would have no demo market.
 * @param env settings on top, such as DATA_DIR
 */
export const startShop = (env: NodeJS.ProcessEnv): Promise<Served> =>
  startServer(
    SERVER,
    [],
    { NODE_ENV: 'development', RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn', ...env },
    '/readyz',
  );

/** A database on a unix socket, as the setting DATABASE_URL names it. */
export const databaseUrl = ({ host, port, user, database }: EmbeddedPostgres['connection']): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
