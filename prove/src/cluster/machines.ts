import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The address of this process in the network of the machines. */
export const OWN_ADDRESS = '10.20.0.1';
const BRIDGE = 'lan';
const PREFIX_LENGTH = 24;
/** As RestartSec of systemd's units. */
const RESTART_PAUSE_MS = 100;

/**
 * The first process of a machine: prints its process id outside, and collects the processes that lose their parent. Everything in
 * the machine ends with it.
 */
const INIT = `set -e
read -r pid rest < /proc/self/stat
mount -t proc proc /proc
hostname "$1"
ip link set lo up
echo "$pid"
while :; do sleep 3600 & wait; done`;

const execute = promisify(execFile);
export const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await execute(program, args)).stdout;

/** Connects this process to a network of its own. It must run in network and mount namespaces of its own. */
export const openNetwork = async (): Promise<void> => {
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', 'name', BRIDGE, 'type', 'bridge', 'stp_state', '0', 'forward_delay', '0']);
  await run('ip', ['address', 'add', `${OWN_ADDRESS}/${PREFIX_LENGTH}`, 'dev', BRIDGE]);
  await run('ip', ['link', 'set', BRIDGE, 'up']);
};

type Program = {
  /** Names its log. */
  name: string;
  command: readonly [string, ...string[]];
  /** The user that runs it; default: root. */
  user?: string;
  env?: Record<string, string>;
};

type Options = {
  name: string;
  address: string;
  /** The folder of its disk and logs, which outlive it. */
  folder: string;
  /** Folders of the machine that are on its disk. */
  disk?: readonly Folder[];
  /** Folders in memory, which are empty after each start. */
  memory?: readonly Folder[];
};
type Folder = { path: string; owner: string };

/** A machine of the proof: namespaces of Linux for network, mounts, host name and processes, and a folder as its disk. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #folder: string;
  readonly #disk: readonly Folder[];
  readonly #memory: readonly Folder[];
  #init: ChildProcess | undefined;
  #pid = 0;
  /** Ends when the machine is switched off. */
  #power = new AbortController();

  constructor({ name, address, folder, disk = [], memory = [] }: Options) {
    this.name = name;
    this.address = address;
    this.#folder = join(folder, name);
    this.#disk = disk;
    this.#memory = memory;
  }

  /** Where the log of a program is. */
  logFile(program: string): string {
    return join(this.#folder, `${program}.log`);
  }

  /** Switches the machine on and plugs in its network cable. No program runs yet. */
  async boot(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const namespaces = ['--net', '--mount', '--uts', '--pid', '--fork', '--kill-child'];
    const init = spawn('unshare', [...namespaces, 'sh', '-c', INIT, 'init', this.name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#init = init;
    const [pid] = await Promise.race([
      once(createInterface(init.stdout), 'line'),
      once(init, 'exit').then(() => Promise.reject(new Error(`the namespaces of ${this.name} cannot be created`))),
    ]);
    this.#pid = Number(pid);
    this.#power = new AbortController();
    await run('ip', ['link', 'add', 'name', this.name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)]);
    await this.plug();
    await run('ip', ['link', 'set', this.name, 'up']);
    await this.run('ip', ['address', 'add', `${this.address}/${PREFIX_LENGTH}`, 'dev', 'eth0']);
    await this.run('ip', ['link', 'set', 'eth0', 'up']);
    await this.run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    for (const { path, owner } of this.#disk) {
      const source = join(this.#folder, path);
      await mkdir(source, { recursive: true, mode: 0o700 });
      await run('chown', [owner, source]);
      await this.run('mkdir', ['-p', path]);
      await this.run('mount', ['--bind', source, path]);
    }
    for (const { path, owner } of this.#memory) {
      await this.run('mkdir', ['-p', path]);
      await this.run('chown', [owner, path]);
    }
  }

  /** Ends every process of the machine at once, like a loss of power. What was written to its disk stays. */
  async switchOff(): Promise<void> {
    this.#power.abort();
    const init = this.#init;
    if (!init || init.exitCode !== null || init.signalCode !== null) return;
    process.kill(this.#pid, 'SIGKILL');
    await once(init, 'exit');
    // Linux removes the cable some time after the machine: it may be gone already.
    await run('ip', ['link', 'delete', this.name]).catch(() => undefined);
  }

  /** Pulls the network cable: packets in both directions are lost without notice. */
  unplug(): Promise<string> {
    return run('ip', ['link', 'set', this.name, 'nomaster']);
  }

  plug(): Promise<string> {
    return run('ip', ['link', 'set', this.name, 'master', BRIDGE]);
  }

  /** Loses the packets between this machine and some others. */
  async isolateFrom(others: readonly Machine[]): Promise<void> {
    for (const { address } of others) await this.run('ip', ['route', 'add', 'blackhole', `${address}/32`]);
  }

  async reconnectTo(others: readonly Machine[]): Promise<void> {
    for (const { address } of others) await this.run('ip', ['route', 'delete', 'blackhole', `${address}/32`]);
  }

  #enter(command: readonly string[], user?: string): string[] {
    const identity = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    return ['--target', String(this.#pid), '--net', '--mount', '--uts', '--pid', '--', ...identity, ...command];
  }

  /** Runs a program in the machine to its end. @returns its output @throws if it fails */
  run(program: string, args: readonly string[], user?: string): Promise<string> {
    return run('nsenter', this.#enter([program, ...args], user));
  }

  /**
   * Starts a program in the machine, and again whenever it ends, as its unit of systemd does, until the machine is switched off.
   * @param onExit called when it ends while the machine runs
   */
  start({ name, command, user, env = {} }: Program, onExit: (code: number | null) => void): void {
    const { signal } = this.#power;
    const log = createWriteStream(this.logFile(name), { flags: 'a' });
    const begin = () => {
      if (signal.aborted) return;
      const child = spawn('nsenter', this.#enter(command, user), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: '/', ...env },
      });
      child.stdout.pipe(log, { end: false });
      child.stderr.pipe(log, { end: false });
      child.once('exit', (code) => {
        if (signal.aborted) return;
        onExit(code);
        setTimeout(begin, RESTART_PAUSE_MS);
      });
    };
    begin();
  }
}
