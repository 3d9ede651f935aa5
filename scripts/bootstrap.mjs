// Installs packages when it is imported, and builds. It runs on any Node, before node_modules exists, so it imports built-ins
// only.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { cache, environment, pinnedNode, root, run } from './run.mjs';

export { environment, pinnedNode, root, run, runBeside, runServer } from './run.mjs';

const SERVER_BUILD = 'scripts/build-server.mjs';

const print = (text) => process.stdout.write(`${text}\n`);
const stampOf = (name) => join(cache, name);
const readStamp = (name) => (existsSync(stampOf(name)) ? readFileSync(stampOf(name), 'utf8') : '');
const writeStamp = (name, value) => {
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampOf(name), value);
};

/** Paths of all files in a folder, without build output, installed packages and symbolic links. */
const listFiles = (path) => {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (['node_modules', 'dist', '.tanstack'].includes(entry.name)) return [];
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return listFiles(inner);
    return entry.isFile() ? [inner] : [];
  });
};
const listSources = (paths) =>
  paths
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => (statSync(join(root, path)).isFile() ? [path] : listFiles(path)))
    .sort();

const hashAll = (files, read) => {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(read(join(root, file)));
  return hash.digest('hex');
};
const hashContents = (files) => hashAll(files, (file) => readFileSync(file));
/** Reading a thousand files takes a tenth of the time that the shop needs to start; reading their sizes and times takes a third of that. */
const hashStats = (files) =>
  hashAll(files, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });

/** Exits with the exit code of a command that failed. */
const exitOnFailure = (result) => {
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
};

/** Installs the packages of a folder if its package-lock.json changed since the last time. */
const installPackages = (folder, stamp) => {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (readStamp(stamp) === lockHash && existsSync(join(folder, 'node_modules'))) return;
  print('Installing packages (once)…');
  exitOnFailure(runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder }));
  writeStamp(stamp, lockHash);
};

/** Installs the programs of quality/, which only `npm run mutate` and `npm run validate` need. */
export const installQualityTools = () => installPackages(join(root, 'quality'), 'quality-installed');

/** Runs a build if one of its sources changed since the last time. */
const buildOnce = (stamp, sources, output, build) => {
  const files = listSources(sources);
  const [builtContents, builtStats] = readStamp(stamp).split('\n');
  const isBuilt = existsSync(join(root, output));
  if (isBuilt && hashStats(files) === builtStats) return;
  if (isBuilt && hashContents(files) === builtContents) {
    writeStamp(stamp, `${builtContents}\n${hashStats(files)}`);
    return;
  }
  // A build that fails or is interrupted counts as none.
  writeStamp(stamp, '');
  build();
  // A build may change one of its own sources, so list and hash them again after it.
  const built = listSources(sources);
  writeStamp(stamp, `${hashContents(built)}\n${hashStats(built)}`);
};

/** Builds the pages of the shop and the desk. The builds regenerate the route trees. */
export const buildPages = () => {
  buildOnce('built', ['contract', 'ui', 'web', 'package-lock.json'], 'web/dist/server/server.js', () => {
    print('Building the pages…');
    const args = ['run', 'build', '--workspace', 'web', '--silent'];
    exitOnFailure(runNpm(args, { env: environment({ NODE_ENV: 'production' }) }));
  });
  // The build of the icons and the compression are the shop's.
  const deskSources = ['contract', 'ui', 'desk', 'web/vite', 'web/scripts/compress.mjs', 'package-lock.json'];
  buildOnce('desk-built', deskSources, 'desk/dist/server/server.js', () => {
    print('Building the desk…');
    const args = ['run', 'build', '--workspace', 'desk', '--silent'];
    exitOnFailure(runNpm(args, { env: environment({ NODE_ENV: 'production' }) }));
  });
};

/** Bundles the server and the command line. */
export const buildServer = () =>
  buildOnce(
    'server-built',
    ['contract/src', 'server/src', 'catalog/src', 'cli/src', 'package-lock.json', SERVER_BUILD],
    'server/dist/main.js',
    () => {
      exitOnFailure({ status: run(pinnedNode(), [SERVER_BUILD]) });
    },
  );

installPackages(root, 'installed');
