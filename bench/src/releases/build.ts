import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
/** What the pages are built from. */
const SOURCES = ['contract', 'ui', 'web'];
const BUILT = /\/(?:node_modules|dist)$/;

/** Copies the sources of the pages, with links to the installed packages. @param folder an empty folder */
export const copySources = async (folder: string): Promise<void> => {
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@sokuwa'), { recursive: true });
  for (const name of await readdir(join(PROJECT, 'node_modules')))
    if (name !== '@sokuwa' && name !== '.cache')
      await symlink(join(PROJECT, 'node_modules', name), join(packages, name));
  for (const name of SOURCES) {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true, filter: (path) => !BUILT.test(path) });
    await symlink(join(folder, name), join(packages, '@sokuwa', name));
    const own = join(PROJECT, name, 'node_modules');
    await symlink(own, join(folder, name, 'node_modules'));
  }
  for (const name of ['package.json', 'tsconfig.base.json']) await cp(join(PROJECT, name), join(folder, name));
};

/** Replaces a text that occurs once in a source file. */
export const changeSource = async (file: string, text: string, replacement: string): Promise<void> => {
  const source = await readFile(file, 'utf8');
  if (source.split(text).length !== 2) throw new Error(`${file} does not contain "${text}" once`);
  await writeFile(file, source.replace(text, replacement));
};

const run = async (folder: string, args: string[]): Promise<void> => {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} failed in ${folder}`);
};

/** Builds copied sources as `npm run build` does. @param target receives the built pages, as a value of PAGES_DIR */
export const buildRelease = async (folder: string, target: string): Promise<void> => {
  const web = join(folder, 'web');
  await run(web, ['scripts/manifest.mjs']);
  await run(web, [join(PROJECT, 'node_modules/vite/bin/vite.js'), 'build']);
  for (const script of ['worker', 'compress']) await run(web, [`scripts/${script}.mjs`]);
  await cp(join(web, 'dist'), target, { recursive: true });
};
