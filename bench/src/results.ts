import { type Figure, reaches } from './measurement.ts';

export type Section = { title: string; told: string; figures: Figure[] };

const DIGITS: Record<Figure['unit'], number> = { '×': 2, ' kB': 0, ' s': 2, ' ms': 0, ' MB': 0, ' a second': 0, '': 3 };
const barText = ({ bar, unit }: Figure): string => {
  if (bar === 'none') return 'none';
  return 'least' in bar ? `at least ${bar.least}${unit}` : `at most ${bar.most}${unit}`;
};

const line = (figure: Figure): string => {
  const text = (value: number) => value.toFixed(DIGITS[figure.unit]);
  const spread = figure.spread ? ` (${text(figure.spread[0])} to ${text(figure.spread[1])})` : '';
  const cells = [
    figure.name,
    figure.ours,
    figure.theirs,
    `${text(figure.value)}${figure.unit}${spread}`,
    barText(figure),
    figure.bar === 'none' ? '' : reaches(figure) ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
};

const HOW_TO_READ = `Run it with \`npm run bench\`, best on a machine that does nothing else. \`npm run bench -- --only a,c\` runs parts of it,
\`--quick\` runs in a hurry (to see that it works; such numbers say little); neither writes this file.

Every figure compares two things **within one run**: both sides are measured in turns, round after round, so what else the
machine does meets both. A cell such as \`0.83× (0.79 to 0.88)\` is the median of the rounds' ratios and, in brackets, the
lowest and highest single round; a wide bracket means a noisy machine. Requests a second and milliseconds tell about the
machine; the ratios tell about the shop, and only they have bars. What is measured is \`server/src/main.ts\` in a process of its
own; what asks is another process.`;

/** The results as a page of Markdown. */
export const renderResults = (date: Date, machine: readonly string[], sections: readonly Section[]): string => {
  const head = ['| figure | the shop | held against | ratio or value | bar | reached |', '|---|---|---|---|---|---|'];
  const about = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC. ${machine.join('. ')}.`;
  const parts = [
    '# Benchmark',
    about,
    HOW_TO_READ,
    ...sections.flatMap(({ title, told, figures }) => [
      `## ${title}`,
      told,
      [...head, ...figures.map(line)].join('\n'),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
};
