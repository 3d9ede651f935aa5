import { type Measurement, meetsTarget } from './measurement.ts';

export type Section = { title: string; description: string; measurements: Measurement[] };

const DECIMALS: Record<Measurement['unit'], number> = {
  '×': 2,
  ' kB': 0,
  ' s': 2,
  ' ms': 0,
  ' MB': 0,
  ' per second': 0,
  '': 3,
};

const formatTarget = ({ target, unit }: Measurement): string => {
  if (target === 'none') return 'none';
  return 'min' in target ? `at least ${target.min}${unit}` : `at most ${target.max}${unit}`;
};

const formatRow = (measurement: Measurement): string => {
  const { name, shop, baseline, value, unit, range, target } = measurement;
  const format = (number: number) => number.toFixed(DECIMALS[unit]);
  const cells = [
    name,
    shop,
    baseline,
    `${format(value)}${unit}${range ? ` (${format(range[0])} to ${format(range[1])})` : ''}`,
    formatTarget(measurement),
    target === 'none' ? '' : meetsTarget(measurement) ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
};

const HOW_TO_READ = `Run it with \`npm run bench\`, on a machine that runs nothing else. \`npm run bench -- --only a,c\` runs some benchmarks,
\`--quick\` runs short ones, only to see that they work. Neither writes this file.

Each measurement compares the shop with a baseline **within one run**: both are measured alternately, round after round, so
that other load on the machine affects both. A cell such as \`0.83× (0.79 to 0.88)\` is the median of the ratios of all rounds,
and in brackets the lowest and highest; a wide range means a busy machine. Requests per second and milliseconds depend on the
machine; the ratios depend on the shop, and have targets. The server (\`server/dist/main.js\`) and the load generator are separate
processes.

\`npm run bench -- --soak 30\` runs the mix for 30 minutes, \`npm run bench -- --large\` compares ten million products with ten
thousand (it takes about an hour and 35 GB of disk for a time). Neither is part of a complete run: each replaces only its own
section at the end of this file.`;

const TABLE_HEAD = ['| measurement | shop | baseline | ratio or value | target | met |', '|---|---|---|---|---|---|'];

/** One section as Markdown. */
const renderSection = ({ title, description, measurements }: Section): string =>
  [`## ${title}`, description, [...TABLE_HEAD, ...measurements.map(formatRow)].join('\n')].join('\n\n');

/** When and on which machine a run was. */
export const renderAbout = (date: Date, machine: readonly string[]): string =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${machine.join('. ')}.`;

/** The section of a results file with this title, as Markdown; empty if there is none. */
const findSection = (results: string, title: string): string =>
  results
    .split(/\n(?=## )/)
    .find((part) => part.startsWith(`## ${title}\n`))
    ?.trim() ?? '';

/**
 * The results of a complete run as Markdown.
 * @param previous the results before; its sections with `separateTitles` are runs of their own, and stay
 */
export const renderResults = (
  about: string,
  sections: readonly Section[],
  previous: string,
  separateTitles: readonly string[],
): string => {
  const separate = separateTitles.map((title) => findSection(previous, title)).filter(Boolean);
  return `${['# Benchmark', about, HOW_TO_READ, ...sections.map(renderSection), ...separate].join('\n\n')}\n`;
};

/** The results with this section in the place of the previous one of the same title, or at the end. */
export const replaceSection = (results: string, section: Section): string => {
  const previous = findSection(results, section.title);
  const text = renderSection(section);
  return previous ? results.replace(previous, () => text) : `${results.trimEnd()}\n\n${text}\n`;
};
