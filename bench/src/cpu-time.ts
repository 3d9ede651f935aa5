import { readdir, readFile } from 'node:fs/promises';

const readThreadSeconds = async (path: string): Promise<number> => {
  // A thread may end while it is read. Its time is then not counted, which is negligible.
  const text = await readFile(`${path}/schedstat`, 'utf8').catch(() => '0');
  return Number(text.split(' ')[0]) / 1e9;
};

/**
 * CPU seconds that processes have used so far, in all their threads.
 * @returns NaN on systems other than Linux, which do not report it
 */
export const readCpuSeconds = async (pids: readonly (number | string)[]): Promise<number> => {
  if (process.platform !== 'linux') return Number.NaN;
  let seconds = 0;
  for (const pid of pids) {
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const thread of threads) seconds += await readThreadSeconds(`/proc/${pid}/task/${thread}`);
  }
  return seconds;
};

/** CPU seconds that the main thread of a process has used so far. @returns NaN on systems other than Linux */
export const readMainThreadSeconds = async (pid: number): Promise<number> =>
  process.platform === 'linux' ? readThreadSeconds(`/proc/${pid}/task/${pid}`) : Number.NaN;

const parentOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
};

const readParents = async (): Promise<Map<string, number>> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(all.map(parentOf));
  return new Map(all.map((pid, n) => [pid, parents[n] ?? 0]));
};

/** The ids of a process and of its children, such as a database server and its connections. */
export const listWithChildren = async (pid: number): Promise<string[]> => {
  const parents = await readParents();
  return [String(pid), ...[...parents.keys()].filter((child) => parents.get(child) === pid)];
};

/** The ids of a process, of its children and of theirs. */
export const listDescendants = async (pid: number): Promise<string[]> => {
  const parents = await readParents();
  const isDescendant = (id: string | undefined): boolean =>
    id !== undefined && (Number(id) === pid || isDescendant(parents.has(id) ? String(parents.get(id)) : undefined));
  return [...parents.keys()].filter(isDescendant);
};
