import { expect, it } from 'vitest';
import { readText } from './documents.ts';

const [, table = ''] = readText('docs/resilience.md').split('## Faults found');

/** `file`, "test" and "test": the tests of one file, as a row of the table names them. */
const TESTS = /`((?:server|checks)\/[^`]+)`((?:,| and) "[^"]+"(?: and "[^"]+")*)?/g;
const named = [...table.matchAll(TESTS)].map(([, file = '', names = '']) => ({
  file,
  names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
}));

it('the table of faults names tests that exist', () => {
  expect(named.length).toBeGreaterThan(30);
  const missing = named.flatMap(({ file, names }) => {
    const text = readText(file);
    return names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
