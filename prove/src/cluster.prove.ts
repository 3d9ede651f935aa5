import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DrillReport, FailureReport } from './cluster/drill.ts';
import type { Count, Verdict } from './cluster/verify.ts';
import { renderTable, writeSection } from './results.ts';

const DRILL = fileURLToPath(new URL('./cluster/drill.ts', import.meta.url));
const MAX_RECOVERY_SECONDS = 30;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-cluster-'));
  // PostgreSQL and etcd run as users of their own.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the drill as the first process of its own namespaces: all machines end with it, and nothing of its network is left. */
const runDrill = async (): Promise<DrillReport> => {
  if (process.getuid?.() !== 0)
    throw new Error('This part creates Linux namespaces, so it needs root: run it with sudo.');
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...namespaces, process.execPath, DRILL, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'test', NODE_OPTIONS: '' },
  });
  const [report, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((exited) => child.once('exit', exited)),
  ]);
  if (code !== 0) throw new Error(`the drill ended with ${code}; its messages are above`);
  return JSON.parse(report) as DrillReport;
};

const recoveryOf = ({ readsAgain, ordersAgain, lastError }: FailureReport): number =>
  Math.max(readsAgain, ordersAgain, lastError);
const present = ({ acknowledged, found, tooMany }: Count): string =>
  `${found} of ${acknowledged}${tooMany > 0 ? `, ${tooMany} too many` : ''}`;
const presentVerdict = ({ orders, payments, messages, mails }: Verdict): string[] =>
  [orders, payments, messages, mails].map(present);
const statusesOf = (statuses: DrillReport['statuses']): string =>
  Object.entries(statuses)
    .map(([status, n]) => `${n} × ${status}`)
    .join(', ');

const writeResults = ({ failures, control, statuses, longestRequest, reversals }: DrillReport): Promise<void> =>
  writeSection('Cluster', [
    'Three PostgreSQL nodes under Patroni, two web nodes, a worker, six buyers who order, pay and write all the time. Seconds after the failure of the primary:',
    renderTable(
      [
        'Failure',
        'first error',
        'reads again',
        'orders again',
        'last error',
        'price on both nodes',
        'message on both nodes',
        'oldest price during',
        'oldest price after',
        'later errors',
      ],
      failures.map((failure, n) => [
        `${n + 1}. ${failure.name}`,
        failure.firstError,
        failure.readsAgain,
        failure.ordersAgain,
        failure.lastError,
        failure.price,
        failure.message,
        failure.oldestPriceDuring,
        failure.oldestPriceAfter,
        failure.laterErrors,
      ]),
    ),
    'Price and message: seconds from the first acknowledged change after the failover. Oldest price: by how much a price that a node showed was out of date. Found of acknowledged, since the start:',
    renderTable(
      ['After failure', 'orders', 'payments', 'messages', 'mails', 'stock difference', 'all mails arrived after'],
      failures.map((failure, n) => [
        `${n + 1}. ${failure.name}`,
        ...presentVerdict(failure),
        failure.stockDifference,
        `${failure.mailsAfter} s`,
      ]),
    ),
    `Responses: ${statusesOf(statuses)}. Longest request: ${longestRequest} s. Older prices after newer ones: ${reversals}.`,
    'Control: failure 8 again, without synchronous replication, so that the check must find something:',
    renderTable(
      ['orders', 'payments', 'messages', 'mails', 'stock difference'],
      [[...presentVerdict(control), control.stockDifference]],
    ),
  ]);

it('a cluster that loses its primary loses no acknowledged order, payment or message, and serves again within 30 seconds', async () => {
  const report = await runDrill();
  await writeResults(report);
  for (const failure of report.failures) {
    const { name, orders, payments, messages, mails, stockDifference } = failure;
    for (const count of [orders, payments, messages, mails])
      expect(count, name).toEqual({ acknowledged: count.acknowledged, found: count.acknowledged, tooMany: 0 });
    expect(orders.acknowledged).toBeGreaterThan(0);
    expect(stockDifference, name).toBe(0);
    expect(recoveryOf(failure), name).toBeLessThanOrEqual(MAX_RECOVERY_SECONDS);
  }
  expect(report.reversals).toBe(0);
  expect(report.exits).toEqual([]);
  expect(report.unexpectedErrors).toEqual([]);
  expect(Object.keys(report.statuses).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  const { orders } = report.control;
  expect(orders.found, 'the control must lose orders').toBeLessThan(orders.acknowledged);
});
