import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** The children of a process, and theirs. */
const listDescendants = async (pid: number): Promise<number[]> => {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // A process may end meanwhile.
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // The name in brackets may contain spaces.
    const [, parent] = /^\d+ \(.*\) \S (\d+) /s.exec(stat) ?? [];
    if (parent !== undefined) parents.set(Number(entry), Number(parent));
  }
  const descendants: number[] = [];
  const waiting = [pid];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    for (const [child, parent] of parents)
      if (parent === next) {
        descendants.push(child);
        waiting.push(child);
      }
  return descendants;
};

/** Sends a signal to a process and all its descendants. The parent is first, so that it starts no others. */
export const signalTree = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  process.kill(pid, signal);
  for (const child of await listDescendants(pid)) if (existsSync(`/proc/${child}`)) process.kill(child, signal);
};

/** The memory of a process that is in use, in bytes. */
export const readMemory = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
};
