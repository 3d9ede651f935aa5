import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { documents, read, root } from './documents.ts';

const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Commands of the project in a text: code that begins with one, and lines of what is set off for a shell. */
const commandsIn = (text: string): string[] => {
  const fences = [...text.matchAll(/^[ \t]*```(?:sh|bash|console)?\n([\s\S]*?)^[ \t]*```/gm)];
  const set = fences.flatMap(([, body = '']) => body.split('\n').map((line) => line.replace(/(?:^|\s)#.*$/, '')));
  const inline = [...text.matchAll(/`(n(?:pm|px) [^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  return [...set, ...inline].map((line) => line.trim().replace(/^\$ /, '')).filter((line) => /^n(?:pm|px) /.test(line));
};

/** 'a|b c|d' stands for four commands; '…' for the rest of one. */
const spelledOut = (words: readonly string[]): string[][] =>
  words.reduce<string[][]>(
    (lines, word) => lines.flatMap((line) => word.split('|').map((choice) => [...line, choice])),
    [[]],
  );

const inProject = /^(?:contract|server|web|catalog|cli|e2e|bench|checks|docs|scripts)\//;
const optionsOf = (words: readonly string[]): string[] =>
  words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.slice(2).split('=')[0] ?? '');

/** Whether a program's text, or what it starts, reads the option. */
const knowsOption = (script: string, option: string): boolean =>
  [`scripts/${script}.mjs`, `${script}/src/main.ts`].some(
    (path) => existsSync(join(root, path)) && new RegExp(`\\b${option}\\b`).test(read(path)),
  );

const cli = async (words: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['scripts/cli.mjs', ...words, '--help'], { cwd: root })).stdout;

let overview = '';
const help = new Map<string, Promise<string>>();
beforeAll(async () => {
  overview = await cli([]);
}, 60_000);

/** What is wrong with words of the operator's command line; they need not name a whole command. */
const wrongWithCli = async (words: readonly string[]): Promise<string | undefined> => {
  const before = words.findIndex((word) => word.startsWith('-') || word === '…');
  const named = words.slice(0, before < 0 ? undefined : before);
  if (named.length === 0) return undefined;
  const names = [...overview.matchAll(/^ {2}([a-z]+(?: [a-z]+)*)/gm)].map(([, name = '']) => name.split(' '));
  const isStart = (name: readonly string[]) => name.every((word, n) => named[n] === undefined || named[n] === word);
  const command = names.find(isStart);
  if (!command) return `there is no command ${named.slice(0, 2).join(' ')}`;
  const options = optionsOf(words);
  if (options.length === 0) return undefined;
  const text = await (help.get(command.join(' ')) ?? help.set(command.join(' '), cli(command)).get(command.join(' ')));
  const unknown = options.find((option) => option !== 'help' && !text?.includes(`--${option} `));
  return unknown && `${command.join(' ')} has no option --${unknown}`;
};

/** What is wrong with a command, if anything is. */
const wrongWith = async (command: string): Promise<string | undefined> => {
  const [program, ...rest] = command.split(/\s+/);
  const lost = rest.find((word) => inProject.test(word) && !existsSync(join(root, word)));
  if (lost) return `${lost} is not there`;
  const projects = [...command.matchAll(/--project[ =](\S+)/g)].map(([, name = '']) => name);
  const config = rest[0] === 'vitest' ? 'vitest.config.ts' : 'e2e/playwright.config.ts';
  const unknown = projects.find((name) => !read(config).includes(`name: '${name}'`));
  if (unknown) return `${config} has no project ${unknown}`;
  if (program !== 'npm') return undefined;
  const words = rest[0] === 'run' ? rest.slice(1) : rest;
  const [script = '', dashes, ...given] = words;
  if (['ci', 'install'].includes(script)) return undefined;
  if (!(script in scripts)) return `there is no script ${script}`;
  if (dashes === undefined) return undefined;
  if (dashes !== '--') return `${dashes} never reaches ${script} without -- before it`;
  if (script !== 'cli') {
    const option = optionsOf(given).find((name) => !knowsOption(script, name));
    return option && `${script} has no option --${option}`;
  }
  const problems = await Promise.all(spelledOut(given).map(wrongWithCli));
  return problems.find((problem) => problem !== undefined);
};

describe('commands in the documents', () => {
  it('are found', () => {
    const all = documents.flatMap((document) => commandsIn(read(document)));
    expect(all.filter((command) => command.startsWith('npm run cli -- ')).length).toBeGreaterThan(8);
    for (const command of ['npm start', 'npm run bench', 'npx vitest --project unit']) expect(all).toContain(command);
  });

  it.each(documents)('of %s can be run as they stand', { timeout: 60_000 }, async (document) => {
    const problems = await Promise.all(
      commandsIn(read(document)).map(async (command) => [command, await wrongWith(command)]),
    );
    expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });

  it.each([
    ['npm run sell', 'there is no script sell'],
    ['npm run cli orders held', 'orders never reaches cli without -- before it'],
    ['npm run cli -- orders paint X', 'there is no command orders paint'],
    ['npm run cli -- products import|lend x.csv', 'there is no command products lend'],
    ['npm run cli -- products import x.csv --colour red', 'products import has no option --colour'],
    ['npm run bench -- --fast', 'bench has no option --fast'],
    ['npx vitest --project apj', 'vitest.config.ts has no project apj'],
    ['npx vitest --project api server/src/kart', 'server/src/kart is not there'],
  ])('%s would be found out', { timeout: 60_000 }, async (command, problem) => {
    expect(await wrongWith(command)).toBe(problem);
    expect(commandsIn(`\`\`\`sh\n${command}   # so\n\`\`\``)).toEqual([command]);
  });
});
