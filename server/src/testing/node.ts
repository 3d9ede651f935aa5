import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import type { EmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Answer } from './answers.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Where a test's database is, as settings say it. */
export const urlOf = ({ host, port, user, database }: EmbeddedPostgres['connection']): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

export type ShopNode = {
  url: string;
  /** Asks it over HTTP, as `app.inject` asks a server in this process. */
  app: { inject(request: Request): Promise<Answer> };
  /** What it has written so far. */
  log(): string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Ends it as an operator does. @returns its exit code */
  stop(): Promise<number | null>;
};

type Request = { method?: string; url: string; headers?: Record<string, string>; payload?: object };

const askAt =
  (origin: string) =>
  async ({ method = 'GET', url, headers, payload }: Request): Promise<Answer> => {
    const body = payload && { body: JSON.stringify(payload) };
    const type = payload && { 'content-type': 'application/json' };
    const answer = await fetch(origin + url, { method, headers: { ...type, ...headers }, redirect: 'manual', ...body });
    const text = await answer.text();
    const { status: statusCode } = answer;
    return { statusCode, headers: Object.fromEntries(answer.headers), body: text, json: () => JSON.parse(text) };
  };

/** A process of the shop, as an operator starts it; it is open when this resolves. */
export const startNode = async (settings: Record<string, string>): Promise<ShopNode> => {
  const port = await getPort();
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-node-'));
  const child = spawn(process.execPath, [MAIN], {
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
  const ended = once(child, 'exit');
  let log = '';
  await new Promise<void>((open, failed) => {
    const read = (chunk: Buffer) => {
      log += chunk;
      if (/ is open:| works its jobs/.test(log)) open();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => failed(new Error(`a node ended with ${code}: ${log}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const [code] = await ended;
    await rm(folder, { recursive: true, force: true });
    return code;
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    app: { inject: askAt(url) },
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
};
