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
  /** From now on it is there, but does not answer. */
  pause(): void;
  goOn(): void;
  stop(): Promise<void>;
};

/** A real server of the Redis protocol on this machine, which keeps nothing. */
export const startRedis = async (port?: number): Promise<RedisServer> => {
  const at = port ?? (await getPort());
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-redis-'));
  const server = spawn(PROGRAM, ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // One that never began ends by its error, of which whoever starts it is told below.
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  await new Promise<void>((ready, failed) => {
    server.once('error', (cause) =>
      failed(new Error(`${PROGRAM} cannot be run: \`npm test\` installs it, or set REDIS_SERVER`, { cause })),
    );
    server.once('exit', (code) => failed(new Error(`${PROGRAM} ended with ${code}`)));
    let log = '';
    server.stdout.on('data', (chunk) => {
      log += chunk;
      if (/Ready to accept connections/.test(log)) ready();
    });
  });
  return {
    url: `redis://127.0.0.1:${at}`,
    port: at,
    pause: () => void server.kill('SIGSTOP'),
    goOn: () => void server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
