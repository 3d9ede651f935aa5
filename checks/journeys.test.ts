import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { files, readText } from './documents.ts';

const journeys = readdirSync(new URL('../e2e', import.meta.url)).filter((name) => name.endsWith('.spec.ts'));

/** Code that finds a dialog, list or toast without checking that it is on the screen. */
const BYPASSES = [
  /(?<!expectOnScreen\()page\s*\.getByRole\('(?:dialog|alertdialog|listbox|option)'/g,
  /expect\(\s*toast(?:OfKind)?\([^;]*\.toBeVisible\(/g,
  /expect\(\s*toastOfKind\([^;]*\.toHaveText\(/g,
  /cartButton\(\w+\)\s*\.(?:click|tap|press)\(/g,
];

/** Ways to wait whose result depends on the speed of the machine. */
const TIMED_WAITS = /network-?idle|waitForTimeout|setTimeout\(|\b(?:wait|sleep|delay)\((?:\d|ms\b)/i;
const THIS_FILE = 'checks/journeys.test.ts';
const tests = files.filter((file) => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(file) && file !== THIS_FILE);

const indentOf = (line: string): number => line.search(/\S/);
/** Whether a line is in a `while` statement or directly in its block: it waits for a condition, however long that takes. */
const isPolling = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  const block = lines.slice(0, at).findLast((earlier) => earlier !== '' && indentOf(earlier) < indentOf(line));
  return [line, block].some((code) => code?.trimStart().startsWith('while ('));
};
const findTimedWaits = (text: string): string[] => {
  const lines = text.split('\n');
  return lines.filter((line, at) => TIMED_WAITS.test(line) && !isPolling(lines, at)).map((line) => line.trim());
};

it('tests wait for a state, not for a time or an idle network; only a `while` loop may pause between two checks', () => {
  expect(tests.length).toBeGreaterThan(250);
  expect(tests.flatMap((file) => findTimedWaits(readText(file)).map((wait) => `${file}: ${wait}`))).toEqual([]);
});

it.each([
  ['await wait(900);', 1],
  ['for (let n = 0; n < 20; n++) {\n  await new Promise((resolve) => setTimeout(resolve, 50));\n}', 1],
  ['while (!isReady()) await wait(20);', 0],
  ['while (!isReady()) {\n  look();\n\n  await wait(20);\n}', 0],
  ['while (!isReady()) look();\nawait wait(20);', 1],
])('finds in %j this number of timed waits: %d', (text, count) => {
  expect(findTimedWaits(text)).toHaveLength(count);
});

/** A panel can be visible to `toBeVisible` and still be clipped or covered. */
it('journeys check that opened dialogs, drawers, lists of options and toasts are on the screen', {
  tags: ['@SHELL-24'],
}, () => {
  expect(journeys.length).toBeGreaterThan(30);
  const found = journeys.flatMap((name) => {
    const text = readText(`e2e/${name}`);
    return BYPASSES.flatMap((bypass) => [...text.matchAll(bypass)].map(([match]) => `${name}: ${match.slice(0, 100)}`));
  });
  expect(found).toEqual([]);
});
