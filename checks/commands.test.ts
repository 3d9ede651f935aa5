import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/src/run.ts';
import { documents, readText, root } from './documents.ts';

const scripts = (JSON.parse(readText('package.json')) as { scripts: Record<string, string> }).scripts;

/** npm and npx commands in a document: inline code that begins with one, and lines of shell code blocks. */
const commandsIn = (text: string): string[] => {
  const blocks = [...text.matchAll(/^[ \t]*```(?:sh|bash|console)?\n([\s\S]*?)^[ \t]*```/gm)];
  const lines = blocks.flatMap(([, body = '']) => body.split('\n').map((line) => line.replace(/(?:^|\s)#.*$/, '')));
  const inline = [...text.matchAll(/`(n(?:pm|px) [^`]+)`/g)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  return [...lines, ...inline]
    .map((line) => line.trim().replace(/^\$ /, ''))
    .filter((line) => /^n(?:pm|px) /.test(line));
};

/** Expands alternatives: 'a|b c|d' are four commands. */
const expandAlternatives = (words: readonly string[]): string[][] =>
  words.reduce<string[][]>(
    (lines, word) => lines.flatMap((line) => word.split('|').map((alternative) => [...line, alternative])),
    [[]],
  );

const PROJECT_PATH = /^(?:contract|server|web|catalog|cli|e2e|bench|prove|checks|docs|scripts)\//;
const optionsOf = (words: readonly string[]): string[] =>
  words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.slice(2).split('=')[0] ?? '');

/** Whether the source of a script, or of the program that it starts, names the option. */
const hasOption = (script: string, option: string): boolean =>
  [`scripts/${script}.mjs`, `${script}/src/main.ts`].some(
    (path) => existsSync(join(root, path)) && new RegExp(`\\b${option}\\b`).test(readText(path)),
  );

const refuse = async (): Promise<never> => {
  throw new Error('help needs no shop');
};

/** What the operator's command line prints, in this process: to start one for each command takes longer. */
const cliHelp = async (words: readonly string[]): Promise<string> => {
  let help = '';
  const append = (text: string) => {
    help += text;
  };
  const streams = { out: append, error: append, progress: () => undefined };
  const exitCode = await run([...words, '--help'], { open: refuse, examine: refuse, user: 'test' }, streams);
  if (exitCode !== 0) throw new Error(help);
  return help;
};

let overview = '';
const helpTexts = new Map<string, Promise<string>>();
beforeAll(async () => {
  overview = await cliHelp([]);
}, 60_000);

/** The problem with arguments of the operator's command line, if any. They may name a topic only, or end with '…'. */
const cliProblem = async (words: readonly string[]): Promise<string | undefined> => {
  const end = words.findIndex((word) => word.startsWith('-') || word === '…');
  const path = words.slice(0, end < 0 ? undefined : end);
  if (path.length === 0) return undefined;
  const names = [...overview.matchAll(/^ {2}([a-z]+(?: [a-z]+)*)/gm)].map(([, name = '']) => name.split(' '));
  const startsWithPath = (name: readonly string[]) =>
    name.every((word, n) => path[n] === undefined || path[n] === word);
  const command = names.find(startsWithPath);
  if (!command) return `there is no command ${path.slice(0, 2).join(' ')}`;
  const options = optionsOf(words);
  if (options.length === 0) return undefined;
  const text = await (helpTexts.get(command.join(' ')) ??
    helpTexts.set(command.join(' '), cliHelp(command)).get(command.join(' ')));
  const unknown = options.find((option) => option !== 'help' && !text?.includes(`--${option} `));
  return unknown && `${command.join(' ')} has no option --${unknown}`;
};

/** The problem with a command, if any. */
const commandProblem = async (command: string): Promise<string | undefined> => {
  const [program, ...rest] = command.split(/\s+/);
  const missing = rest.find((word) => PROJECT_PATH.test(word) && !existsSync(join(root, word)));
  if (missing) return `${missing} does not exist`;
  const projects = [...command.matchAll(/--project[ =](\S+)/g)].map(([, name = '']) => name);
  const config = rest[0] === 'vitest' ? 'vitest.config.ts' : 'e2e/playwright.config.ts';
  const unknown = projects.find((name) => !readText(config).includes(`name: '${name}'`));
  if (unknown) return `${config} has no project ${unknown}`;
  if (program !== 'npm') return undefined;
  const words = rest[0] === 'run' ? rest.slice(1) : rest;
  const [script = '', separator, ...args] = words;
  if (['ci', 'install'].includes(script)) return undefined;
  if (!(script in scripts)) return `there is no script ${script}`;
  if (separator === undefined) return undefined;
  if (separator !== '--') return `${separator} does not reach ${script} without -- before it`;
  if (script !== 'cli') {
    const option = optionsOf(args).find((name) => !hasOption(script, name));
    return option && `${script} has no option --${option}`;
  }
  const problems = await Promise.all(expandAlternatives(args).map(cliProblem));
  return problems.find((problem) => problem !== undefined);
};

describe('commands in documents', () => {
  it('are found', () => {
    const commands = documents.flatMap((document) => commandsIn(readText(document)));
    expect(commands.filter((command) => command.startsWith('npm run cli -- ')).length).toBeGreaterThan(8);
    for (const command of ['npm start', 'npm run bench', 'npx vitest --project unit'])
      expect(commands).toContain(command);
  });

  it.each(documents)('in %s exist, with their options', { timeout: 60_000 }, async (document) => {
    const problems = await Promise.all(
      commandsIn(readText(document)).map(async (command) => [command, await commandProblem(command)]),
    );
    expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });

  it.each([
    ['npm run sell', 'there is no script sell'],
    ['npm run cli orders held', 'orders does not reach cli without -- before it'],
    ['npm run cli -- orders paint X', 'there is no command orders paint'],
    ['npm run cli -- products import|lend x.csv', 'there is no command products lend'],
    ['npm run cli -- products import x.csv --colour red', 'products import has no option --colour'],
    ['npm run bench -- --fast', 'bench has no option --fast'],
    ['npx vitest --project apj', 'vitest.config.ts has no project apj'],
    ['npx vitest --project api server/src/kart', 'server/src/kart does not exist'],
  ])('reports the problem of %s', { timeout: 60_000 }, async (command, problem) => {
    expect(await commandProblem(command)).toBe(problem);
    expect(commandsIn(`\`\`\`sh\n${command}   # so\n\`\`\``)).toEqual([command]);
  });
});
