import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Includes setting up the database and the demo market. */
const START_TIMEOUT_MS = 180_000;

const waitUntilReady = async (origin: string, shop: ChildProcess): Promise<void> => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (shop.exitCode !== null) throw new Error(`The shop stopped at start with code ${shop.exitCode}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error('The shop did not become ready');
};

/**
 * Starts a process of the shop and waits until it is ready.
 * @param dataDir the folder of a new database, or that of a running process, whose database it then shares
 * @param settings further environment variables
 * @param unusedPort default: any
 * @returns its origin, and a function that stops it
 */
export const startShopProcess = async (dataDir: string, settings: Record<string, string> = {}, unusedPort?: number) => {
  const port = unusedPort ?? (await getPort());
  const origin = `http://localhost:${port}`;
  const shop = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      // The data is deleted after the run, so commits need not reach the disk.
      PGOPTIONS: '-c synchronous_commit=off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      // Use the default, even if the tester's shell sets another value.
      FLAG_SOURCES: '',
      // Playwright sets options for itself.
      NODE_OPTIONS: '',
      ...settings,
    },
  });
  const stop = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
    if (shop.exitCode !== 0) throw new Error(`The shop did not stop cleanly: code ${shop.exitCode}`);
  };
  await waitUntilReady(origin, shop).catch(async (error) => {
    await stop();
    throw error;
  });
  return { origin, stop };
};

/** Starts the server of the programs that change the journeys' data. @returns its URL, and a function that stops it */
const startProgramServer = async (dataDir: string) => {
  const server = spawn(process.execPath, ['server/src/testing/program-server.ts'], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: '', FLAG_SOURCES: '', NODE_OPTIONS: '' },
  });
  const failed = once(server, 'exit').then(([code]) => {
    throw new Error(`The server of programs stopped at start with code ${code}`);
  });
  const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), failed]);
  // From now on it ends only when it is stopped.
  failed.catch(() => undefined);
  const stop = async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  return { url: String(line), stop };
};

/** Starts a shop for the journeys: built pages, a new database, the demo market. @returns a function that stops it */
const startShop = async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sokuwa-e2e-'));
  // When root starts the shop, the database runs as another user and needs access.
  await chmod(dataDir, 0o755);
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const { origin, stop } = await startShopProcess(dataDir).catch(async (error) => {
    await removeData();
    throw error;
  });
  process.env.SHOP_ORIGIN = origin;
  process.env.SHOP_DATA = dataDir;
  const programs = await startProgramServer(dataDir).catch(async (error) => {
    await stop().finally(removeData);
    throw error;
  });
  process.env.SHOP_PROGRAMS = programs.url;
  return () => programs.stop().then(stop).finally(removeData);
};

export default startShop;
