import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = fileURLToPath(new URL('../results.md', import.meta.url));

/** Sections of the results, in order. */
export const TITLES = ['Interleavings', 'Stories', 'Cluster', 'Faults', 'Fuzzed calls', 'Rolling upgrade'] as const;
export type Title = (typeof TITLES)[number];

const HEAD = `# Proofs

\`npm run prove\` writes each section when its part has passed, and each row of the faults when its fault has, in the place of the previous
one. What each part does and what it found: [docs/resilience.md](../docs/resilience.md).`;

/** A table as lines of Markdown. */
export const renderTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
/** The commit that is tried, and whether there are changes besides the results. */
const describeCommit = (): string => {
  const changes = git('status', '--porcelain', '--', '.', ':!prove/results.md');
  return `commit ${git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : ' with changes'}`;
};
// When the run begins: the next commit may be made meanwhile.
const COMMIT = describeCommit();

const describeRun = (): string =>
  `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${COMMIT}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;

const titleOf = (section: string): string => section.slice('## '.length, section.indexOf('\n'));

const readSections = async (): Promise<Map<string, string>> => {
  const [, ...sections] = (await readFile(RESULTS, 'utf8')).trim().split(/\n+(?=## )/);
  return new Map(sections.map((text) => [titleOf(text), text]));
};

const replaceSection = async (title: Title, paragraphs: readonly string[]): Promise<void> => {
  const sections = await readSections();
  sections.set(title, [`## ${title}`, ...paragraphs].join('\n\n'));
  await writeFile(RESULTS, `${[HEAD, ...TITLES.flatMap((name) => sections.get(name) ?? [])].join('\n\n')}\n`);
};

/** Replaces a section of the results. Call it when all of the part has passed. @param paragraphs its text and tables, as Markdown */
export const writeSection = (title: Title, paragraphs: readonly string[]): Promise<void> =>
  replaceSection(title, [`Run ${describeRun()}.`, ...paragraphs]);

/** A section whose rows are written one by one, each with its run. The first cell of a row is its name. */
export type RowTable = { title: Title; intro: string; head: readonly string[]; names: readonly string[] };

/** Replaces one row of a section. Rows of earlier runs stay, if their names are still those of the table. */
export const writeRow = async ({ title, intro, head, names }: RowTable, row: readonly string[]): Promise<void> => {
  const columns = [...head, 'run'];
  const lines = ((await readSections()).get(title) ?? '').split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.map((line) => line.slice('| '.length, -' |'.length).split(' | '));
  const byName = new Map(rows.filter(({ length }) => length === columns.length).map((cells) => [cells[0], cells]));
  byName.set(row[0], [...row, describeRun()]);
  await replaceSection(title, [
    intro,
    renderTable(
      columns,
      names.map((name) => byName.get(name)).filter((cells) => cells !== undefined),
    ),
  ]);
};
