import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Finding, Operator } from '@sokuwa/server/operator.ts';
import { topics } from './commands.ts';
import type { Context } from './topic.ts';

type Streams = {
  out(text: string): void;
  error(text: string): void;
  /** Shows progress over the previous progress; without a text it is removed. */
  progress(text?: string): void;
};
type Shop = {
  /** Opens the shop. Called only when the command line is valid. */
  open(): Promise<{ operator: Operator; close(): Promise<void> }>;
  /** Examines the shop without opening it. */
  examine(): Promise<Finding[]>;
  /** Who runs the command, for the audit log. */
  user: string;
};

/** The commands that run: those without subcommands. */
export const leafCommands = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.flatMap((child) => (child.commands.length > 0 ? leafCommands(child) : [child]));

/** The name with its topic, without the program: 'orders ship'. */
export const commandPath = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();

const termOf = (command: CommandUnknownOpts): string =>
  [commandPath(command), ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(' ');

export const buildProgram = (context: Context, { out, error }: Pick<Streams, 'out' | 'error'>): Command => {
  const program = new Command('npm run cli --')
    .description('The command line of the shop’s operator. It works whether the shop is running or not.')
    .addHelpText(
      'after',
      '\nEvery command has --help. With --dry-run a command reports what it would do, and changes nothing.',
    )
    // Help lists all commands of all topics, instead of the topics.
    .configureHelp({ visibleCommands: leafCommands, subcommandTerm: termOf })
    .configureOutput({ writeOut: out, writeErr: error })
    .helpCommand(false)
    .showHelpAfterError()
    .exitOverride();
  for (const addCommands of topics) addCommands(program, context);
  return program;
};

/**
 * Refuses `--name --dry-run`, in which commander takes the second option as the value of the first: a dry run would write.
 * A value that begins with two hyphens is written `--name=--value`.
 */
const refuseOptionsAsValues = (command: CommandUnknownOpts, argv: readonly string[]): void => {
  for (const { flags, long, required } of command.options)
    if (required && argv.some((word, index) => word === long && argv[index + 1]?.startsWith('--')))
      command.error(`error: option '${flags}' argument missing`);
};

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 refused by the shop, 2 invalid command line
 */
export const run = async (
  argv: readonly string[],
  { user, ...shop }: Shop,
  { out, error, progress }: Streams,
): Promise<0 | 1 | 2> => {
  let exitCode: 0 | 1 = 0;
  const actor = `cli:${user}`;
  const context: Context = {
    withShop: async ({ dryRun = false, reason }, work) => {
      const { operator, close } = await shop.open();
      try {
        const outcome = await work(operator, { dryRun, act: { actor, reason }, showProgress: progress }).finally(() =>
          progress(),
        );
        if ('refused' in outcome) {
          error(`${outcome.refused}\n`);
          exitCode = 1;
        } else out(`${dryRun ? 'Dry run, nothing was changed. ' : ''}${outcome.done}\n`);
      } finally {
        await close();
      }
    },
    examine: shop.examine,
    print: (text, { failed }) => {
      out(`${text}\n`);
      if (failed) exitCode = 1;
    },
  };
  try {
    const program = buildProgram(context, { out, error });
    program.hook('preAction', (_, command) => refuseOptionsAsValues(command, argv));
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return exitCode;
  } catch (failure) {
    if (!(failure instanceof CommanderError)) throw failure;
    return failure.exitCode === 0 ? 0 : 2;
  }
};
