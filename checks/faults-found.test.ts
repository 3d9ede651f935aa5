import { expect, it } from 'vitest';
import { readText } from './documents.ts';

const [, table = ''] = readText('docs/resilience.md').split('## Faults found');
/** The rows of faults, without the head and the names of the proofs. */
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice('| '.length, -' |'.length).split(' | '))
  .filter(([found, ...cells]) => found !== 'Found' && cells.length === 3);

/** `file`, "test" and "test": tests of one file, as a row names them. */
const TESTS = /`((?:server|checks)\/[^`]+)`((?:,| and) "[^"]+"(?: and "[^"]+")*)?/g;
const readTests = (cell: string) =>
  [...cell.matchAll(TESTS)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
/** Titles of tests begin after a quote. */
const hasTest = (text: string, name: string): boolean =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}`)) || text.includes(`%s, ${name}`);

it('the table of faults has a commit and a test for each', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter(([, , commits = '']) => !/^[0-9a-f]{8}(, [0-9a-f]{8})*$/.test(commits))).toEqual([]);
  const withoutTest = rows.filter(([, , , tests = '']) => readTests(tests).length === 0);
  expect(withoutTest.map(([, , , tests]) => tests)).toEqual([
    expect.stringMatching(/^none: `npm run prove -- cluster`/),
  ]);
});

it('the tests that the table of faults names exist', () => {
  const missing = rows.flatMap(([, , , tests = '']) =>
    readTests(tests).flatMap(({ file, names }) => {
      const text = readText(file);
      return names.filter((name) => !hasTest(text, name)).map((name) => `${file}: ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});
