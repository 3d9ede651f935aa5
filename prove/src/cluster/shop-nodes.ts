import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAPROXY } from '../haproxy.ts';
import { waitUntil } from '../wait-until.ts';
import { recipePath } from './database-cluster.ts';
import { Machine, OWN_ADDRESS } from './machines.ts';

const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const PORT = 3000;
/** The database at an address, with the password that docs/cluster/shop.sql shows. */
const urlOf = (address: string) => `postgresql://sokuwa:SHOP_PASSWORD@${address}/sokuwa`;
/** HAProxy's address for the primary. */
export const DATABASE_URL = urlOf('127.0.0.1:5000');
/** The server that each web node reads as its replica. */
export const READ_URLS = { shop1: urlOf('db2:5432'), shop2: urlOf('db3:5432') };
export const PUBLIC_URL = 'http://shop.test';
/** As Debian's unit starts it. */
export const HAPROXY_COMMAND = [HAPROXY, '-W', '-f', recipePath('haproxy.cfg')] as const;
export const MAIL_PORT = 2525;

export type ShopNode = { name: string; url: string; machine: Machine };

type Options = { name: string; address: string; folder: string; settings: Record<string, string> };

/** Starts a machine with HAProxy and a process of the shop, and waits until it is ready. */
const startNode = async (
  { name, address, folder, settings }: Options,
  onExit: (program: string, code: number | null) => void,
): Promise<ShopNode> => {
  const machine = new Machine({ name, address, folder });
  await machine.boot();
  machine.start({ name: 'haproxy', command: HAPROXY_COMMAND }, (code) => onExit(`${name}'s HAProxy`, code));
  // At first it takes every server for the primary.
  await waitUntil('HAProxy knows the standbys', async () => {
    const haproxyLog = await readFile(machine.logFile('haproxy'), 'utf8').catch(() => '');
    return (haproxyLog.match(/Server primary\/\w+ is DOWN/g) ?? []).length >= 2;
  });
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    HOST: '0.0.0.0',
    PORT: String(PORT),
    PUBLIC_URL,
    DATABASE_URL,
    DATA_DIR: join(folder, 'pictures'),
    SMTP_URL: `smtp://${OWN_ADDRESS}:${MAIL_PORT}`,
    SANDBOX_DEMO_ACCOUNT: '0',
    RATE_LIMIT_FACTOR: '1000',
    ACCOUNT_CALLS_PER_MINUTE: '1000000',
    NETWORK_CALLS_PER_MINUTE: '1000000',
    ...settings,
  };
  machine.start({ name: 'shop', command: [process.execPath, MAIN], env }, (code) => onExit(name, code));
  const url = `http://${address}:${PORT}`;
  await waitUntil(`${name} is ready`, async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false);
  return { name, url, machine };
};

/**
 * Starts two web nodes, each with a replica of its own for reads, and a worker.
 * @param onExit called when one of their programs ends
 */
export const startShop = async (
  folder: string,
  onExit: (program: string, code: number | null) => void,
): Promise<{ web: ShopNode[]; worker: ShopNode }> => {
  const start = (name: string, address: string, settings: Record<string, string>) =>
    startNode({ name, address, folder, settings }, onExit);
  // First, because it creates the tables and the market.
  const worker = await start('worker', '10.20.0.23', { PROCESS_ROLE: 'worker' });
  const web = await Promise.all([
    start('shop1', '10.20.0.21', { PROCESS_ROLE: 'web', DATABASE_READ_URL: READ_URLS.shop1 }),
    start('shop2', '10.20.0.22', { PROCESS_ROLE: 'web', DATABASE_READ_URL: READ_URLS.shop2 }),
  ]);
  return { web, worker };
};

/** The lines of a node's log about errors that nobody expects: of level 50 and above, and stacks outside of JSON. */
export const readUnexpectedErrors = async ({ name, machine }: ShopNode): Promise<string[]> => {
  const lines = (await readFile(machine.logFile('shop'), 'utf8')).split('\n');
  return lines.filter((line) => /^\{"level":[56]0|^ +at /.test(line)).map((line) => `${name}: ${line}`);
};
