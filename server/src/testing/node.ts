import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { TestResponse } from './responses.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The value of DATABASE_URL for a connection. */
export const databaseUrlOf = ({ host, port, user, database }: EmbeddedPostgres['connection']): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

export type ShopNode = {
  url: string;
  /** Process id. */
  pid: number;
  /** Whether the process has not ended. */
  isRunning(): boolean;
  /** Sends a request over HTTP, with the signature of Fastify's `app.inject`. */
  app: { inject(request: Request): Promise<TestResponse> };
  /** Its output so far. */
  log(): string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
};

type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: object };

const injectAt =
  (origin: string) =>
  async ({ method = 'GET', url, headers, payload }: Request): Promise<TestResponse> => {
    const body = payload && { body: JSON.stringify(payload) };
    const type = payload && { 'content-type': 'application/json' };
    const response = await fetch(origin + url, {
      method,
      headers: { ...type, ...headers },
      redirect: 'manual',
      ...body,
    });
    const text = await response.text();
    const { status: statusCode } = response;
    return { statusCode, headers: Object.fromEntries(response.headers), body: text, json: () => JSON.parse(text) };
  };

/**
 * Starts the shop's program in a separate process. Resolves when it has started.
 * @param settings environment variables beyond the defaults
 * @param program the file to run instead of the sources, such as the bundle
 */
export const startNode = async (settings: Record<string, string>, program = MAIN): Promise<ShopNode> => {
  const port = settings.PORT === undefined ? await getPort() : Number(settings.PORT);
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-node-'));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_OPTIONS: '',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: 'http://shop.test',
      ...settings,
    },
  });
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log += chunk;
      if (/ is running:| runs jobs/.test(log)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`a node exited with ${code}: ${log}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await exited;
    await rm(folder, { recursive: true, force: true });
    return code;
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    app: { inject: injectAt(url) },
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
};
