import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './documents.ts';
import { readLockedPackages } from './licences.ts';

type Component = {
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  hashes?: { alg: string; content: string }[];
};
type Bom = { bomFormat: string; specVersion: string; components: Component[]; dependencies: { ref: string }[] };

const purlOf = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Packages that the bill of materials lacks. */
const findMissing = (bom: Pick<Bom, 'components'>): string[] => {
  const listed = new Set(bom.components.map(({ purl }) => purl));
  return readLockedPackages('.')
    .map(purlOf)
    .filter((purl) => !listed.has(purl));
};

describe('the software bill of materials', () => {
  let folder: string;
  let bom: Bom;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sbom-'));
    const file = join(folder, 'bom.json');
    await promisify(execFile)(process.execPath, ['scripts/sbom.mjs', file], { cwd: root });
    bom = JSON.parse(await readFile(file, 'utf8'));
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true }));

  it('is CycloneDX, with every package of the lockfile', () => {
    expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', expect.stringMatching(/^1\.\d$/)]);
    expect(bom.components.length).toBeGreaterThan(600);
    expect(findMissing(bom)).toEqual([]);
  });

  it('has the licence and a hash of every package', () => {
    const locked = new Set(readLockedPackages('.').map(purlOf));
    const packages = bom.components.filter(({ purl }) => locked.has(purl));
    expect(packages.filter(({ licenses = [], hashes = [] }) => licenses.length === 0 || hashes.length === 0)).toEqual(
      [],
    );
  });

  it('is reported when a package is missing', () => {
    const components = bom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/kysely@'));
    expect(findMissing({ components })).toEqual([expect.stringMatching(/^pkg:npm\/kysely@/)]);
  });
});
