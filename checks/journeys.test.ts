import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText } from './documents.ts';

const journeys = readdirSync(new URL('../e2e', import.meta.url)).filter((name) => name.endsWith('.spec.ts'));

/** Code that finds a dialog, list or toast without checking that it is on the screen. */
const BYPASSES = [
  /(?<!expectOnScreen\()page\s*\.getByRole\('(?:dialog|alertdialog|listbox|option)'/g,
  /expect\(\s*toast(?:OfKind)?\([^;]*\.toBeVisible\(/g,
  /expect\(\s*toastOfKind\([^;]*\.toHaveText\(/g,
  /cartButton\(\w+\)\s*\.(?:click|tap|press)\(/g,
];

/** Ways to wait whose result depends on the speed of the machine. */
const WAITS_BY_LUCK = /networkidle|waitForTimeout|setTimeout\(|\bsleep\(/g;

it('journeys wait for a state of the page, not for a time or an idle network', () => {
  const found = journeys.flatMap(
    (name) =>
      readText(`e2e/${name}`)
        .match(WAITS_BY_LUCK)
        ?.map((wait) => `${name}: ${wait}`) ?? [],
  );
  expect(found).toEqual([]);
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
