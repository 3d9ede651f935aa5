import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAPROXY } from '../haproxy.ts';
import { replaceOnce } from '../replace-once.ts';
import { waitUntil } from '../wait-until.ts';

/** The configuration of docs/deployment.md. */
const CONFIGURATION = fileURLToPath(new URL('../../../docs/load-balancer.cfg', import.meta.url));

/**
 * The configuration of the deployment guide with the addresses of this machine. Two lines are added: no connection that fails is tried again,
 * so that shoppers see every failure; and a header names the node that responded.
 */
const configure = async (port: number, nodePorts: readonly number[]): Promise<string> => {
  const changes: [text: string, replacement: string][] = [
    ['bind :8080', `bind 127.0.0.1:${port}`],
    ['mode http', 'mode http\n  retries 0'],
    ['balance roundrobin', 'balance roundrobin\n  http-response set-header x-node %s'],
    ...nodePorts.map((nodePort, n): [string, string] => [`10.0.0.1${n + 1}:3000`, `127.0.0.1:${nodePort}`]),
  ];
  const source = await readFile(CONFIGURATION, 'utf8');
  return changes.reduce((text, [from, to]) => replaceOnce(text, from, to, CONFIGURATION), source);
};

/**
 * Starts a load balancer in front of nodes; the response header x-node names the one that responded.
 * @param folder for its configuration
 */
export const startBalancer = async (
  folder: string,
  port: number,
  nodePorts: readonly number[],
): Promise<{ stop(): Promise<void> }> => {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, await configure(port, nodePorts));
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  let failure: Error | undefined;
  child.once('error', (cause) => {
    failure = new Error(`${HAPROXY} cannot be run: \`npm run prove\` installs it, or set HAPROXY_PROGRAM`, { cause });
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntil('the load balancer responds', async () => {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`${HAPROXY} exited with ${child.exitCode}: ${log}`);
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    return response?.status === 200;
  });
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};
