import { readdirSync, readFileSync } from 'node:fs';
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
