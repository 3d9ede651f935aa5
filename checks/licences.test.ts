import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText, root, trackedFiles } from './documents.ts';
import { EXCEPTIONS, findForbidden, type LockedPackage, readInstalledLicence, readLockedPackages } from './licences.ts';

/** The folders with a lockfile: the shop, and the programs of `npm run mutate` and `npm run validate`. */
const LOCKS = ['.', 'quality'];
const packages = LOCKS.flatMap(readLockedPackages);
const installable = readLockedPackages('.');

/** Folders with files of others, and what the notices call their source; the rest was made for the shop. */
const FOREIGN_FILES: Record<string, string> = {
  'catalog/pictures/': 'Fluent Emoji',
  'web/public/brand/': 'Bricolage Grotesque',
  'web/public/home/': 'Fluent Emoji',
  'web/public/fonts/': 'SIL Open Font',
  'web/public/flags/': 'flag-icons',
  'server/src/geo/places/': 'GeoNames',
};
const OWN_FILES = ['docs/screenshots/', 'web/public/favicon.ico'];
const MEDIA = /\.(?:avif|br|eot|gif|gz|ico|jar|jpe?g|mp[34]|otf|pdf|png|svg|ttf|wasm|webm|webp|woff2?|zip|zst)$/;

describe('the licences of packages', () => {
  it('are permissive, or exceptions with a reason', () => {
    expect(packages.length).toBeGreaterThan(800);
    expect(findForbidden(packages)).toEqual([]);
  });

  it('are those of the installed packages', () => {
    const installed = installable.flatMap((one) => {
      const found = readInstalledLicence(one);
      return found ? [[one.path, one.licence, found.licence] as const] : [];
    });
    expect(installed.length).toBeGreaterThan(500);
    expect(installed.filter(([, locked, actual]) => locked !== actual)).toEqual([]);
  });

  it('need every exception', () => {
    const isUsed = ({ packages: names, licence }: (typeof EXCEPTIONS)[number]) =>
      packages.some((one) => names.test(one.name) && one.licence?.includes(licence));
    expect(EXCEPTIONS.filter((exception) => !isUsed(exception))).toEqual([]);
  });

  it.each<[licence: string | undefined, isForbidden: boolean]>([
    ['GPL-3.0-only', true],
    ['AGPL-3.0-or-later', true],
    ['LGPL-3.0-or-later', true],
    ['MIT AND GPL-2.0-only', true],
    ['UNLICENSED', true],
    ['SEE LICENSE IN LICENSE.md', true],
    [undefined, true],
    ['MIT', false],
    ['(MIT OR GPL-3.0-only)', false],
    ['Apache-2.0 AND MIT', false],
  ])('%s is reported: %s', (licence, isForbidden) => {
    const one: LockedPackage = { path: 'node_modules/one', name: 'one', version: '1.0.0', licence };
    expect(findForbidden([one])).toEqual(isForbidden ? [`one 1.0.0: ${licence ?? 'no licence'}`] : []);
  });

  it('are excepted for the named packages only', () => {
    const named = (name: string) => [{ path: '', name, version: '1.0.0', licence: 'LGPL-3.0-or-later' }];
    expect(findForbidden(named('@img/sharp-libvips-linux-x64'))).toEqual([]);
    expect(findForbidden(named('@img/sharp'))).toEqual(['@img/sharp 1.0.0: LGPL-3.0-or-later']);
  });
});

describe('pictures, fonts and data', () => {
  const media = trackedFiles.filter((file) => MEDIA.test(file));

  it('are in folders whose source the notices name, or were made for the shop', () => {
    expect(media.length).toBeGreaterThan(1000);
    const known = [...Object.keys(FOREIGN_FILES), ...OWN_FILES];
    expect(media.filter((file) => !known.some((path) => file.startsWith(path)))).toEqual([]);
  });

  it.each(Object.entries(FOREIGN_FILES))('of %s have a notice: %s', (folder, source) => {
    expect(media.some((file) => file.startsWith(folder))).toBe(true);
    const notices = readText('THIRD_PARTY_NOTICES.md').replaceAll(/\s+/g, ' ');
    expect(notices).toContain(source);
  });

  it("have the text of the fonts' licence beside them", () => {
    expect(readText('web/public/fonts/OFL.txt')).toContain('SIL OPEN FONT LICENSE Version 1.1');
    expect(existsSync(join(root, 'LICENSE'))).toBe(true);
  });
});
