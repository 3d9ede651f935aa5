import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Milliseconds that a shop may take to set up its database and its market. */
const LONGEST_START = 180_000;

const untilReady = async (origin: string, shop: ChildProcess): Promise<void> => {
  const deadline = Date.now() + LONGEST_START;
  while (Date.now() < deadline) {
    if (shop.exitCode !== null) throw new Error(`The shop stopped at start with code ${shop.exitCode}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await wait(100);
  }
  throw new Error('The shop did not become ready');
};

/** Opens a shop of its own for the journeys: built pages, a fresh database, the demo market. Returns how to close it. */
const openShop = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-e2e-'));
  // Started by root, the database runs as another user, who must be able to walk in.
  await chmod(folder, 0o755);
  const port = await getPort();
  const origin = `http://localhost:${port}`;
  const shop = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      DATABASE_URL: '',
      // What is lost when the machine fails is lost with all of this shop.
      PGOPTIONS: '-c synchronous_commit=off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000',
      // Nobody answers there: a journey stands in for them.
      FLAG_SOURCES: 'https://flags-one.example/{code}.svg,https://flags-two.example/{code}.svg',
      // Playwright's own settings are not the shop's.
      NODE_OPTIONS: '',
    },
  });
  const stop = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(origin, shop);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env.SHOP_ORIGIN = origin;
  process.env.SHOP_DATA = folder;
  return async () => {
    await stop();
    if (shop.exitCode !== 0) throw new Error(`The shop did not stop cleanly: code ${shop.exitCode}`);
  };
};

export default openShop;
