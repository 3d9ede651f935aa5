import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

const { workspaces } = JSON.parse(readText('package.json')) as { workspaces: string[] };

/** Paths of all files of the workspaces, the checks and the scripts, without packages and build output. */
export const files: readonly string[] = [...workspaces, 'checks', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll(sep, '/')}`)
    .filter((file) => !/\/(?:node_modules|dist|\.\w+)\//.test(file)),
);

/** Paths of all Markdown documents in the root folder and in docs. */
export const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Paths of all files that are in the repository, or would be with the next commit. */
export const trackedFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
)
  .split('\0')
  // A deleted file is listed until it is committed.
  .filter((file) => file !== '' && existsSync(join(root, file)));
