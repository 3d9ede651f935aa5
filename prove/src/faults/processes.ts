import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

type Process = { pid: number; state: string; parent: number };

const listProcesses = async (): Promise<Process[]> => {
  const processes: Process[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // A process may end meanwhile.
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // The name in brackets may contain spaces.
    const [, state, parent] = /^\d+ \(.*\) (\S) (\d+) /s.exec(stat) ?? [];
    if (state !== undefined) processes.push({ pid: Number(entry), state, parent: Number(parent) });
  }
  return processes;
};

/** A process, its children, and theirs. The parent is first. */
const listTree = async (pid: number): Promise<Process[]> => {
  const processes = await listProcesses();
  const tree = processes.filter((one) => one.pid === pid);
  for (const { pid: parent } of tree) tree.push(...processes.filter((one) => one.parent === parent));
  return tree;
};

/** Sends a signal to a process and all its descendants. The parent is first, so that it starts no others. */
export const signalTree = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  process.kill(pid, signal);
  for (const { pid: child } of await listTree(pid))
    if (child !== pid && existsSync(`/proc/${child}`)) process.kill(child, signal);
};

/** How many processes of a tree are stopped by a signal. */
export const countStopped = async (pid: number): Promise<number> =>
  (await listTree(pid)).filter(({ state }) => state === 'T').length;

/** The memory of a process that is in use, in bytes. */
export const readMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
};
