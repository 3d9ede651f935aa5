import { groups, type Setting } from './settings.ts';

const LINE_LENGTH = 120;

/** Wraps a text to comment lines of a `.env` file, without Markdown's code marks. */
const toComment = (text: string): string[] => {
  const lines = ['#'];
  for (const word of text.replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + 1 + word.length > LINE_LENGTH) lines.push(`# ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
};

/** The text of `.env.example`: every setting with its default. */
export const envExample = (): string =>
  [
    ...toComment(
      'Every setting of the server, with its default. All are optional: set them in the environment of the process. A wrong value stops the server at start with a sentence that names the setting. This file is generated from server/src/config/settings.ts by npm run settings.',
    ),
    ...groups.flatMap(({ title, settings }) => [
      '',
      '',
      `# ${title}`,
      ...Object.entries(settings).flatMap(([name, setting]) => [
        '',
        ...toComment(setting.help),
        ...(setting.unset ? toComment(`Not set: ${setting.unset}.`) : []),
        `${name}=${setting.default ?? ''}`,
      ]),
    ]),
    '',
  ].join('\n');

const defaultCell = ({ default: value, unset }: Setting): string =>
  value === undefined ? `not set${unset ? `: ${unset}` : ''}` : `\`${value}\``;

const row = (cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** The text of `docs/settings.md`: a table for each group. */
export const settingsTables = (): string =>
  [
    '# Settings',
    '',
    'Every setting is an environment variable, and all are optional. A wrong value stops the server at start with a sentence',
    'that names the setting. [.env.example](../.env.example) has the same settings as a file to copy. Both are generated from',
    '`server/src/config/settings.ts` by `npm run settings`.',
    ...groups.flatMap(({ title, settings }) => [
      '',
      `## ${title}`,
      '',
      row(['Setting', 'Default', 'Meaning']),
      '|---|---|---|',
      ...Object.entries(settings).map(([name, setting]) => row([`\`${name}\``, defaultCell(setting), setting.help])),
    ]),
    '',
  ].join('\n');
