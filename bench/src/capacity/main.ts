// npm run capacity: writes the computed parts of docs/capacity.md.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderCapacity } from './document.ts';

const [document, results] = ['docs/capacity.md', 'bench/results.md'].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
) as [string, string];
await writeFile(document, renderCapacity(await readFile(document, 'utf8'), await readFile(results, 'utf8')));
