import { appendFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkImports, WORKSPACES } from './import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const workspaces = Object.keys(WORKSPACES);

describe('imports', () => {
  it('follow the rules of checks/import-rules.ts', async () => {
    const { importCount, violations } = await checkImports(root, workspaces);
    expect(violations).toEqual([]);
    expect(importCount).toBeGreaterThan(1000);
  }, 60_000);

  it('have rules for every workspace', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(workspaces.sort()).toEqual(manifest.workspaces.sort());
  });
});

type Import = [from: string, to: string, isTypeOnly?: boolean];

/** Writes files that import each other, and checks their imports. Files called missing are not written. */
const violationsOf = async (imports: Import[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'imports-'));
  const append = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await appendFile(join(folder, file), text);
  };
  try {
    for (const [from, to, isTypeOnly = false] of imports) {
      const specifier = relative(dirname(from), to).replace(/^(?!\.)/, './');
      await append(from, isTypeOnly ? `import { type T } from '${specifier}';\n` : `import '${specifier}';\n`);
      if (!to.endsWith('/missing.ts')) await append(to, 'export type T = string;\n');
    }
    return (await checkImports(folder, await readdir(folder))).violations;
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('the rules', () => {
  it.each<[rule: string, from: string, to: string]>([
    ['contract imports no other workspace', 'contract/src/a.ts', 'server/src/a.ts'],
    ['web imports only contract, ui', 'web/src/app/a.ts', 'server/src/a.ts'],
    ['ui imports no other workspace', 'ui/src/a.tsx', 'web/src/lib/a.ts'],
    ['web imports only types of schemas', 'web/src/cart/a.ts', 'contract/src/cart/cart.schemas.ts'],
    ['a server slice imports another one through its index.ts', 'server/src/cart/a.ts', 'server/src/orders/a.ts'],
    ['platform and ports import no slice', 'server/src/platform/a.ts', 'server/src/cart/index.ts'],
    ['a web folder imports a slice through its index.ts', 'web/src/cart/a.tsx', 'web/src/orders/sub/a.ts'],
    ['a web folder imports a slice through its index.ts', 'web/src/routes/a.tsx', 'web/src/cart/a.tsx'],
    ['only app and routes of web import app and routes', 'web/src/cart/a.ts', 'web/src/app/index.ts'],
    ['only app and routes of web import app and routes', 'web/src/cart/a.ts', 'web/src/routeTree.gen.ts'],
    ['lib of web imports no slice', 'web/src/lib/a.ts', 'web/src/cart/index.ts'],
  ])('forbid: %s', async (rule, from, to) => {
    expect(await violationsOf([[from, to]])).toEqual([`${rule}: ${from} -> ${to}`]);
  });

  it('forbid cycles, but not cycles of types', async () => {
    const [a, b] = ['ui/src/a.ts', 'ui/src/b.ts'];
    expect(
      await violationsOf([
        [a, b],
        [b, a],
      ]),
    ).toEqual([`no cycles: ${a} -> ${b}`]);
    expect(
      await violationsOf([
        [a, b],
        [b, a, true],
      ]),
    ).toEqual([]);
  });

  it('forbid imports of missing files', async () => {
    const violations = await violationsOf([['ui/src/a.ts', 'ui/src/missing.ts']]);
    expect(violations).toEqual(['every import is found: ui/src/a.ts -> ./missing.ts']);
  });

  it('allow the imports of the architecture', async () => {
    expect(
      await violationsOf([
        ['web/src/cart/a.ts', 'contract/src/cart/cart.schemas.ts', true],
        ['web/src/cart/a.test.ts', 'contract/src/orders/orders.schemas.ts'],
        ['web/src/app/a.tsx', 'web/src/routes/b.tsx'],
        ['web/src/app/a.tsx', 'web/src/orders/index.ts'],
        ['web/src/cart/a.ts', 'web/src/orders/index.ts'],
        ['web/src/cart/a.ts', 'web/src/cart/sub/b.ts'],
        ['web/src/cart/a.ts', 'web/src/lib/a.ts'],
        ['web/src/cart/a.ts', 'ui/src/a.tsx'],
        ['server/src/cart/a.ts', 'server/src/orders/index.ts'],
        ['server/src/cart/a.ts', 'server/src/platform/a.ts'],
        ['server/src/platform/a.ts', 'server/src/ports/mail/a.ts'],
        ['server/src/main.ts', 'server/src/orders/b.ts'],
      ]),
    ).toEqual([]);
  });
});
