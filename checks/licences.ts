import { existsSync } from 'node:fs';
import { join } from 'node:path';
import parse from 'spdx-expression-parse';
import { readText, root } from './documents.ts';

/** Licences that permit every use, change and distribution, and demand at most a notice. Names of SPDX. */
const PERMISSIVE = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'Unlicense',
  'CC0-1.0',
  'Zlib',
]);

/** Other licences that are accepted for some packages. */
export const EXCEPTIONS: readonly { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/,
    licence: 'LGPL-3.0-or-later',
    reason:
      'libvips is a shared library in a package of its own: unchanged, loaded at run time, and anybody can replace it.',
  },
  {
    packages: /^lightningcss(?:-|$)/,
    licence: 'MPL-2.0',
    reason:
      "The licence covers the package's own files, which are unchanged. It is a part of the build; pages contain nothing of it.",
  },
  {
    packages: /^axe-core$/,
    licence: 'MPL-2.0',
    reason: "The licence covers the package's own files, which are unchanged. Only tests use it.",
  },
  {
    packages: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    reason: 'Data about browsers that the build reads; what it makes of them contains none.',
  },
  {
    packages: /^spdx-exceptions$/,
    licence: 'CC-BY-3.0',
    reason: 'A list of names that this check reads.',
  },
  {
    packages: /^@fontsource-variable\//,
    licence: 'OFL-1.1',
    reason: 'Fonts, of which web/public/fonts has subsets with the licence beside them.',
  },
];

export type LockedPackage = {
  /** The folder, such as node_modules/pg. */
  path: string;
  name: string;
  version: string;
  /** The SPDX expression of package.json; undefined if it has none. */
  licence: string | undefined;
};

type Lock = { packages: Record<string, { name?: string; version?: string; license?: string; link?: true }> };
const MODULES = 'node_modules/';

/**
 * The packages that a lockfile installs on any platform, for production and development; not the workspaces.
 * @param folder of the package-lock.json, from the root
 */
export const readLockedPackages = (folder: string): LockedPackage[] => {
  const { packages } = JSON.parse(readText(join(folder, 'package-lock.json'))) as Lock;
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes(MODULES) && !link)
    .map(([path, { name, version = '', license }]) => ({
      path,
      name: name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version,
      licence: license,
    }));
};

/** The licence in the package.json of an installed package; undefined if the package is for another platform. */
export const readInstalledLicence = ({ path }: LockedPackage): { licence: unknown } | undefined => {
  const file = join(path, 'package.json');
  if (!existsSync(join(root, file))) return undefined;
  const { license } = JSON.parse(readText(file)) as { license?: unknown };
  return { licence: license };
};

const isAllowed = (info: parse.Info, name: string): boolean => {
  if ('conjunction' in info) {
    const [left, right] = [isAllowed(info.left, name), isAllowed(info.right, name)];
    return info.conjunction === 'and' ? left && right : left || right;
  }
  const licence = `${info.license}${info.plus ? '+' : ''}`;
  return PERMISSIVE.has(licence) || EXCEPTIONS.some((one) => one.licence === licence && one.packages.test(name));
};

const parseLicence = (expression: string): parse.Info | undefined => {
  try {
    return parse(expression);
  } catch {
    return undefined;
  }
};

/** Packages whose licence is missing, unknown, or neither permissive nor an exception, with the licence. */
export const findForbidden = (packages: readonly LockedPackage[]): string[] =>
  packages
    .filter(({ name, licence = '' }) => {
      const info = parseLicence(licence);
      return !info || !isAllowed(info, name);
    })
    .map(({ name, version, licence }) => `${name} ${version}: ${licence ?? 'no licence'}`);
