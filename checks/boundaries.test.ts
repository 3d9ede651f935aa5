import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** The workspaces that each workspace may import. */
const WORKSPACES: Record<string, readonly string[]> = {
  contract: [],
  catalog: [],
  server: ['contract', 'catalog'],
  ui: [],
  web: ['contract', 'ui'],
  cli: ['contract', 'server'],
  e2e: ['contract'],
  bench: ['contract', 'server', 'catalog', 'web'],
};
/** Folders of server/src that all slices may import, and that import no slice. */
const SHARED_FOLDERS = ['platform', 'ports'];
/** Folders of web/src that may import all slices, and that no slice imports. */
const WEB_TOP = ['app', 'routes'];
/** The folder of web/src that all slices may import, and that imports no slice. */
const WEB_BASE = 'lib';
/** Tests may import everything in their workspace. */
const isTestCode = (file: string) => /\.(test|suite|setup|browser\.test)\.tsx?$/.test(file) || /\/testing\//.test(file);

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\bdist\b|\.gen\.ts$/.test(file));

type Import = { from: string; to: string; typeOnly: boolean };

/** The imports of a file from the project, as paths from the root folder. */
const importsOf = (file: string): Import[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Import[] = [];
  const pattern = /(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
  for (const [, type, fixed, dynamic] of text.matchAll(pattern)) {
    const specifier = fixed ?? dynamic ?? '';
    const typeOnly = type !== undefined;
    if (specifier.startsWith('.')) found.push({ from: file, to: normalize(join(dirname(file), specifier)), typeOnly });
    else if (specifier.startsWith('@sokuwa/')) {
      const [, workspace = '', path = ''] = /^@sokuwa\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
      found.push({ from: file, to: join(workspace, 'src', path), typeOnly });
    }
  }
  return found;
};

const workspaceOf = (file: string): string => file.split('/')[0] ?? '';
/** The folder of web/src that holds the file. The generated route tree belongs to the app. */
const webFolderOf = (file: string): string => /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? 'app';
const sliceOf = (file: string): string | undefined => /^(?:server|web)\/src\/([^/]+)\//.exec(file)?.[1];
const all = Object.keys(WORKSPACES).flatMap(sources);
const imports = all.flatMap(importsOf);
const format = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`);

describe('imports', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('cross workspaces only as allowed', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [workspaceOf(from), workspaceOf(to)];
      return a !== b && !(WORKSPACES[a] ?? []).includes(b);
    });
    expect(format(wrong)).toEqual([]);
  });

  it('of schemas in web are of types only, so that no schema library reaches the browser', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        workspaceOf(from) === 'web' && to.endsWith('.schemas.ts') && !typeOnly && !isTestCode(from),
    );
    expect(format(wrong)).toEqual([]);
  });

  it('of another server slice go through its index.ts, and shared folders import no slice', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [sliceOf(from), sliceOf(to)];
      if (
        workspaceOf(from) !== 'server' ||
        workspaceOf(to) !== 'server' ||
        a === b ||
        b === undefined ||
        isTestCode(from)
      )
        return false;
      if (SHARED_FOLDERS.includes(b)) return false;
      // Files directly in server/src connect the slices, and may import all of a slice.
      if (a === undefined) return false;
      return SHARED_FOLDERS.includes(a) || !to.endsWith(`/${b}/index.ts`);
    });
    expect(format(wrong)).toEqual([]);
  });

  it('of another web slice go through its index.ts, and no slice imports the app', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [webFolderOf(from), webFolderOf(to)];
      if (workspaceOf(from) !== 'web' || workspaceOf(to) !== 'web' || a === b || isTestCode(from)) return false;
      if (WEB_TOP.includes(a)) return !WEB_TOP.includes(b) && b !== WEB_BASE && !to.endsWith(`/${b}/index.ts`);
      if (a === WEB_BASE || WEB_TOP.includes(b)) return true;
      return b !== WEB_BASE && !to.endsWith(`/${b}/index.ts`);
    });
    expect(format(wrong)).toEqual([]);
  });

  it('have no cycle', () => {
    const importsByFile = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports) {
      if (!typeOnly) importsByFile.set(from, [...(importsByFile.get(from) ?? []), to]);
    }
    const visited = new Set<string>();
    const cycles: string[][] = [];
    const visit = (file: string, path: string[]): void => {
      const start = path.indexOf(file);
      if (start >= 0) {
        cycles.push([...path.slice(start), file].map((step) => relative('.', step)));
        return;
      }
      if (visited.has(file)) return;
      for (const to of importsByFile.get(file) ?? []) visit(to, [...path, file]);
      visited.add(file);
    };
    for (const file of all) visit(file, []);
    expect(cycles).toEqual([]);
  });
});
