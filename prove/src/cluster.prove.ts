import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Delays, DrillReport, FailureReport } from './cluster/drill.ts';
import type { Count, Verdict } from './cluster/verify.ts';
import { renderTable, writeSection } from './results.ts';

const DRILL = fileURLToPath(new URL('./cluster/drill.ts', import.meta.url));
const MAX_RECOVERY_SECONDS = 30;
/** A node that reaches the primary shows a change after a second at most; the rest is the machine's, which is busy. */
const MAX_AGE_SECONDS = 2;
/** Until a message is reported, or a mail sent whose worker lost the database before it could store the result. */
const MAX_MESSAGE_SECONDS = 30;
const MAX_MAIL_SECONDS = 180;
/** What scripts/cluster.mjs found or installed. */
const { CLUSTER_PACKAGES = 'unknown, as the proof was not started by `npm run prove`' } = process.env;

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
const presentBooks = ({ wrongBooks }: Verdict): string =>
  wrongBooks.length === 0 ? 'right' : `${wrongBooks.length} faults`;
const statusesOf = (statuses: DrillReport['statuses']): string =>
  Object.entries(statuses)
    .map(([status, n]) => `${n} × ${status}`)
    .join(', ');

const describeDelays = ({ count, median, slowest }: Delays): string => `${count}: ${median}, ${slowest}`;
const nameOf = ({ name }: FailureReport, n: number): string => `${n + 1}. ${name}`;
const after = (at: string, delay: number): string => `${at} (+${delay} s)`;

const writeResults = (report: DrillReport): Promise<void> => {
  const { failures, control, statuses, longestRequest, reversals } = report;
  return writeSection('Cluster', [
    `Three PostgreSQL nodes under Patroni, two web nodes, a worker, six buyers who order, pay and write all the time. Packages: ${CLUSTER_PACKAGES}.`,
    'Timeline (UTC), and the seconds since the failure:',
    renderTable(
      [
        'failure',
        'primary',
        'failure at',
        'first error at',
        'first order again at',
        'both nodes read again',
        'last error',
        'later errors',
      ],
      failures.map((failure, n) => [
        nameOf(failure, n),
        failure.primary,
        failure.failedAt,
        after(failure.firstErrorAt, failure.firstError),
        after(failure.firstOrderAt, failure.ordersAgain),
        `+${failure.readsAgain} s`,
        `+${failure.lastError} s`,
        failure.laterErrors,
      ]),
    ),
    'Found of acknowledged, since the start:',
    renderTable(
      ['after failure', 'orders', 'payments', 'messages', 'mails', 'stock and money'],
      failures.map((failure, n) => [nameOf(failure, n), ...presentVerdict(failure), presentBooks(failure)]),
    ),
    'Listeners and replicas, in seconds. Messages: from the acknowledgement of a message until the streams of both nodes have reported it, of all messages from a second before the failure on (one a second, as long as the shop accepts them). Mails: from the acknowledgement of a payment until the mail has arrived. Price: from the first acknowledged change after the failover until both nodes show it. Oldest price: by how much a price that a node showed was out of date. Replica reads: scans of the products by standbys, as PostgreSQL counts them.',
    renderTable(
      [
        'failure',
        'messages: number, median, slowest',
        'mails: number, median, slowest',
        'price',
        'oldest price until all works',
        'oldest price afterwards',
        'reads of the price afterwards',
        'replica reads',
      ],
      failures.map((failure, n) => [
        nameOf(failure, n),
        describeDelays(failure.reported),
        describeDelays(failure.mailed),
        failure.price,
        failure.oldestPriceDuring,
        failure.oldestPriceAfter,
        failure.reads,
        failure.replicaReads,
      ]),
    ),
    `Responses: ${statusesOf(statuses)}. Longest request: ${longestRequest} s. Older prices after newer ones: ${reversals}.`,
    `Control: failure ${failures.length} again, without synchronous replication, so that the check must find something:`,
    renderTable(
      ['orders', 'payments', 'messages', 'mails', 'stock and money'],
      [[...presentVerdict(control), presentBooks(control)]],
    ),
  ]);
};

it('a cluster that loses its primary loses no acknowledged order, payment or message, and serves again within 30 seconds', async () => {
  const report = await runDrill();
  for (const failure of report.failures) {
    const { name, orders, payments, messages, mails, wrongBooks } = failure;
    for (const count of [orders, payments, messages, mails])
      expect(count, name).toEqual({ acknowledged: count.acknowledged, found: count.acknowledged, tooMany: 0 });
    expect(orders.acknowledged).toBeGreaterThan(0);
    expect(wrongBooks, name).toEqual([]);
    const recovery = recoveryOf(failure);
    expect(recovery, name).toBeLessThanOrEqual(MAX_RECOVERY_SECONDS);
    // Without a primary nothing changes that a node could show; a change just before the failure may appear after it.
    expect(failure.oldestPriceDuring, name).toBeLessThanOrEqual(recovery + MAX_AGE_SECONDS);
    expect(failure.oldestPriceAfter, name).toBeLessThanOrEqual(MAX_AGE_SECONDS);
    expect(failure.laterErrors, name).toBe(0);
    expect(failure.replicaReads, name).toBeGreaterThan(0);
    expect(failure.reported.count, name).toBeGreaterThan(0);
    expect(failure.reported.slowest, name).toBeLessThanOrEqual(MAX_MESSAGE_SECONDS);
    expect(failure.mailed.slowest, name).toBeLessThanOrEqual(MAX_MAIL_SECONDS);
  }
  expect(report.reversals).toBe(0);
  expect(report.repeatedMails).toBe(0);
  expect(report.exits).toEqual([]);
  expect(report.unexpectedErrors).toEqual([]);
  expect(Object.keys(report.statuses).filter((status) => status !== '200' && status !== '503')).toEqual([]);
  const { orders } = report.control;
  expect(orders.found, 'the control must lose orders').toBeLessThan(orders.acknowledged);
  await writeResults(report);
});
