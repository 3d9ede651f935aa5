import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../wait-until.ts';
import { Machine } from './machines.ts';

/** The configuration files of the recipe in docs/deployment.md. */
const RECIPE = fileURLToPath(new URL('../../../docs/cluster/', import.meta.url));
const REQUEST_TIMEOUT_MS = 3000;
const MAX_LAG_BYTES = 1_000_000;
const DATA_FOLDER = '/var/lib/postgresql/sokuwa';

export const readRecipe = (file: string): Promise<string> => readFile(join(RECIPE, file), 'utf8');
export const recipePath = (file: string): string => join(RECIPE, file);

/** The machines that the recipe's lines for /etc/hosts name. */
export const readHosts = async (): Promise<{ name: string; address: string }[]> => {
  const lines = (await readRecipe('hosts')).split('\n').filter((line) => /^\d/.test(line));
  return lines.map((line) => {
    const [address = '', name = ''] = line.split(/\s+/);
    return { name, address };
  });
};

/** The variables of a file that systemd reads as EnvironmentFile. */
const parseEnvironment = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_\d]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

/** A member as Patroni's REST API lists it. */
type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

const findLeader = (members: Member[] | undefined): string | undefined =>
  members?.find(({ role }) => role === 'leader')?.name;

/** The machines of the database: on each etcd, Patroni and PostgreSQL, with the recipe's configuration. */
export class DatabaseCluster {
  readonly machines: readonly Machine[];
  readonly #folder: string;

  private constructor(machines: readonly Machine[], folder: string) {
    this.machines = machines;
    this.#folder = folder;
  }

  /** Starts the machines, and waits until the cluster has a primary, a synchronous standby and another one. */
  static async start(folder: string): Promise<DatabaseCluster> {
    const machines = (await readHosts()).map(
      (host) =>
        new Machine({
          ...host,
          folder,
          disk: [
            { path: '/var/lib/etcd', owner: 'etcd' },
            { path: '/var/lib/postgresql', owner: 'postgres' },
          ],
          memory: [{ path: '/run/postgresql', owner: 'postgres' }],
        }),
    );
    const cluster = new DatabaseCluster(machines, folder);
    for (const machine of machines) await cluster.boot(machine);
    await cluster.waitUntilComplete();
    return cluster;
  }

  /** Switches a machine on and starts its programs, with the command lines of Debian's units. */
  async boot(machine: Machine): Promise<void> {
    const { name } = machine;
    await machine.boot();
    const fill = async (file: string) => (await readRecipe(file)).replaceAll(/\bNAME\b/g, name);
    const patroniFile = join(this.#folder, `${name}-patroni.yml`);
    await writeFile(patroniFile, await fill('patroni.yml'));
    const etcd = parseEnvironment(await fill('etcd'));
    machine.start({ name: 'etcd', command: ['/usr/bin/etcd'], user: 'etcd', env: etcd }, () => undefined);
    machine.start({ name: 'patroni', command: ['/usr/bin/patroni', patroniFile], user: 'postgres' }, () => undefined);
  }

  /**
   * The members as each of the machines lists them; a machine that was cut off may still take itself for the primary.
   * @returns undefined for a machine that does not respond
   */
  #readMembers(): Promise<(Member[] | undefined)[]> {
    return Promise.all(
      this.machines.map(async ({ address }) => {
        const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
        const response = await fetch(`http://${address}:8008/cluster`, { signal }).catch(() => undefined);
        return response?.ok ? ((await response.json()) as { members: Member[] }).members : undefined;
      }),
    );
  }

  /**
   * Waits until all machines agree that each of them is a member that follows the same primary.
   * @param isSynchronous whether one of the standbys must be synchronous
   */
  async waitUntilComplete(isSynchronous = true): Promise<void> {
    const roles = `leader,replica,${isSynchronous ? 'sync_standby' : 'replica'}`;
    const isComplete = (members: Member[] | undefined) =>
      members
        ?.map(({ role }) => role)
        .sort()
        .join() === roles &&
      members.every(
        ({ role, state, timeline, lag }) =>
          ['running', 'streaming'].includes(state) &&
          timeline === members[0]?.timeline &&
          (role === 'leader' || Number(lag) < MAX_LAG_BYTES),
      );
    await waitUntil('the cluster is complete', async () => {
      const views = await this.#readMembers();
      return views.every(isComplete) && new Set(views.map(findLeader)).size === 1;
    });
  }

  /** The machine whose PostgreSQL is the primary. The cluster must be complete. */
  async findPrimary(): Promise<Machine> {
    const leaders = new Set((await this.#readMembers()).map(findLeader));
    const [machine] = this.machines.filter(({ name }) => leaders.has(name));
    if (!machine || leaders.size !== 1) throw new Error('the machines do not agree on a primary');
    return machine;
  }

  /** Runs the statements of a file of the recipe on the primary. */
  async runSql(file: string): Promise<void> {
    const primary = await this.findPrimary();
    // The repository may be in a folder that only its owner can read.
    const copy = join(this.#folder, file);
    await writeFile(copy, await readRecipe(file));
    await primary.run('psql', ['--host', '/run/postgresql', '--set', 'ON_ERROR_STOP=1', '--file', copy], 'postgres');
  }

  /** Changes the configuration that all members share. */
  async configure(change: object): Promise<void> {
    const primary = await this.findPrimary();
    const password = Buffer.from('patroni:PATRONI_PASSWORD').toString('base64');
    const response = await fetch(`http://${primary.address}:8008/config`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${password}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    if (!response.ok) throw new Error(`the cluster refused a change of its configuration: ${await response.text()}`);
  }
}

/** Sends SIGKILL to PostgreSQL's first process and all its children, some of which end by themselves before that. */
export const killPostgres = (machine: Machine): Promise<string> =>
  machine.run('sh', [
    '-c',
    `read -r pid < ${DATA_FOLDER}/postmaster.pid && children=$(cat "/proc/$pid/task/$pid/children") && kill -9 "$pid" && { kill -9 $children 2> /dev/null || true; }`,
  ]);
