import { brand } from '@sokuwa/contract/brand.ts';
import { describe, expect, it } from 'vitest';
import { listSignedInPages, PUBLIC_PAGES } from '../e2e/quality/pages.ts';
import { files, readText } from './documents.ts';

/** The code of the shop that runs in production: no tests, no test helpers. */
const sources = files.filter(
  (file) =>
    /^(?:contract|server|web|cli)\/src\/.*\.tsx?$/.test(file) &&
    !/\.(?:test|suite)\.tsx?$|\/testing\/|\.gen\.ts$/.test(file),
);
/** The text of a file without its comments. */
const codeOf = (file: string): string => readText(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g, '');
const filesWith = (pattern: RegExp, among: readonly string[] = sources) =>
  among.filter((file) => pattern.test(codeOf(file)));

describe('the code', () => {
  it('is found', () => {
    expect(sources.length).toBeGreaterThan(400);
    expect(codeOf('contract/src/brand.ts')).toContain(brand.name);
  });

  it('reads the environment in two entry files only', { tags: ['@SETTING-1', '@SETTING-2'] }, () => {
    // Both pass the whole environment to readConfig().
    expect(filesWith(/\bprocess\.env\b/)).toEqual(['server/src/main.ts', 'cli/src/main.ts']);
    expect(filesWith(/\bprocess\.env[.[]|\{[^}]*\} = process\.env/)).toEqual([]);
  });

  it('contains the name, addresses and links of the shop in one file', { tags: ['@SHELL-3', '@SHELL-5'] }, () => {
    expect(brand.name).toBe('Sokuwa');
    const others = sources.filter((file) => file !== 'contract/src/brand.ts');
    const { name, postalAddress, email, phone, social } = brand;
    for (const value of [name, postalAddress, email, phone, ...Object.values(social)]) {
      const duplicates = others.filter((file) => codeOf(file).includes(value));
      expect(duplicates, value).toEqual([]);
    }
    expect(filesWith(new RegExp(`[/'"\`]${brand.slug}-brands`), others)).toEqual([]);
  });

  it('of slices does not depend on the sandbox', { tags: ['@SANDBOX-11'] }, () => {
    // The wiring opens the sandbox; the other files are parts of it, or report that it is in use.
    const mayNameSandbox = /^server\/src\/(?:[\w-]+\.ts|(?:config|sandbox|ports|operations|pages)\/.*)$/;
    const slices = sources.filter((file) => /^(?:server|cli)\/src\//.test(file) && !mayNameSandbox.test(file));
    expect(slices.length).toBeGreaterThan(100);
    expect(filesWith(/sandbox/i, slices)).toEqual([]);
  });
});

describe('the pages', () => {
  const routes = files
    .filter((file) => /^web\/src\/routes\/[^_-].*\.tsx$|^web\/src\/routes\/_protected\..*\.tsx$/.test(file))
    .map((file) =>
      file
        .slice('web/src/routes/'.length, -'.tsx'.length)
        .split('.')
        .filter((part) => !part.startsWith('_'))
        .map((part) => part.replace(/_$/, ''))
        .join('/'),
    );

  it('have no screens for sellers or administrators', { tags: ['@SHELL-6'] }, () => {
    expect(routes.length).toBeGreaterThan(30);
    expect(routes.filter((route) => /sell|merchant|vendor|admin|operator|desk|dashboard|manage/.test(route))).toEqual([
      'followed-seller',
    ]);
  });

  it('are all checked by npm run validate', () => {
    const checkedPaths = [...PUBLIC_PAGES, ...listSignedInPages({ order: 'A', message: 'B' })].map(
      ([, path]) => path.split('?', 1)[0] ?? '',
    );
    // "$" alone matches all other paths; "/" is the file index.tsx.
    const unchecked = routes
      .filter((route) => route !== '$')
      .filter((route) => {
        const path =
          route === 'index' ? '' : route.replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
        return !checkedPaths.some((checkedPath) => new RegExp(`^/${path}$`).test(checkedPath));
      });
    expect(unchecked).toEqual([]);
  });

  it('have one inbox, and message pages only below it', { tags: ['@MESSAGE-11'] }, () => {
    expect(routes.filter((route) => /inbox|message/.test(route))).toEqual(['inbox', 'inbox/message/details/$id']);
  });
});
