import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Release } from './releases.ts';

const POLL_MS = 50;
/** As `npm start` runs the server (scripts/bootstrap.mjs). */
const SERVER_OPTIONS = ['--max-semi-space-size=8', '--min-semi-space-size=8'];
/** `npm run prove` finds or installs it (scripts/haproxy.mjs). */
const HAPROXY = process.env.HAPROXY_PROGRAM ?? 'haproxy';

/** A running node or worker. */
export type ShopProcess = {
  /** Everything that it has printed. */
  log(): string;
  /** Sends SIGTERM. @returns the milliseconds until it has exited @throws Error unless it exits with 0 */
  stop(): Promise<number>;
  /** Sends SIGKILL, if it still runs. */
  kill(): Promise<void>;
};

/** Starts a process of a release, and waits until /readyz responds with 200. */
export const startShop = async (
  { name, folder }: Release,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ShopProcess> => {
  const child = spawn(process.execPath, [...SERVER_OPTIONS, 'server/dist/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ...settings },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  const exited = once(child, 'exit');
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (hasExited()) throw new Error(`a process of ${name} exited with ${child.exitCode}: ${log}`);
    await wait(POLL_MS);
  }
  return {
    log: () => log,
    stop: async () => {
      const startMs = performance.now();
      child.kill('SIGTERM');
      const [code] = await exited;
      if (code !== 0) throw new Error(`a process of ${name} exited with ${code} after SIGTERM: ${log}`);
      return performance.now() - startMs;
    },
    kill: async () => {
      if (!hasExited()) child.kill('SIGKILL');
      await exited;
    },
  };
};

/**
 * The configuration of docs/deployment.md with shorter intervals. It repeats no request that failed, so that shoppers see
 * every failure.
 */
const formatConfiguration = (port: number, nodePorts: readonly number[]): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 10m
  timeout server 10m
  timeout check 10s
  timeout http-keep-alive 10m
  retries 0
frontend shop
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
  http-response set-header x-node %s
  default-server check inter 250ms fall 2 rise 1
${nodePorts.map((nodePort, n) => `  server node${n + 1} 127.0.0.1:${nodePort}`).join('\n')}
`;

/**
 * Starts a load balancer in front of nodes; the response header x-node names the one that responded.
 * @param folder for its configuration
 */
export const startBalancer = async (
  folder: string,
  port: number,
  nodePorts: readonly number[],
): Promise<{ stop(): Promise<void> }> => {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, formatConfiguration(port, nodePorts));
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  let failure: Error | undefined;
  child.once('error', (cause) => {
    failure = new Error(`${HAPROXY} cannot be run: \`npm run prove\` installs it, or set HAPROXY_PROGRAM`, { cause });
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const hasStarted = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await hasStarted())) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`${HAPROXY} exited with ${child.exitCode}: ${log}`);
    await wait(POLL_MS);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
