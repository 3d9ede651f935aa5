import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, files, readText, root } from './documents.ts';
import { ruleFiles, rules } from './specification.ts';

const FOLDERS = 'contract|server|ui|web|catalog|cli|e2e|bench|prove|checks|docs|scripts|quality';
const CODE_PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./$-]*)\``, 'g');
/** Paths of the repository that a document cites: links, and inline code that begins with one of its folders. */
const citedPaths = (document: string): string[] => {
  const text = readText(document);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  );
  const code = [...text.matchAll(CODE_PATH)].map(([, path = '']) => path);
  return [...links, ...code];
};
const PATH = new RegExp(`(?<![\\w/@.-])(?:${FOLDERS})(?:/[\\w$-][\\w.$-]*)*/[\\w$-][\\w.$-]*[\\w$-]`, 'g');
const FILE_NAME = /(?<![\w/@.-])[\w$-]+(?:\.[\w$-]+)*\.(?:tsx?|mjs|md|sql|css)\b/g;
const RULE = new RegExp(`\\b(?:${ruleFiles.map(({ prefix }) => prefix).join('|')})-\\d+\\b`, 'g');
/** Citations of numbered documents, issues and decisions, which the repository does not have. */
const NUMBERED = /\b\d-[a-z-]+, (?:section \d|")|\b(?:[Ii]ssue|[Dd]ecision) \d+/g;

const commentsIn = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*|^\s*--\s[^\n]*/gm)].join('\n');

/** Returns citations that do not exist: paths of the repository, names of files, rules, numbered documents. */
const wrongCitations = (text: string): string[] => {
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([name]) => name);
  return [
    ...named(PATH).filter((path) => !existsSync(join(root, path))),
    ...named(FILE_NAME).filter((name) => !names.has(name)),
    ...named(RULE).filter((rule) => !rules.includes(rule)),
    ...named(NUMBERED),
  ];
};
const names = new Set([...files, ...documents, ...readdirSync(root)].map((file) => basename(file)));

describe('comments', () => {
  it('cite only files and rules of the repository', () => {
    const sources = files.filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file));
    const comments = sources.map((file) => [file, commentsIn(readText(file))] as const);
    const cited = comments.flatMap(([, text]) => [...text.matchAll(RULE)]);
    expect(cited.length).toBeGreaterThan(100);
    const wrong = comments.flatMap(([file, text]) => wrongCitations(text).map((citation) => `${file}: ${citation}`));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['See server/src/none.ts.', 'server/src/none.ts'],
    ['See quality/none.mjs.', 'quality/none.mjs'],
    ['See none.service.ts.', 'none.service.ts'],
    ['The rule is CART-9999.', 'CART-9999'],
    ['A rule (7-rules, section 2).', '7-rules, section 2'],
    ['See issue 7.', 'issue 7'],
  ])('are reported: %s', (text, citation) => {
    expect(wrongCitations(commentsIn(`/** ${text} */`))).toContain(citation);
    expect(wrongCitations(commentsIn(`const a = 1; // ${text}`))).toContain(citation);
    expect(wrongCitations(commentsIn(`const a = '${text}';`))).toEqual([]);
  });
});

describe('documents', () => {
  it.each(documents)('%s cites only existing rules', (document) => {
    expect((readText(document).match(RULE) ?? []).filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it.each(documents)('%s cites only existing paths', (document) => {
    expect(citedPaths(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('show only measurements of the last benchmark', () => {
    const table = /## How fast[\s\S]*?\n\n(\|[\s\S]*?)\n\n/.exec(readText('README.md'))?.[1] ?? '';
    const rows = table.split('\n').slice(2);
    const cells = (row: string) => row.split('|').map((cell) => cell.trim());
    const measurements = readText('bench/results.md').split('\n').map(cells);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter((row) => !measurements.some((line) => cells(row).every((cell) => line.includes(cell))))).toEqual(
      [],
    );
  });

  it('list only existing paths in the Dockerfile, and the pinned Node', () => {
    const image = readText('Dockerfile');
    const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    expect(copied.length).toBeGreaterThan(10);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const { optionalDependencies, workspaces } = JSON.parse(readText('package.json')) as {
      optionalDependencies: Record<string, string>;
      workspaces: string[];
    };
    // npm ci needs the package.json of every workspace that the lockfile names.
    expect(copied.filter((path) => path.endsWith('/package.json')).toSorted()).toEqual(
      workspaces.map((name) => `${name}/package.json`).toSorted(),
    );
    const [, node] = /^ARG NODE=(.+)$/m.exec(image) ?? [];
    expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([node]));
    expect(image).not.toMatch(/^FROM (?!packages|node:\$\{NODE\}-)/m);
  });

  it.each(['compose.yaml', 'docs/deployment.md', 'docs/operation.md', 'README.md'])(
    '%s names only settings that exist',
    (file) => {
      const listed = new Set([...readText('.env.example').matchAll(/^([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name));
      // Settings of the PostgreSQL image, of glibc and of Node.
      const otherSettings = /^(?:POSTGRES_|MALLOC_|NODE_COMPILE_CACHE$)/;
      const named = [...readText(file).matchAll(/\b[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d]\b(?!\.md)/g)].map(([name]) => name);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !listed.has(name) && !otherSettings.test(name))).toEqual([]);
    },
  );
});
