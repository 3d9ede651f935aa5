import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';

/** `npm test` finds or installs one (scripts/redis.mjs). */
const PROGRAM = process.env.REDIS_SERVER ?? 'redis-server';

type RedisServer = {
  url: string;
  port: number;
  /** Suspends the process: it accepts connections, but sends no replies. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Starts a Redis-compatible server on this machine, without persistence. */
export const startRedis = async (port?: number): Promise<RedisServer> => {
  const listenPort = port ?? (await getPort());
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-redis-'));
  const server = spawn(PROGRAM, ['--port', String(listenPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Not `once`, which rejects on 'error': the handler below reports it.
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`${PROGRAM} cannot be run: \`npm test\` installs it, or set REDIS_SERVER`, { cause })),
    );
    server.once('exit', (code) => reject(new Error(`${PROGRAM} exited with ${code}`)));
    let log = '';
    server.stdout.on('data', (chunk) => {
      log += chunk;
      if (/Ready to accept connections/.test(log)) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${listenPort}`,
    port: listenPort,
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
