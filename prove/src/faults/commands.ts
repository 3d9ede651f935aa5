import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { addMerchant } from '../../../server/src/testing/shop.ts';
import { waitUntil } from '../wait-until.ts';
import type { Stack } from './stack.ts';

const CLI = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const POLL = { intervalMs: 5 };
const IMPORTED_PRODUCTS = 3000;

/** Starts a command of the operator beside the shop. */
const startCommand = ({ settings }: Stack, args: readonly string[]) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', PUBLIC_URL: 'http://shop.test', ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    finish: async () => {
      const [code] = await exited;
      return { code, output };
    },
  };
};

/**
 * Kills an import in the middle of its file, and starts it again.
 * @returns how many products the killed one had imported, and the output of the second
 */
export const killImport = async (stack: Stack, folder: string): Promise<{ before: number; output: string }> => {
  const { db } = stack;
  const merchantId = await addMerchant(db, { slug: 'killed-import' });
  const file = join(folder, 'products.json');
  const lines = Array.from({ length: IMPORTED_PRODUCTS }, (_, n) =>
    JSON.stringify({
      handle: `basket-${n}`,
      title: `Basket ${n}`,
      category: 's1',
      price: 5000,
      weight_grams: 300,
      stock: 7,
    }),
  );
  await writeFile(file, lines.join('\n'));
  const args = ['products', 'import', file, '--merchant', 'killed-import'];
  const count = async () => {
    const { rows } = await sql<{
      n: number;
      stock: number;
    }>`select count(*)::integer as n, coalesce(sum(stock), 0)::integer as stock
      from product where merchant_id = ${merchantId}`.execute(db);
    return rows[0] ?? { n: 0, stock: 0 };
  };
  const killed = startCommand(stack, args);
  await waitUntil('products are imported', async () => !killed.isRunning() || (await count()).n > 0, POLL);
  await killed.kill();
  const { n: before } = await count();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(IMPORTED_PRODUCTS);
  const { code, output } = await startCommand(stack, args).finish();
  expect(code, output).toBe(0);
  expect(output).toContain('in an earlier run');
  expect(await count()).toEqual({ n: IMPORTED_PRODUCTS, stock: IMPORTED_PRODUCTS * 7 });
  return { before, output: output.trim() };
};

/** Kills a backup while it writes its file, and makes another one. @returns the output of the check of the second */
export const killBackup = async (stack: Stack, folder: string): Promise<string> => {
  const file = join(folder, 'backup.tar.zst');
  const isWritten = () =>
    access(`${file}.unfinished`).then(
      () => true,
      () => false,
    );
  const killed = startCommand(stack, ['backup', file]);
  await waitUntil('the backup is written', async () => !killed.isRunning() || (await isWritten()), POLL);
  // From now on it takes long.
  await stack.proxies.PostgreSQL.begin('delay');
  try {
    expect(killed.isRunning()).toBe(true);
  } finally {
    await killed.kill();
    await stack.proxies.PostgreSQL.end();
  }
  expect(await readdir(folder)).toEqual(['backup.tar.zst.unfinished']);
  const made = await startCommand(stack, ['backup', file]).finish();
  expect(made.code, made.output).toBe(0);
  expect(await readdir(folder)).toEqual(['backup.tar.zst']);
  const checked = await startCommand(stack, ['restore', file, '--replace', '--dry-run']).finish();
  expect(checked.code, checked.output).toBe(0);
  return checked.output.trim();
};
