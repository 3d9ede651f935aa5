import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Paths of the project that a text cites: links, and code that begins with one of its folders. */
const citedPaths = (document: string): string[] => {
  const text = read(document);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  );
  const code = [
    ...text.matchAll(/`((?:contract|server|web|catalog|cli|e2e|bench|checks|docs|scripts)\/[\w./$-]*)`/g),
  ].map(([, path = '']) => path);
  return [...links, ...code];
};
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts);

describe('the documents', () => {
  it.each(documents)('%s cites only paths that exist', (document) => {
    expect(citedPaths(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(documents)('%s names only commands that exist', (document) => {
    const named = [...read(document).matchAll(/(?:`|^)npm (?:run )?([a-z]+)\b/gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('list every setting of the server, and no other', () => {
    const settings = [...read('server/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    const listed = [...read('.env.example').matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(settings.length).toBeGreaterThan(5);
    expect(listed.toSorted()).toEqual(settings.toSorted());
  });
});
