import { readdir, readFile } from 'node:fs/promises';

const threadTime = async (path: string): Promise<number> => {
  // A thread may end while it is read: what it used is then lost, which is little.
  const text = await readFile(`${path}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e9;
};

/**
 * Seconds of processor time that processes have used so far, all their threads together.
 * @returns NaN where the system does not tell (anything but Linux)
 */
export const processorTime = async (pids: readonly (number | string)[]): Promise<number> => {
  if (process.platform !== 'linux') return Number.NaN;
  let seconds = 0;
  for (const pid of pids) {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const thread of threads) seconds += await threadTime(`/proc/${pid}/task/${thread}`);
  }
  return seconds;
};

const parentOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
};

/** A process and those that it started itself, such as a database and its connections. */
export const family = async (first: number): Promise<string[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(all.map(parentOf));
  return [String(first), ...all.filter((_, n) => parents[n] === first)];
};
