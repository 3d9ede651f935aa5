import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Which part may import which: arrows run one way. */
const PARTS: Record<string, readonly string[]> = {
  contract: [],
  catalog: [],
  server: ['contract', 'catalog'],
  ui: [],
  web: ['contract', 'ui'],
  cli: ['contract', 'server'],
  e2e: ['contract'],
  bench: ['contract', 'server', 'catalog', 'web'],
};
/** Folders of server/src that are no slices: every slice may import them, they import no slice. */
const GROUND = ['platform', 'ports'];
/** Folders of web/src that may import every slice; no slice imports them. */
const WEB_TOP = ['app', 'routes'];
/** The folder of web/src that every slice may import; it imports no slice. */
const WEB_BASE = 'lib';
/** Tests and the wiring may reach everything in their part. */
const isWiring = (file: string) => /\.(test|suite|setup|browser\.test)\.tsx?$/.test(file) || /\/testing\//.test(file);

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\bdist\b|\.gen\.ts$/.test(file));

type Import = { from: string; to: string; typeOnly: boolean };

/** The imports of a file that stay within the project, as paths from its root. */
const importsOf = (file: string): Import[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const found: Import[] = [];
  const pattern = /(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;
  for (const [, type, fixed, dynamic] of text.matchAll(pattern)) {
    const specifier = fixed ?? dynamic ?? '';
    const typeOnly = type !== undefined;
    if (specifier.startsWith('.')) found.push({ from: file, to: normalize(join(dirname(file), specifier)), typeOnly });
    else if (specifier.startsWith('@sokuwa/')) {
      const [, part = '', rest = ''] = /^@sokuwa\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
      found.push({ from: file, to: join(part, 'src', rest), typeOnly });
    }
  }
  return found;
};

const partOf = (file: string): string => file.split('/')[0] ?? '';
/** The folder of web/src that holds the file; the generated route tree belongs to the app. */
const roomOf = (file: string): string => /^web\/src\/([^/]+)\//.exec(file)?.[1] ?? 'app';
const sliceOf = (file: string): string | undefined => /^(?:server|web)\/src\/([^/]+)\//.exec(file)?.[1];
const all = Object.keys(PARTS).flatMap(sources);
const imports = all.flatMap(importsOf);
const show = (list: Import[]) => list.map(({ from, to }) => `${from} -> ${to}`);

describe('boundaries', () => {
  it('sees the project', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('keep the parts apart', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [partOf(from), partOf(to)];
      return a !== b && !(PARTS[a] ?? []).includes(b);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('keep schemas out of the browser: web imports their types only', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) => partOf(from) === 'web' && to.endsWith('.schemas.ts') && !typeOnly && !isWiring(from),
    );
    expect(show(wrong)).toEqual([]);
  });

  it('let a server slice see another only through its index.ts, and the ground see no slice', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [sliceOf(from), sliceOf(to)];
      if (partOf(from) !== 'server' || partOf(to) !== 'server' || a === b || b === undefined || isWiring(from))
        return false;
      if (GROUND.includes(b)) return false;
      // Files directly in server/src wire the slices together.
      if (a === undefined) return false;
      return GROUND.includes(a) || !to.endsWith(`/${b}/index.ts`);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('let a slice of the pages see another only through its index.ts, and never the app', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [a, b] = [roomOf(from), roomOf(to)];
      if (partOf(from) !== 'web' || partOf(to) !== 'web' || a === b || isWiring(from)) return false;
      if (WEB_TOP.includes(a)) return !WEB_TOP.includes(b) && b !== WEB_BASE && !to.endsWith(`/${b}/index.ts`);
      if (a === WEB_BASE || WEB_TOP.includes(b)) return true;
      return b !== WEB_BASE && !to.endsWith(`/${b}/index.ts`);
    });
    expect(show(wrong)).toEqual([]);
  });

  it('hold no cycle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, typeOnly } of imports) {
      if (!typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    }
    const done = new Set<string>();
    const cycles: string[][] = [];
    const walk = (file: string, path: string[]): void => {
      const at = path.indexOf(file);
      if (at >= 0) {
        cycles.push([...path.slice(at), file].map((step) => relative('.', step)));
        return;
      }
      if (done.has(file)) return;
      for (const to of next.get(file) ?? []) walk(to, [...path, file]);
      done.add(file);
    };
    for (const file of all) walk(file, []);
    expect(cycles).toEqual([]);
  });
});
