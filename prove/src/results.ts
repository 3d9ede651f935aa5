import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../results.md', import.meta.url));

/** Sections of the results, in order. */
export const TITLES = ['Interleavings', 'Cluster', 'Faults', 'Fuzzed calls', 'Rolling upgrade'] as const;
export type Title = (typeof TITLES)[number];

const HEAD = `# Proofs

\`npm run prove\` writes each section when its part has run, in the place of the previous one. What each part does and what it
found: [docs/resilience.md](../docs/resilience.md).`;

/** A table as lines of Markdown. */
export const renderTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The rows of a section's table in the results, of earlier runs. */
export const readRows = async (title: Title): Promise<string[][]> => {
  const section = (await readFile(RESULTS, 'utf8')).split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  // Without the head and the line below it.
  return lines.slice(2).map((line) => line.slice('| '.length, -' |'.length).split(' | '));
};

const titleOf = (section: string): string => section.slice('## '.length, section.indexOf('\n'));

/** Replaces a section of the results. @param paragraphs its text and tables, as Markdown */
export const writeSection = async (title: Title, paragraphs: readonly string[]): Promise<void> => {
  const [, ...previous] = (await readFile(RESULTS, 'utf8')).trim().split(/\n+(?=## )/);
  const texts = new Map(previous.map((text) => [titleOf(text), text]));
  const measured = `Run ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  texts.set(title, [`## ${title}`, measured, ...paragraphs].join('\n\n'));
  await writeFile(RESULTS, `${[HEAD, ...TITLES.flatMap((name) => texts.get(name) ?? [])].join('\n\n')}\n`);
};
