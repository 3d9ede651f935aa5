import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TABLE_COLUMNS } from '../../../server/src/platform/tables.gen.ts';
import { replaceOnce } from '../replace-once.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** A version of the shop that is built: `folder` contains server/dist and web/dist. */
export type Release = { name: string; folder: string };

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', args, { cwd: PROJECT, maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim();

const readVersion = async (folder: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
};

/** Runs a program in a folder. @throws Error unless it exits with 0 */
const run = async (folder: string, program: string, args: readonly string[]): Promise<void> => {
  const env = { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${code} in ${folder}`);
};

/** Runs the npm that started this program, because the one on PATH may be another. */
const runNpm = (folder: string, args: readonly string[]): Promise<void> => {
  const npm = process.env.npm_execpath;
  return npm === undefined ? run(folder, 'npm', args) : run(folder, process.execPath, [npm, ...args]);
};

/** The packages of a lockfile without those of the project, whose versions change with each release. */
const readPackages = async (folder: string): Promise<string> => {
  type Entry = { version?: string; integrity?: string; link?: boolean };
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  return JSON.stringify(packages.map(([path, { version, integrity }]) => [path, version, integrity]));
};

/** Links the installed packages into a copy of the project; those of the project are the copy's own. */
const linkPackages = async (folder: string): Promise<void> => {
  const { workspaces } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { workspaces: string[] };
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@sokuwa'), { recursive: true });
  for (const name of await readdir(join(PROJECT, 'node_modules')))
    if (name !== '@sokuwa' && name !== '.cache')
      await symlink(join(PROJECT, 'node_modules', name), join(packages, name));
  for (const workspace of workspaces) {
    await symlink(join(folder, workspace), join(packages, '@sokuwa', workspace));
    const own = join(PROJECT, workspace, 'node_modules');
    if ((await stat(own).catch(() => undefined))?.isDirectory())
      await symlink(own, join(folder, workspace, 'node_modules'));
  }
};

/** Installs the packages of an unpacked version and builds it. */
const build = async (folder: string): Promise<void> => {
  if ((await readPackages(folder)) === (await readPackages(PROJECT))) await linkPackages(folder);
  // The build needs development packages, which npm leaves out in production.
  else await runNpm(folder, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  await runNpm(folder, ['run', 'build', '--silent']);
};

/** The version of this checkout, which `npm run prove` has built. */
export const presentRelease = async (): Promise<Release> => ({
  name: `this version (${await readVersion(PROJECT)})`,
  folder: PROJECT,
});

/**
 * The release before this version: FROM_RELEASE (any commit), or else the newest tag of the same major version before HEAD.
 * @returns undefined if there is none yet
 */
export const findLastRelease = async (): Promise<string | undefined> => {
  const { FROM_RELEASE } = process.env;
  if (FROM_RELEASE) return FROM_RELEASE;
  const [major] = (await readVersion(PROJECT)).split('.');
  const tags = await git(
    'tag',
    '--merged',
    'HEAD',
    '--no-contains',
    'HEAD',
    '--sort',
    '-version:refname',
    '--list',
    `v${major}.*`,
  );
  return tags.split('\n')[0] || undefined;
};

/** Unpacks a commit into a new folder and builds it. */
export const buildCommit = async (commit: string, folder: string): Promise<Release> => {
  const archive = `${folder}.tar`;
  await mkdir(folder);
  await git('archive', '--output', archive, commit);
  await run(folder, 'tar', ['-xf', archive]);
  await rm(archive);
  await build(folder);
  return { name: commit, folder };
};

const replaceInFile = async (file: string, text: string, replacement: string): Promise<void> =>
  writeFile(file, replaceOnce(await readFile(file, 'utf8'), text, replacement, file));

const VIEWS = ['wallet_entry'];

/** What the next release may do: one column more in every table, a new table, and newer tables of the job queue. */
const nextMigrations = (): [name: string, text: string][] => [
  // One file for each table, because a migration that locks several could deadlock with the shop's transactions.
  ...Object.keys(TABLE_COLUMNS)
    .filter((table) => !VIEWS.includes(table))
    .map((table, n): [string, string] => [
      `${9000 + n}_next_${table}.sql`,
      `alter table ${table} add column next_release text;`,
    ]),
  [
    '9998_next_table.sql',
    'create table next_release (id integer primary key generated always as identity, note text);',
  ],
  ['9999_next_jobs.sql', 'update pgboss.version set version = version + 1;'],
];

/**
 * Copies this checkout into a new folder as the release after it, and builds it: with further migrations, and with other
 * names and contents of almost every script and style.
 */
export const buildNext = async (folder: string): Promise<Release> => {
  const files = (await git('ls-files', '-z', '--cached', '--others', '--exclude-standard')).split('\0');
  for (const file of files) {
    if (!(await stat(join(PROJECT, file)).catch(() => undefined))?.isFile()) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(PROJECT, file), join(folder, file));
  }
  for (const [name, text] of nextMigrations()) await writeFile(join(folder, 'server/migrations', name), text);
  // A class of every button.
  await replaceInFile(join(folder, 'ui/src/button-class.ts'), 'inline-flex', 'inline-flex tracking-[0.0123em]');
  await build(folder);
  return { name: 'the next version', folder };
};

/** The scripts and styles of a release, by their names. */
export const readBuiltFiles = async ({ folder }: Release): Promise<Map<string, Buffer>> => {
  const assets = join(folder, 'web/dist/client/assets');
  const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.(?:js|css)$/.test(name));
  return new Map(
    await Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(assets, name))])),
  );
};
