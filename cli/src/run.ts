import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Finding, Operator } from '@sokuwa/server/operator.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { DOCTOR, doctor } from './doctor.ts';
import { UsageError } from './usage.ts';

type Streams = {
  out(text: string): void;
  error(text: string): void;
  /** Shows how far a long command got, over what it showed before; without a text it is taken away. */
  progress(text?: string): void;
};
type Shop = {
  /** Opens it, once the command line is known to be right. */
  open(): Promise<{ operator: Operator; close(): Promise<void> }>;
  /** Looks for what is wrong with it. */
  examine(): Promise<Finding[]>;
};

const PROGRAM = 'npm run cli --';

const lineOf = (usage: string, summary: string): string => `  ${usage.padEnd(38)} ${summary}`;

const overview = (): string =>
  [
    `Usage: ${PROGRAM} <command> [--dry-run] [--help]`,
    '',
    ...commands.map(({ name, args, summary }) => lineOf(`${name} ${args.join(' ')}`, summary)),
    lineOf(DOCTOR.name, DOCTOR.summary),
    '',
    'With --dry-run a command says what it would do, and does nothing. The shop may run meanwhile, or not.',
    '',
  ].join('\n');

const helpOf = ({ name, args, options, flags = {}, summary }: Command): string =>
  [
    `Usage: ${PROGRAM} ${name} ${args.join(' ')}${Object.keys({ ...options, ...flags }).length > 0 ? ' [options]' : ''}`,
    '',
    summary,
    '',
    ...Object.entries({ ...options, ...flags }).map(([option, text]) => `  --${option.padEnd(12)} ${text}`),
    `  --${'dry-run'.padEnd(12)} say what would be done, and do nothing`,
    '',
  ].join('\n');

const parse = (command: Command, argv: readonly string[]) => {
  const names = Object.keys(command.options);
  const flagNames = Object.keys(command.flags ?? {});
  try {
    const options: NonNullable<ParseArgsConfig['options']> = {
      ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      ...Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' }])),
      'dry-run': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    };
    // A number such as -3 is an argument, though it begins like an option.
    const numbers = argv.filter((text) => /^-\d/.test(text));
    const rest = argv.filter((text) => !/^-\d/.test(text));
    const { values, positionals } = parseArgs({
      args: rest,
      allowPositionals: true,
      options,
    });
    const given: Record<string, string | undefined> = {};
    for (const name of names) {
      const value = values[name];
      if (typeof value === 'string') given[name] = value;
    }
    const flags = new Set(flagNames.filter((name) => values[name] === true));
    return {
      args: [...positionals, ...numbers],
      options: given,
      flags,
      dryRun: values['dry-run'] === true,
      help: values.help === true,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 refused by the shop, 2 the command line is wrong
 */
export const run = async (
  argv: readonly string[],
  shop: Shop,
  { out, error, progress }: Streams,
): Promise<0 | 1 | 2> => {
  if (argv[0] === DOCTOR.name) return doctor(argv.slice(1), shop.examine, { out, error });
  const [noun, verb] = argv;
  const command = commands.find(({ name }) => name === noun || name === `${noun} ${verb}`);
  if (!command) {
    const asked = argv.length === 0 || argv.some((text) => text === '--help' || text === '-h');
    if (asked) out(overview());
    else error(`There is no command "${[noun, verb].filter(Boolean).join(' ')}".\n\n${overview()}`);
    return asked ? 0 : 2;
  }
  try {
    const rest = argv.slice(command.name.split(' ').length);
    const { args, options, flags, dryRun, help } = parse(command, rest);
    if (help) {
      out(helpOf(command));
      return 0;
    }
    if (args.length !== command.args.length)
      throw new UsageError(`${command.name} takes ${command.args.join(' ')}, and was given ${args.length} of them.`);
    const act = command.prepare({ args, options, flags });
    const { operator, close } = await shop.open();
    try {
      const result = await act(operator, { dryRun }, progress).finally(() => progress());
      if ('refused' in result) {
        error(`${result.refused}\n`);
        return 1;
      }
      out(`${dryRun ? 'Dry run, nothing was changed. ' : ''}${result.done}\n`);
      return 0;
    } finally {
      await close();
    }
  } catch (failure) {
    if (!(failure instanceof UsageError)) throw failure;
    error(`${failure.message}\n\n${helpOf(command)}`);
    return 2;
  }
};
