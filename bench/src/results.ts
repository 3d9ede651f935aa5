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
machine; the ratios depend on the shop, and have targets. The server (\`server/src/main.ts\`) and the load generator are separate
processes.`;

const TABLE_HEAD = ['| measurement | shop | baseline | ratio or value | target | met |', '|---|---|---|---|---|---|'];

/** The results as Markdown. */
export const renderResults = (date: Date, machine: readonly string[], sections: readonly Section[]): string => {
  const about = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${machine.join('. ')}.`;
  const parts = [
    '# Benchmark',
    about,
    HOW_TO_READ,
    ...sections.flatMap(({ title, description, measurements }) => [
      `## ${title}`,
      description,
      [...TABLE_HEAD, ...measurements.map(formatRow)].join('\n'),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
};
