import { readFile } from 'node:fs/promises';

/** PSS of a process: private memory plus a share of shared memory. @returns 0 if it has exited */
export const readPssMegabytes = async (pid: string | number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
};
