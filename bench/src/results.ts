import { type Measurement, meetsTarget } from './measurement.ts';

export type Section = { title: string; description: string; measurements: Measurement[] };

const DECIMALS: Record<Measurement['unit'], number> = {
  '×': 2,
  ' kB': 0,
  ' s': 2,
  ' ms': 0,
  ' ms of CPU': 2,
  ' MB': 0,
  ' per second': 0,
  '': 3,
};

const formatTarget = ({ target, unit }: Measurement): string => {
  if (target === 'none') return 'none';
  const format = (limit: number) => `${Number(limit.toFixed(2))}${unit}`;
  return 'min' in target ? `at least ${format(target.min)}` : `at most ${format(target.max)}`;
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

const HEAD = `# Benchmark

\`npm run bench\` measures all of it but the last two sections, on a machine that runs nothing else. \`npm run bench -- --only a,c\`
measures some sections; \`--quick\` runs short ones, only to see that they work. Each section is written here when it is measured, with its
time and machine, in the place of the previous one. \`--quick\`, \`--loads\`, \`--pages\`, \`--protocols\` and \`--shop\` only print.

Each measurement compares the shop with a baseline **within one run**: both are measured alternately, round after round, so
that other load on the machine affects both. A cell such as \`0.83× (0.79 to 0.88)\` is the median of the ratios of all rounds,
and in brackets the lowest and highest; a wide range means a busy machine. Requests per second and milliseconds depend on the
machine; the ratios depend on the shop, and have targets. The server (\`server/dist/main.js\`) and the load generator are separate
processes.

\`npm run bench -- --soak 30\` runs the mix for 30 minutes, \`npm run bench -- --large\` compares ten million products with ten
thousand (it takes about an hour and 35 GB of disk for a time).`;

const TABLE_HEAD = ['| measurement | shop | baseline | ratio or value | target | met |', '|---|---|---|---|---|---|'];

/**
 * One section as Markdown.
 * @param about when and on which machine it was measured
 */
const renderSection = ({ title, description, measurements }: Section, about: string): string =>
  [`## ${title}`, about, description, [...TABLE_HEAD, ...measurements.map(formatRow)].join('\n')].join('\n\n');

/** When and on which machine a section was measured. */
export const renderAbout = (date: Date, machine: readonly string[]): string =>
  `Measured ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${machine.join('. ')}.`;

const titleOf = (section: string): string => section.slice('## '.length, section.indexOf('\n'));

/**
 * Replaces the section of the same title in the text of a results file, or adds it.
 * @param titles of all sections, in order; others are removed
 */
export const updateResults = (results: string, section: Section, about: string, titles: readonly string[]): string => {
  const [, ...previous] = results.trim().split(/\n+(?=## )/);
  const texts = new Map(previous.map((text) => [titleOf(text), text]));
  texts.set(section.title, renderSection(section, about));
  return `${[HEAD, ...titles.flatMap((title) => texts.get(title) ?? [])].join('\n\n')}\n`;
};
