import { loadOperator } from '@sokuwa/server/operator.ts';
import type { TestShop } from '@sokuwa/server/testing/shop.ts';
import { run } from '../run.ts';

type Result = { code: number; out: string; error: string };
export type TestCli = {
  /** Runs a command line. @param line words separated by blanks, or a list of words that may contain blanks */
  (line: string | string[]): Promise<Result>;
  /** How many times a command opened the shop. */
  opened: number;
};

/** The command line on a test's shop. */
export const cliOn = (shop: TestShop): TestCli => {
  const runLine = async (line: string | string[]): Promise<Result> => {
    const output = { out: '', error: '' };
    const open = async () => {
      cli.opened++;
      const fetchPicture = async () => ({ refused: 'There is no internet here.' });
      const operator = await loadOperator({ ...shop, fetchPicture });
      return { operator, close: async () => undefined };
    };
    const examine = async () => [];
    const code = await run(
      typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
      { open, examine },
      {
        out: (text) => {
          output.out += text;
        },
        error: (text) => {
          output.error += text;
        },
        progress: () => undefined,
      },
    );
    return { code, ...output };
  };
  const cli: TestCli = Object.assign(runLine, { opened: 0 });
  return cli;
};

export const done = (out: string): Result => ({ code: 0, out: `${out}\n`, error: '' });
export const refused = (error: string): Result => ({ code: 1, out: '', error: `${error}\n` });
export const dry = (out: string): Result => done(`Dry run, nothing was changed. ${out}`);
